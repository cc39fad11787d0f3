import { sandboxTexts } from '../../messages/interface/sandbox.ts'
import { letterTexts } from '../../messages/mail/letter.ts'
import type { ShownMail } from './letter.ts'
import type { Sender } from './sender.ts'

/**
 * A mail as plain text: complete by itself, for people who read without HTML.
 *
 * @param objectionUrl where the recipient objects to such mails; null when one cannot object to them, or somebody else reads it
 */
export function letterText(
  { kind, language, letter, isSandbox }: ShownMail,
  sender: Sender,
  objectionUrl: string | null,
): string {
  const { title, paragraphs, facts = [], code, action, links = [], told = [], notes = [] } = letter
  const { line, above, reasons, objection } = letterTexts[language]
  const linkText = (label: string, url: string) => `${above({ label })}\n${url}`
  const blocks = [
    ...(isSandbox ? [`*** ${sandboxTexts[language].mark} ***`] : []),
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(facts.length === 0 ? [] : [facts.map(line).join('\n')]),
    ...(action === undefined ? [] : [linkText(action.label, action.url)]),
    ...links.map(({ label, url }) => linkText(label, url)),
    ...told.map(({ text }) => text),
    ...notes,
    ['-- ', ...sender.mentions, reasons[kind]].join('\n'),
    ...(objectionUrl === null ? [] : [linkText(objection, objectionUrl)]),
  ]
  return `${blocks.join('\n\n')}\n`
}
