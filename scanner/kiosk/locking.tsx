import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import type { Texts } from '../texts/texts.ts'
import { type ChangeLock, isPin, lockWith } from './pin.ts'
import { PinField } from './pin-field.tsx'

type Props = { readonly texts: Texts; readonly onLock: ChangeLock }

/** Chooses a PIN, typed twice; from then on this device scans and does nothing else. */
export function Locking({ texts, onLock }: Props) {
  const words = texts.kiosk
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<'form' | 'differ' | null>(null)

  async function submit(event: Event) {
    event.preventDefault()
    const found = !isPin(pin) ? 'form' : pin !== again ? 'differ' : null
    setProblem(found)
    if (found !== null) return
    const made = await lockWith(pin)
    // Another tab has locked it meanwhile: that PIN counts.
    await onLock((lock) => lock ?? made)
  }

  return (
    <div class="page">
      <h1>{words.lockTitle}</h1>
      <p>{words.lockLead}</p>
      <p class="hint">{words.forgotten}</p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <PinField
          {...{ id: 'pin', label: words.pin, value: pin, onInput: setPin, isFirst: true }}
          problem={problem === 'form' ? words.form : null}
        />
        <PinField
          {...{ id: 'pin-again', label: words.again, value: again, onInput: setAgain }}
          problem={problem === 'differ' ? words.differ : null}
        />
        <Button>{words.lockButton}</Button>
      </form>
    </div>
  )
}
