import { useState } from 'preact/hooks'
import type { Texts } from '../texts/texts.ts'
import { afterWrongPin, isPin, isPinOf, type Lock } from './pin.ts'
import { PinField } from './pin-field.tsx'

type Props = {
  readonly texts: Texts
  readonly lock: Lock
  /** Null: it was the PIN. Otherwise the lock with one more wrong PIN counted, which is kept before it is said. */
  readonly onTry: (lock: Lock | null) => Promise<void>
}

/** The way out of the lock, for whoever knows the PIN; and what to do for whoever forgot it. */
export function Unlocking({ texts, lock, onTry }: Props) {
  const words = texts.kiosk
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isUnderWay, setUnderWay] = useState(false)

  async function attempt(): Promise<string | null> {
    if (!isPin(pin)) return words.form
    const wait = lock.closedUntil - Date.now()
    if (wait > 0) return words.wait(Math.ceil(wait / 1000))
    if (await isPinOf(lock, pin)) {
      await onTry(null)
      return null
    }
    const after = afterWrongPin(lock, Date.now())
    await onTry(after)
    const next = after.closedUntil - Date.now()
    return next > 0 ? `${words.wrong} ${words.wait(Math.ceil(next / 1000))}` : words.wrong
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
        <button type="submit" class="button">
          {words.unlock}
        </button>
      </form>
      <p class="hint">{words.forgotten}</p>
    </div>
  )
}
