import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type AppError, type ErrorCode, fieldError, orNotFound } from '../../errors.ts'
import { actorId } from '../../features/account/actor.ts'
import { contentsAlone } from '../../features/catalog/sold-product.ts'
import { type BookedLine, listBookedLines } from '../../features/reservation/booking-page.queries.ts'
import { type DeskReservation, findAtDesk } from '../../features/reservation/desk-search.queries.ts'
import { listHandOuts, type NotedHandOut } from '../../features/reservation/hand-out.queries.ts'
import { handOutThings } from '../../features/reservation/hand-out-things.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { undoHandOut } from '../../features/reservation/undo-hand-out.ts'
import { handsOut, isEmptyHanded, type Thing, thingText } from '../../features/ticket/thing.ts'
import { sha256 } from '../../lib/hash.ts'
import { shortReference } from '../../lib/ids.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { ArrayIn, IntegerIn, UuidIn } from '../../http/wire/schemas.ts'
import { InShort, ProductAtLength } from '../../pages/booking/told.tsx'
import { asWhole, type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { useTexts } from '../../pages/reader.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import { pressPage } from '../kit/press-page.ts'

/** One press: how many of each thing, and the key by which a second press of the same button is known. */
const HandOutBody = Type.Object({
  key: UuidIn,
  thing: ArrayIn(UuidIn, { min: 1, max: 50 }),
  quantity: ArrayIn(IntegerIn({ min: 1, max: mostPlaces }), { min: 1, max: 50 }),
})

/** What a person has bought and collects over the desk, thing by thing, and who handed out what (ADR 0110). */
export function registerHandOutPage(app: FastifyInstance, context: Context): void {
  const access = staff('reservations')
  const press = {
    access,
    // Where a colleague was faster, the page says so and shows who.
    explain: ({ code }: AppError, { request }: Asked) => {
      const details: Partial<Record<ErrorCode, string>> = handOutsTexts[request.language].refused
      return details[code] === undefined ? null : asWhole(details[code])
    },
    show: (asked: OfReservation, problems: readonly FormProblem[]) => showHandOuts(context, asked, problems),
    goesOn: ({ params }: OfReservation) => at(paths.handOut, { uuid: params.uuid }),
  }

  page(app, {
    method: 'GET',
    url: paths.handOut,
    access,
    params: UuidParams,
    handler: (asked) => showHandOuts(context, asked, []),
  })

  pressPage(app, {
    ...press,
    url: paths.handOut,
    body: HandOutBody.properties,
    act: ({ tenant, actor, params, body }) =>
      handOutThings(context, tenant, params.uuid, readPress(body, actorId(actor))),
  })

  pressPage(app, {
    ...press,
    url: paths.undoHandOut,
    body: { hand_out: UuidIn },
    act: ({ tenant, actor, params: { uuid: reservationId }, body: { hand_out: handOutId } }) =>
      undoHandOut(context, tenant, { reservationId, handOutId, actorId: actorId(actor) }),
  })
}

type OfReservation = Asked & { readonly params: { readonly uuid: string } }

/** Reads a press, each thing under a key of its own, which no client can send: the keys of clients hold no space. */
function readPress({ key, thing, quantity }: Static<typeof HandOutBody>, by: string | null) {
  return thing.map((id, index) => {
    const count = quantity[index]
    if (count === undefined) throw fieldError('quantity', 'required')
    const asked = { thingId: id, quantity: count, isUndo: false }
    const hash = sha256(JSON.stringify(asked))
    return { ...asked, actorId: by, repeatable: { key: `page ${key} ${asked.thingId}`, hash } }
  })
}

async function showHandOuts(context: Context, asked: OfReservation, problems: readonly FormProblem[]): Promise<string> {
  const { tenant, language } = asked.request
  const id = asked.params.uuid
  const { reservation, lines, log } = await context.database.asTenant(tenant.id, async (tx) => ({
    reservation: orNotFound(await findAtDesk(tx, id)),
    lines: await listBookedLines(tx, id),
    log: await listHandOuts(tx, id),
  }))
  const words = handOutsTexts[language]
  const name = reservation.holder ?? words.unnamed
  return showRoom(
    asked,
    { title: `${words.title} · ${name}`, area: 'hand_outs', back: [paths.handOuts, words.oneMore], heading: name },
    <Who reservation={reservation} />,
    <Problems title={words.refusedTitle} problems={problems} />,
    <h2>{words.toCollect}</h2>,
    <Things reservation={reservation} lines={lines} />,
    log.length === 0 ? null : (
      <>
        <h2>{words.log}</h2>
        <Log log={log} reservation={reservation} />
      </>
    ),
  )
}

type ReservationProps = { readonly reservation: DeskReservation }

function Who({ reservation }: ReservationProps) {
  const { id, bookerEmail, eventName, startsAt } = reservation
  const words = useTexts(handOutsTexts)
  return (
    <div class="tight">
      <p>
        <code>{shortReference(id)}</code> · {bookerEmail === '' ? words.noAddress : bookerEmail}
      </p>
      {eventName === null || startsAt === null ? null : (
        <p class="muted">
          <Written>{eventName}</Written> · <When at={startsAt} />
        </p>
      )}
    </div>
  )
}

type ThingsProps = ReservationProps & { readonly lines: readonly BookedLine[] }

function Things({ reservation: { id, status, things }, lines }: ThingsProps) {
  const words = useTexts(handOutsTexts)
  if (things.length === 0) return <p class="empty">{words.nothing}</p>
  const left = things.filter((thing) => thing.left > 0)
  const isOnly = left.length === 1
  const press = { id, keyed: randomUUID() }
  return (
    <>
      {isEmptyHanded(status) ? <p class="notice">{words.notYet[status]}</p> : null}
      <ul class="rows">
        {things.map((thing) => (
          <li key={thing.id}>
            <span class="name" id={`thing-${thing.id}`}>
              <strong>
                <Written>{thingText(thing.quantity, thing)}</Written>
              </strong>
            </span>
            {isEmptyHanded(status) ? null : (
              <span class="numbers">
                {thing.left === 0 ? words.nothingLeft : words.leftOf({ left: thing.left, all: thing.quantity })}
              </span>
            )}
            <Contents line={lines.find((line) => line.id === thing.id)} />
            {thing.left === 0 ? null : (
              <div class="actions">
                <HandOver {...press} of={[[thing, 1]]} isMain={isOnly && thing.left === 1} />
                {thing.left === 1 ? null : <HandOver {...press} of={[[thing, thing.left]]} isMain={isOnly} />}
              </div>
            )}
          </li>
        ))}
      </ul>
      {left.length < 2 ? null : <HandOver {...press} of={left.map((thing) => [thing, thing.left])} isMain />}
    </>
  )
}

/** Says what is in a pack. */
function Contents({ line }: { readonly line: BookedLine | undefined }) {
  if (line === undefined) return null
  const { product } = contentsAlone(line)
  return (
    <>
      <InShort texts={[product.shortDescription]} />
      <ProductAtLength product={product} />
    </>
  )
}

type HandOverProps = {
  readonly id: string
  readonly of: readonly (readonly [thing: Thing, quantity: number])[]
  readonly keyed: string
  readonly isMain: boolean
}

/** A button that hands out what it says, once however often it is pressed. */
function HandOver({ id, of, keyed, isMain }: HandOverProps) {
  const words = useTexts(handOutsTexts)
  const count = of.reduce((sum, [, quantity]) => sum + quantity, 0)
  const [only, ...others] = of
  const label = (others.length > 0 ? words.everything : words.all)({ count })
  return (
    <form method="post" action={at(paths.handOut, { uuid: id })}>
      <input type="hidden" name="key" value={keyed} />
      {of.map(([thing, quantity]) => (
        <>
          <input type="hidden" name="thing" value={thing.id} />
          <input type="hidden" name="quantity" value={quantity} />
        </>
      ))}
      <button
        class={isMain ? 'button' : 'button quiet'}
        type="submit"
        {...(only && others.length === 0 ? { 'aria-describedby': `thing-${only[0].id}` } : {})}
      >
        {label}
      </button>
    </form>
  )
}

function Log({ log, reservation }: ReservationProps & { readonly log: readonly NotedHandOut[] }) {
  const words = useTexts(handOutsTexts)
  return (
    <ul class="rows">
      {log.map(({ id, thingId, quantity, by, at: notedAt, undoneAt }) => {
        const thing = reservation.things.find((one) => one.id === thingId)
        if (!thing) return null
        const text = thingText(Math.abs(quantity), thing)
        const mayUndo = undoneAt === null && quantity > 0 && thing.handedOut >= quantity && handsOut(reservation.status)
        return (
          <li key={id}>
            <span class="name">
              <span id={`hand-out-${id}`}>
                <WrittenWithin sentence={(thing) => (quantity > 0 ? words.logged : words.loggedBack)({ thing })}>
                  {text}
                </WrittenWithin>
              </span>
              <br />
              <span class="muted small">
                <When at={notedAt} /> · {by === null ? words.bySomebody : words.by({ name: by })}
              </span>
            </span>
            {undoneAt ? <span class="muted">{words.undone}</span> : null}
            {mayUndo ? (
              <ActionButton
                action={at(paths.undoHandOut, { uuid: reservation.id })}
                sends={{ hand_out: id }}
                of={`hand-out-${id}`}
              >
                {words.undo}
              </ActionButton>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
