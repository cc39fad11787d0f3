import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { QuietButton } from './quiet-button.tsx'
import type { Texts } from './texts/texts.ts'

type Props = {
  readonly texts: Texts
  /** Takes a code from a keyboard reader, the clipboard or fingers, once for each reading. */
  readonly onCode: (code: string, isByHand: boolean) => unknown
}

/**
 * A ticket's code that a reader typed among other words: base64 of `{"`, which no name and no reason has, and of 64 bytes at most, or of the
 * 256 to 512 of another server.
 */
export const typedCode = /eyJ[\w+/-]{17,}={0,2}:(?:[\w+/-]{342,683}|[\w+/-]{20,86})={0,2}/

/** The time for a character, in milliseconds, that a reader which is a keyboard never takes, and fingers do. */
const slowestReaderMs = 50

/**
 * The field for codes from a keyboard reader, the clipboard and fingers. It has the focus whenever nothing else needs it, and what is typed
 * outside another field goes here; Tab leaves it like any field. The on-screen keyboard stays away until it is asked for: it would cover
 * half of the answer.
 */
export function CodeField({ texts, onCode }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isTyped, setTyped] = useState(false)
  const typing = useRef({ since: 0, inputs: 0 })

  // A button that was pressed and is gone leaves the focus nowhere, where nothing can be pasted.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) field.current?.focus()
  })

  useEffect(() => {
    const collect = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== ' '
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (isCharacter && !isCommand && !isField(event.target)) field.current?.focus()
    }
    addEventListener('keydown', collect)
    return () => removeEventListener('keydown', collect)
  }, [])

  function submit(event: Event) {
    event.preventDefault()
    const input = field.current
    const code = input?.value.trim() ?? ''
    if (input === null || code === '') return
    input.value = ''
    input.focus()
    const { since, inputs } = typing.current
    typing.current.inputs = 0
    // At one go it was pasted.
    onCode(code, inputs === 1 || performance.now() - since > slowestReaderMs * code.length)
  }

  function noteInput() {
    if (typing.current.inputs === 0) typing.current.since = performance.now()
    typing.current.inputs++
  }

  function toggle() {
    setTyped(!isTyped)
    // The keyboard comes with the focus, not with the attribute.
    field.current?.blur()
    setTimeout(() => field.current?.focus())
  }

  return (
    <form class="code" onSubmit={submit}>
      <input
        {...{ ref: field, type: 'text', name: 'code', inputMode: isTyped ? 'text' : 'none' }}
        {...{ autocomplete: 'off', autocapitalize: 'off', spellcheck: false, enterkeyhint: 'send' }}
        aria-label={texts.door.field}
        onInput={noteInput}
        placeholder={texts.door.fieldShort}
      />
      <QuietButton isPressed={isTyped} onPress={toggle}>
        {texts.door.type}
      </QuietButton>
      <Button>{texts.door.send}</Button>
    </form>
  )
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}
