import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import type { Texts } from '../texts/texts.ts'
import { afterWrongPin, type ChangeLock, isPin, isPinOf } from './pin.ts'
import { PinField } from './pin-field.tsx'

type Props = { readonly texts: Texts; readonly onLock: ChangeLock }

/** Ends the lock for somebody who knows the PIN, and says what to do when it is forgotten. */
export function Unlocking({ texts, onLock }: Props) {
  const words = texts.kiosk
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isUnderWay, setUnderWay] = useState(false)

  function told(waitMs: number): string {
    const seconds = Math.ceil(waitMs / 1000)
    const { wait } = words
    return seconds < 120 ? wait.seconds({ seconds }) : wait.minutes({ minutes: Math.ceil(seconds / 60) })
  }
  async function attempt(): Promise<string | null> {
    if (!isPin(pin)) return words.form
    const before = await onLock((lock) => lock)
    if (before === null) return null
    const wait = before.closedUntil - Date.now()
    if (wait > 0) return told(wait)
    const isRight = await isPinOf(before, pin)
    // A wrong PIN is counted before the answer is shown.
    const after = await onLock((lock) => (isRight || lock === null ? null : afterWrongPin(lock, Date.now())))
    if (after === null) return null
    const next = after.closedUntil - Date.now()
    return next > 0 ? `${words.wrong} ${told(next)}` : words.wrong
  }
  async function submit(event: Event) {
    event.preventDefault()
    if (isUnderWay) return
    setUnderWay(true)
    setProblem(null)
    setProblem(await attempt())
    setPin('')
    setUnderWay(false)
  }

  return (
    <div class="page">
      <h1>{words.unlockTitle}</h1>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <PinField {...{ id: 'pin', label: words.pin, value: pin, onInput: setPin, problem, isFirst: true }} />
        <Button>{words.unlock}</Button>
      </form>
      <p class="hint">{words.forgotten}</p>
    </div>
  )
}
