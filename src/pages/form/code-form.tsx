import type { ComponentChildren } from 'preact'
import { type Static, Type } from 'typebox'
import { digitsOf } from '../../features/account/sign-in-code.ts'
import type { Asked } from '../../http/route.ts'
import { MachineText, Maybe, TypedText } from '../../http/wire/schemas.ts'
import type { Language } from '../../lib/language.ts'
import { formTexts } from '../../messages/site/form.ts'
import { showNarrow } from '../page.ts'
import { Submit } from '../parts.tsx'
import { Field } from './field.tsx'

/** The fields that the page of a mailed code sends. */
export const MailedCode = {
  email: MachineText({ max: 254 }),
  handle: MachineText({ max: 100 }),
  code: Maybe(TypedText({ max: 100 })),
}

const MailedBody = Type.Object(MailedCode)

/** Reads the code as it was typed, with the handle that makes it good in this browser only. */
export function codeIn({ handle, code }: Pick<Static<typeof MailedBody>, 'handle' | 'code'>) {
  return { handle, digits: digitsOf(code ?? '') }
}

/** Says that no digit was typed, which is no try; null: some were. */
export function missingCode(typed: string | null | undefined, language: Language): string | null {
  return digitsOf(typed ?? '') === '' ? formTexts[language].missing : null
}

/** A code that was mailed. */
export type SentCode = {
  readonly email: string
  /** Makes the code good in this browser only. */
  readonly handle: string
  /** What was wrong with the code that was typed. */
  readonly problem: string | null
}

type CodePage = SentCode & {
  /** The address that the digits are sent to. */
  readonly action: string
  /** The form that asks for another code. */
  readonly again: ComponentChildren
  readonly words: {
    readonly sentTitle: string
    readonly sent: (given: { readonly email: string }) => string
    readonly code: string
    readonly codeButton: string
    readonly enough: string
  }
}

/**
 * Shows the page that says what to do once a mail with a link and a code is sent: the mail may well be on another device.
 *
 * @param kept what else the form sends
 */
export function showCodePage(
  asked: Asked,
  { action, email, handle, problem, again, words }: CodePage,
  kept?: ComponentChildren,
): string {
  return showNarrow(
    asked,
    { title: words.sentTitle, lead: words.sent({ email }) },
    <>
      <form method="post" action={action} noValidate>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="handle" value={handle} />
        {kept}
        <TypedCode problem={problem} words={words} />
      </form>
      {again}
      <p class="muted small">{words.enough}</p>
    </>,
  )
}

type TypedCodeProps = Pick<SentCode, 'problem'> & { readonly words: Pick<CodePage['words'], 'code' | 'codeButton'> }

/** The field for the digits and the button, within a form. */
export function TypedCode({ problem, words }: TypedCodeProps) {
  return (
    <>
      <Field
        id="code"
        class="code"
        label={words.code}
        problems={problem === null ? [] : [{ field: 'code', detail: problem }]}
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={20}
        required
      />
      <Submit>{words.codeButton}</Submit>
    </>
  )
}
