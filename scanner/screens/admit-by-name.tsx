import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { nameOf } from '../describe-verdict.ts'
import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'
import { numberOf } from '../ticket-number.ts'
import type { FoundTicket } from '../wire.ts'

type Props = { readonly texts: Texts; readonly ticket: FoundTicket; readonly onAdmit: (ticketId: string) => void }

/** Lets in a ticket without its code. Asks first, with its name and its number: who comes is known by word alone. */
export function AdmitByName({ texts, ticket, onAdmit }: Props) {
  const words = texts.search
  const [isOpen, setOpen] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    question.current?.focus()
    // On a small screen the buttons lie below what is seen.
    question.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const name = nameOf(ticket, texts)

  function admit(event: Event) {
    event.preventDefault()
    onAdmit(ticket.uuid)
  }

  if (!isOpen)
    return (
      <QuietButton label={words.admitOf({ name })} onPress={() => setOpen(true)}>
        {words.admit}
      </QuietButton>
    )
  return (
    <form onSubmit={admit}>
      <p ref={question} tabIndex={-1}>
        {words.admitQuestion({ name, number: numberOf(ticket) })}
      </p>
      <div class="beside">
        <Button>{words.admit}</Button>
        <QuietButton onPress={() => setOpen(false)}>{words.admitNot}</QuietButton>
      </div>
    </form>
  )
}
