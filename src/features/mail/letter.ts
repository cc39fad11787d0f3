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
  /** To be typed somewhere, in large digits. */
  readonly code?: string
  /** The one thing to do next. */
  readonly action?: Link
  /** What else may be done, under it. */
  readonly links?: readonly Link[]
  /** Small print under it. */
  readonly notes?: readonly string[]
}

/** A letter in one language, and what kind of mail it is. */
export type WrittenMail = {
  readonly kind: MailKind
  readonly language: Language
  readonly letter: Letter
}

type Link = { readonly label: string; readonly url: string }

export type Fact = { readonly label: string; readonly value: string }

const link = shapeOf<Link>({ label: text, url: text })

/** A letter as it was kept. @throws TypeError */
export const readLetter = shapeOf<Letter>({
  subject: text,
  title: text,
  paragraphs: listOf(text),
  facts: optional(listOf(shapeOf<Fact>({ label: text, value: text }))),
  code: optional(text),
  action: optional(link),
  links: optional(listOf(link)),
  notes: optional(listOf(text)),
})

/** How a letter is written in each language, from what it is about. */
type Writers<Values> = Readonly<Record<Language, (values: Values) => Letter>>

/**
 * A kind of mail that people get. Without either language it does not compile.
 *
 * @returns writes one; what the values bring in is stripped of everything that nobody sees
 */
export function defineLetter<Values>(
  kind: MailKind,
  writers: Writers<Values>,
): (language: Language, values: Values) => WrittenMail {
  return (language, values) => ({ kind, language, letter: clean(writers[language](values)) })
}

/** Names and titles come from strangers: none may end a header, hide what follows or turn its direction. */
function clean(letter: Letter): Letter {
  const { subject, title, paragraphs, facts, code, action, links, notes } = letter
  return {
    subject: withoutInvisible(subject),
    title: withoutInvisible(title),
    paragraphs: paragraphs.map(withoutInvisible),
    ...(facts === undefined ? {} : { facts: facts.map(cleanFact) }),
    ...(code === undefined ? {} : { code: withoutInvisible(code) }),
    ...(action === undefined ? {} : { action: { ...action, label: withoutInvisible(action.label) } }),
    ...(links === undefined
      ? {}
      : { links: links.map((link) => ({ ...link, label: withoutInvisible(link.label) })) }),
    ...(notes === undefined ? {} : { notes: notes.map(withoutInvisible) }),
  }
}

function cleanFact({ label, value }: Fact): Fact {
  return { label: withoutInvisible(label), value: withoutInvisible(value) }
}
