import type { Language } from '../../lib/language.ts'
import type { WrittenMail } from './letter.ts'
import { objectionLabels, reasons } from './reasons.ts'
import type { Sender } from './sender.ts'

const colon = { en: ': ', fr: '\u00a0: ' } as const satisfies Record<Language, string>

/**
 * A mail as plain text: complete by itself, for whoever reads without HTML.
 *
 * @param objectionUrl where its reader objects to such mails; null: it is none of those, or is read by somebody else
 */
export function letterText(
  { kind, language, letter }: WrittenMail,
  sender: Sender,
  objectionUrl: string | null,
): string {
  const { title, paragraphs, facts = [], code, action, links = [], notes = [] } = letter
  const blocks = [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, value }) => `${label}${colon[language]}${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}${colon[language].trimEnd()}\n${action.url}`]),
    ...links.map(({ label, url }) => `${label}${colon[language].trimEnd()}\n${url}`),
    ...notes,
    ['-- ', ...sender.mentions, reasons[language][kind]].join('\n'),
    ...(objectionUrl === null
      ? []
      : [`${objectionLabels[language]}${colon[language].trimEnd()}\n${objectionUrl}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}
