import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { typedCode } from '../code-field.tsx'
import { nameOf } from '../describe-verdict.ts'
import { QuietButton } from '../quiet-button.tsx'
import type { Server } from '../server.ts'
import type { ServiceClock } from '../service-clock.ts'
import { TextField } from '../text-field.tsx'
import type { Texts } from '../texts/texts.ts'
import type { FoundTicket } from '../wire.ts'

type Props = {
  readonly texts: Texts
  readonly server: Server
  readonly clock: ServiceClock
  readonly ticket: FoundTicket
  /** A scan of it that is in conflict; absent: the one by which it is scanned. */
  readonly scanId?: string
  readonly onCode: (code: string) => unknown
  readonly onUndone: () => void
}

/** How long after a scan the service lets a supervisor undo it, in milliseconds. */
const undoMs = 15 * 60_000
const everyMs = 1000

/** Undoes a scan. Asks for the reason, which the log keeps with the name of this device. */
export function Undo({ texts, server, clock, ticket, scanId, onCode, onUndone }: Props) {
  const words = texts.search
  // When the service was told of a conflict, which is when its time begins, this device does not know.
  const isTimely = useTimely(clock, ticket) || scanId !== undefined
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    field.current?.focus()
    // The buttons below it as well.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const name = nameOf(ticket, texts)

  async function submit(event: Event) {
    event.preventDefault()
    const [code] = typedCode.exec(reason) ?? []
    if (code !== undefined) {
      setReason(reason.replace(code, ''))
      onCode(code)
      return
    }
    const body = { ticket_uuid: ticket.uuid, reason, scan_uuid: scanId }
    const outcome = await server.call({ method: 'POST', path: '/scan/undo/', body })
    if (outcome.kind === 'answer') onUndone()
    else setProblem(outcome.kind === 'refusal' ? outcome.detail : words.silence)
  }

  if (!isOpen && !isTimely) return <p class="hint">{words.undoOver}</p>
  if (!isOpen)
    return (
      <QuietButton label={words.undoOf({ name })} onPress={() => setOpen(true)}>
        {words.undo}
      </QuietButton>
    )
  return (
    <form onSubmit={(event) => void submit(event)}>
      {/* Without a longest text, which would cut a code; the service says what is too long. */}
      <TextField
        {...{ label: words.reason, value: reason, onInput: setReason, problem, field }}
        id={`reason-${scanId ?? ticket.uuid}`}
      />
      <div class="beside">
        <Button>{words.confirm}</Button>
        <QuietButton onPress={() => setOpen(false)}>{words.leave}</QuietButton>
      </div>
    </form>
  )
}

function useTimely(clock: ServiceClock, { scanned_at: at }: FoundTicket): boolean {
  const look = () => at == null || clock.now().getTime() - Date.parse(at) < undoMs
  const [isTimely, setTimely] = useState(look)
  useEffect(() => {
    const timer = setInterval(() => setTimely(look()), everyMs)
    return () => clearInterval(timer)
  }, [clock, at])
  return isTimely
}
