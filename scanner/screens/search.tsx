import { Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { typedCode } from '../code-field.tsx'
import { nameOf } from '../describe-verdict.ts'
import type { Outcome, Server } from '../server.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { Texts } from '../texts/texts.ts'
import { numberOf } from '../ticket-number.ts'
import type { FoundAnswer, FoundTicket, TicketState } from '../wire.ts'
import { AdmitByName } from './admit-by-name.tsx'
import { Undo } from './undo.tsx'

export type SearchProps = {
  readonly texts: Texts
  readonly server: Server
  readonly eventId: string
  /** What is looked for as soon as it is opened; empty: nothing. */
  readonly asked: string
  readonly clock: ServiceClock
  readonly onCode: (code: string) => unknown
  readonly onAdmit: (ticketId: string) => void
  readonly onUndone: () => void
}

/** What the interface has as the seat when it is not numbered. */
const freeSeating = 'L'

/** The search for supervisors: for people without a ticket in hand, and scans to be undone. */
export function Search({ texts, server, eventId, asked, clock, onCode, onAdmit, onUndone }: SearchProps) {
  const words = texts.search
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(asked)
  const [outcome, setOutcome] = useState<Outcome<FoundAnswer> | null>(null)
  const [said, setSaid] = useState('')

  useLayoutEffect(() => {
    field.current?.focus()
    if (asked !== '') void find()
  }, [])

  async function find() {
    const body = { query, event_uuid: eventId }
    setOutcome(await server.call<FoundAnswer>({ method: 'POST', path: '/scan/search_ticket/', body }))
  }
  function submit(event: Event) {
    event.preventDefault()
    setSaid('')
    const [code] = typedCode.exec(query) ?? []
    if (code === undefined) void find()
    else onCode(code)
  }
  async function undone() {
    setSaid(words.undone)
    onUndone()
    await find()
  }

  return (
    <div class="page">
      <h1>{texts.door.search}</h1>
      <form onSubmit={submit}>
        <label for="query">{words.label}</label>
        <p id="query-hint" class="hint">
          {words.hint}
        </p>
        <div class="beside">
          <input
            {...{ ref: field, id: 'query', type: 'search', required: true, value: query, autocomplete: 'off' }}
            aria-describedby="query-hint"
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button>{texts.door.search}</Button>
        </div>
      </form>
      <div role="status">
        {said === '' ? null : <p class="said">{said}</p>}
        {outcome === null ? null : <p>{summaryOf(outcome, texts)}</p>}
      </div>
      {outcome?.kind === 'answer' ? (
        <Tickets
          {...{ texts, server, clock, onCode, onAdmit }}
          found={outcome.body.tickets}
          onUndone={() => void undone()}
        />
      ) : null}
    </div>
  )
}

type TicketsProps = Omit<SearchProps, 'eventId' | 'asked'> & { readonly found: readonly FoundTicket[] }

function Tickets({ found, texts, onAdmit, ...given }: TicketsProps) {
  return (
    <ul class="rows">
      {found.toSorted(byUse).map((ticket) => (
        <li key={ticket.uuid}>
          <Found {...{ texts, ticket }} />
          {ticket.state === 'not_scanned' ? <AdmitByName {...{ texts, ticket, onAdmit }} /> : null}
          {ticket.state === 'scanned' ? <Undo {...{ texts, ticket }} {...given} /> : null}
          {ticket.conflicts.map(({ scan_uuid: scanId, scanned_at: at }) => (
            <Fragment key={scanId}>
              <p>{texts.search.conflict({ at: texts.time(at) })}</p>
              <Undo {...{ texts, ticket, scanId }} {...given} />
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** First what somebody may come in with, then who is in, then what is no longer good. */
const order: readonly TicketState[] = ['not_scanned', 'scanned', 'unpaid', 'not_active', 'canceled']

function byUse(one: FoundTicket, other: FoundTicket): number {
  return order.indexOf(one.state) - order.indexOf(other.state)
}

function summaryOf(outcome: Outcome<FoundAnswer>, texts: Texts): string {
  const words = texts.search
  if (outcome.kind === 'refusal') return outcome.code === 'validation_failed' ? words.hint : outcome.detail
  if (outcome.kind !== 'answer') return words.silence
  const { tickets, cursor } = outcome.body
  if (tickets.length === 0) return words.none
  const found = words.found({ count: tickets.length })
  return cursor === null ? found : `${found}. ${words.more}`
}

function Found({ texts, ticket }: { texts: Texts; ticket: FoundTicket }) {
  const { state, given_away, price, product, seat, scanned_at, scan_note } = ticket
  const standing = [
    given_away ? texts.search.givenAway : texts.states[state],
    ...(scanned_at == null ? [] : [texts.time(scanned_at)]),
  ].join(', ')
  return (
    <p>
      <strong>{nameOf(ticket, texts)}</strong>
      <span>{[price, product].filter((part, index, all) => all.indexOf(part) === index).join(' · ')}</span>
      <span>{numberOf(ticket)}</span>
      {seat === freeSeating ? null : <span>{texts.search.seat({ seat })}</span>}
      {scan_note == null ? null : <span>{scan_note}</span>}
      <span>{standing}</span>
    </p>
  )
}
