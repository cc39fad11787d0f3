import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, fieldError } from '../../errors.ts'
import { actorId } from '../../features/account/actor.ts'
import { type DeskReservation, findAtDesk } from '../../features/reservation/desk-search.queries.ts'
import { listHandOuts, type NotedHandOut } from '../../features/reservation/hand-out.queries.ts'
import { handOutThings } from '../../features/reservation/hand-out-things.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { undoHandOut } from '../../features/reservation/undo-hand-out.ts'
import { handsOut, isEmptyHanded, type Thing, thingText } from '../../features/ticket/thing.ts'
import { sha256 } from '../../lib/hash.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { ArrayIn, IntegerIn, UuidIn } from '../../http/wire/schemas.ts'
import { Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'

/** One press: how many of each thing, and what a second press of the same button is known by. */
const HandOutBody = Type.Object({
  key: UuidIn,
  thing: ArrayIn(UuidIn, { min: 1, max: 50 }),
  quantity: ArrayIn(IntegerIn({ min: 1, max: mostPlaces }), { min: 1, max: 50 }),
})

/** What a person has bought and collects over the desk, thing by thing, and who handed out what (ADR 0110). */
export function registerHandOutPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.handOut,
    access: staff('reservations'),
    params: UuidParams,
    handler: ({ params, request, reply }) => showHandOuts(context, { request, reply }, params.uuid, null),
  })

  page(app, {
    method: 'POST',
    url: paths.handOut,
    access: staff('reservations'),
    forms: true,
    params: UuidParams,
    body: HandOutBody,
    handler: ({ tenant, actor, params, body, request, reply }) =>
      orSay(context, { request, reply }, params.uuid, () =>
        handOutThings(context, tenant, params.uuid, readPress(body, actorId(actor))),
      ),
  })

  page(app, {
    method: 'POST',
    url: paths.undoHandOut,
    access: staff('reservations'),
    forms: true,
    params: UuidParams,
    body: Type.Object({ hand_out: UuidIn }),
    handler: ({ tenant, actor, params, body, request, reply }) =>
      orSay(context, { request, reply }, params.uuid, () => {
        const [reservationId, handOutId] = [params.uuid, body.hand_out]
        return undoHandOut(context, tenant, { reservationId, handOutId, actorId: actorId(actor) })
      }),
  })
}

/** Each thing under a key of its own, as no client can send one: theirs hold no space. */
function readPress({ key, thing, quantity }: Static<typeof HandOutBody>, by: string | null) {
  return thing.map((id, index) => {
    const count = quantity[index]
    if (count === undefined) throw fieldError('quantity', 'required')
    const asked = { thingId: id, quantity: count, isUndo: false }
    const hash = sha256(JSON.stringify(asked))
    return { ...asked, actorId: by, repeatable: { key: `page ${key} ${asked.thingId}`, hash } }
  })
}

type Answering = Asked

/** Back to the page; where somebody was faster, it says so, and shows who. */
async function orSay(context: Context, to: Answering, id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code } = error
    if (!isRefusal(code)) throw error
    to.reply.code(errorStatus[code])
    return showHandOuts(context, to, id, code)
  }
  return to.reply.redirect(at(paths.handOut, { uuid: id }), 303)
}

/** `idempotency_mismatch`: a button of a page that was left meanwhile, and of which another was pressed. */
const refusals = ['already_handed_out', 'invalid_transition', 'idempotency_mismatch'] as const
type Refused = (typeof refusals)[number]

function isRefusal(code: string): code is Refused {
  return (refusals as readonly string[]).includes(code)
}

async function showHandOuts(
  context: Context,
  { request, reply }: Answering,
  id: string,
  refused: Refused | null,
): Promise<string> {
  const { tenant, language } = request
  const { reservation, log } = await context.database.asTenant(tenant.id, async (tx) => ({
    reservation: await findAtDesk(tx, id),
    log: await listHandOuts(tx, id),
  }))
  if (!reservation) throw new AppError('not_found')
  const words = handOutsTexts[language]
  const name = reservation.holder ?? words.unnamed
  return showAdminPage(
    { request, reply },
    { title: `${words.title} · ${name}`, area: 'hand_outs' },
    <div class="stack">
      <p>
        <a href={paths.handOuts}>{words.oneMore}</a>
      </p>
      <h1>{name}</h1>
      <Who reservation={reservation} timeZone={tenant.timeZone} now={context.now()} language={language} />
      {refused === null ? null : (
        <Problems title={words.refusedTitle} problems={[{ field: null, detail: words.refused[refused] }]} />
      )}
      <h2>{words.toCollect}</h2>
      <Things reservation={reservation} language={language} />
      {log.length === 0 ? null : (
        <>
          <h2>{words.log}</h2>
          <Log log={log} reservation={reservation} timeZone={tenant.timeZone} now={context.now()} language={language} />
        </>
      )}
    </div>,
  )
}

type ReservationProps = { readonly reservation: DeskReservation; readonly language: Language }
type TimedProps = ReservationProps & { readonly timeZone: string; readonly now: Date }

function Who({ reservation, ...when }: TimedProps) {
  const { id, bookerEmail, eventName, startsAt } = reservation
  const words = handOutsTexts[when.language]
  return (
    <div class="tight">
      <p>
        <code>{shortReference(id)}</code> · {bookerEmail === '' ? words.noAddress : bookerEmail}
      </p>
      {eventName === null || startsAt === null ? null : (
        <p class="muted">
          <Written>{eventName}</Written> · <When at={startsAt} {...when} />
        </p>
      )}
    </div>
  )
}

function Things({ reservation, language }: ReservationProps) {
  const { id, status, things } = reservation
  const words = handOutsTexts[language]
  if (things.length === 0) return <p class="empty">{words.nothing}</p>
  const left = things.filter((thing) => thing.left > 0)
  const isOnly = left.length === 1
  const press = { id, keyed: randomUUID(), language }
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
            {thing.left === 0 ? null : (
              <div class="actions">
                <Press {...press} of={[[thing, 1]]} isMain={isOnly && thing.left === 1} />
                {thing.left === 1 ? null : <Press {...press} of={[[thing, thing.left]]} isMain={isOnly} />}
              </div>
            )}
          </li>
        ))}
      </ul>
      {left.length < 2 ? null : <Press {...press} of={left.map((thing) => [thing, thing.left])} isMain />}
    </>
  )
}

type PressProps = {
  readonly id: string
  readonly of: readonly (readonly [thing: Thing, quantity: number])[]
  readonly keyed: string
  readonly isMain: boolean
  readonly language: Language
}

/** A button that hands out what it says, however often it is pressed. */
function Press({ id, of, keyed, isMain, language }: PressProps) {
  const words = handOutsTexts[language]
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

type LogProps = TimedProps & { readonly log: readonly NotedHandOut[] }

function Log({ log, reservation, ...when }: LogProps) {
  const words = handOutsTexts[when.language]
  return (
    <ul class="rows">
      {log.map(({ id, thingId, quantity, by, at: notedAt, isUndone }) => {
        const thing = reservation.things.find((one) => one.id === thingId)
        if (!thing) return null
        const text = thingText(Math.abs(quantity), thing)
        const mayUndo = !isUndone && quantity > 0 && thing.handedOut >= quantity && handsOut(reservation.status)
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
                <When at={notedAt} {...when} /> · {by === null ? words.bySomebody : words.by({ name: by })}
              </span>
            </span>
            {isUndone ? <span class="muted">{words.undone}</span> : null}
            {mayUndo ? (
              <form method="post" action={at(paths.undoHandOut, { uuid: reservation.id })}>
                <input type="hidden" name="hand_out" value={id} />
                <button class="button quiet" type="submit" aria-describedby={`hand-out-${id}`}>
                  {words.undo}
                </button>
              </form>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
