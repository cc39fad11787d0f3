import type { Language } from '../../lib/language.ts'
import { listOf, optional, shapeOf, text } from '../../lib/shape.ts'
import { withoutInvisible } from '../../lib/text.ts'
import type { MailKind } from './mail.ts'

/** What a mail says, apart from how it looks; as HTML and as plain text it says the same. Plain strings, no markup. */
export type Letter = {
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Named values: when, where, how much. */
  readonly facts?: readonly Fact[]
  /** A code to type somewhere, shown in large digits. */
  readonly code?: string
  /** The one thing to do next. */
  readonly action?: Link
  /** Other things to do, under the action. */
  readonly links?: readonly Link[]
  /** What was bought, in a line each. */
  readonly told?: readonly Told[]
  /** Small print at the end. */
  readonly notes?: readonly string[]
}

/** A letter in one language, and what kind of mail it is. */
export type WrittenMail = { readonly kind: MailKind; readonly language: Language; readonly letter: Letter }

/** A mail as it is shown; `isSandbox`: it says above everything that nothing in it is real. */
export type ShownMail = WrittenMail & { readonly isSandbox: boolean }

type Link = { readonly label: string; readonly url: string }

export type Told = {
  readonly text: string
  /** A small picture of it on a host of ours, and what stands in its place where pictures are not shown. */
  readonly picture?: { readonly url: string; readonly alt: string }
}

export type Fact = { readonly label: string; readonly value: string }

const link = shapeOf<Link>({ label: text, url: text })

/** Reads a letter as it was stored. @throws TypeError */
export const readLetter = shapeOf<Letter>({
  subject: text,
  title: text,
  paragraphs: listOf(text),
  facts: optional(listOf(shapeOf<Fact>({ label: text, value: text }))),
  code: optional(text),
  action: optional(link),
  links: optional(listOf(link)),
  told: optional(listOf(shapeOf<Told>({ text, picture: optional(shapeOf({ url: text, alt: text })) }))),
  notes: optional(listOf(text)),
})

/** A letter as it is written; what is null is left out. */
type Draft = Pick<Letter, 'subject' | 'title' | 'links' | 'told'> & {
  readonly paragraphs: readonly (string | null)[]
  /** The labels and values. */
  readonly facts?: readonly (readonly [label: string, value: string | null])[]
  readonly code?: string | null
  readonly action?: Link | null
  readonly notes?: readonly (string | null)[]
}

/**
 * Defines a kind of mail: written once, in the words of its catalogue.
 *
 * @returns a function that writes one such mail; invisible characters are removed from the values
 */
export function defineLetter<Texts, Values>(
  kind: MailKind,
  texts: Readonly<Record<Language, Texts>>,
  write: (said: Texts, values: Values, language: Language) => Draft,
): (language: Language, values: Values) => WrittenMail {
  return (language, values) => ({ kind, language, letter: clean(write(texts[language], values, language)) })
}

/** Names and titles come from strangers: none may end a header, hide what follows or turn its direction. */
function clean(draft: Draft): Letter {
  const { subject, title, paragraphs, facts = [], code, action, links = [], told = [], notes = [] } = draft
  const known = facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label: withoutInvisible(label), value: withoutInvisible(value) }],
  )
  return {
    subject: withoutInvisible(subject),
    title: withoutInvisible(title),
    paragraphs: said(paragraphs),
    ...(known.length === 0 ? {} : { facts: known }),
    ...(code == null ? {} : { code: withoutInvisible(code) }),
    ...(action == null ? {} : { action: cleanLink(action) }),
    ...(links.length === 0 ? {} : { links: links.map(cleanLink) }),
    ...(told.length === 0 ? {} : { told: told.map(cleanTold) }),
    ...(said(notes).length === 0 ? {} : { notes: said(notes) }),
  }
}

function said(texts: readonly (string | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : [withoutInvisible(text)]))
}

function cleanTold({ text: line, picture }: Told): Told {
  const shown = picture && { picture: { ...picture, alt: withoutInvisible(picture.alt) } }
  return { text: withoutInvisible(line), ...shown }
}

function cleanLink({ label, url }: Link): Link {
  return { label: withoutInvisible(label), url }
}
