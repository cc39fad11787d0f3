import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { guestKey, longestListName, readGuestFile } from '../../features/guest-list/guest-file.ts'
import { listGuestLists, listGuests } from '../../features/guest-list/guest-list.queries.ts'
import { takesGuests } from '../../features/guest-list/guest-prices.ts'
import { findKnown, inviteGuests } from '../../features/guest-list/invite-guests.ts'
import { countUnaskedLeft } from '../../features/mail/pace-mails.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { decodeText } from '../../lib/csv.ts'
import { newId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { bodyBytes, staff, type Asked } from '../../http/route.ts'
import { type GuestTexts, guestTexts } from '../../messages/office/guest.ts'
import { BooleanIn, Maybe, TextQuery, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { explainFile, explainRefused } from './explain-guests.ts'
import { type FilledGuests, GuestForm, longestList } from './guest-form.tsx'
import { GuestLists, type ShownLists } from './guest-lists.tsx'
import { GuestLook, type LookedAt } from './guest-look.tsx'

const GuestsQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(TextQuery),
  done: Type.Optional(TextQuery),
})

const GuestsBody = Type.Object({
  list: UuidIn,
  name: Maybe(TypedText({ max: longestListName })),
  price: UuidIn,
  mail: Maybe(BooleanIn),
  /** As much as a form holds: a list that is too long is refused beside it, with all of it in its field. */
  text: Maybe(TypedLongText({ max: bodyBytes })),
})

export function guestsPath(eventId: string): string {
  return at(paths.eventGuests, { uuid: eventId })
}

/** Who is invited to an event: a list is looked at first, and then booked by one press (ADR 0161). */
export function registerGuestPages(app: FastifyInstance, context: Context): void {
  const url = paths.eventGuests
  const access = staff('reservations')

  page(app, {
    method: 'GET',
    url,
    access,
    params: UuidParams,
    query: GuestsQuery,
    handler: async ({ tenant, language, params, query, request, reply }) => {
      const guestList = await read(context, tenant, params.uuid, query)
      const done = doneWords(query.done ?? '', guestTexts[language])
      const filled = { list: newId(), name: '', priceId: cheapest(guestList.prices), isMailed: true, text: '' }
      const isFolded = guestList.open !== null
      return show(context, { request, reply }, guestList, { filled, problems: [], done, isFolded })
    },
  })

  page(app, {
    method: 'POST',
    url,
    access,
    forms: 'with_files',
    params: UuidParams,
    body: GuestsBody,
    handler: async ({ tenant, language, params, body, request, reply }) => {
      const guestList = await read(context, tenant, params.uuid, {})
      const { text, problem } = sentText(request, body)
      const filled = { ...filledIn(body), text }
      const again = (problems: readonly FormProblem[]) => {
        reply.code(400)
        return show(context, { request, reply }, guestList, { filled, problems })
      }
      const words = guestTexts[language].problems
      if (problem !== null) return again([{ field: 'file', detail: words[problem] }])
      if (filled.text.length > longestList) return again([{ field: 'text', detail: words.tooLong }])
      const price = guestList.prices.find(({ id }) => id === filled.priceId)
      if (price === undefined) return again([{ field: 'price', detail: words.price }])
      const guestFile = readGuestFile(filled.text)
      const problems = explainFile(guestFile, language)
      if (typeof guestFile === 'string' || problems.length > 0) return again(problems)
      const { guests, passedOver } = guestFile
      const known = await findKnown(context, tenant, guestList.event.id, guests)
      const looked = {
        guests: guests.map((guest) => ({ ...guest, known: known.get(guestKey(guest)) ?? null })),
        passedOver,
        left: price.left,
        mailsLeft: await countUnaskedLeft(context, tenant.id),
      }
      return show(context, { request, reply }, guestList, { filled, problems: [], looked })
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}bookings/`,
    access,
    forms: true,
    params: UuidParams,
    body: GuestsBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const { event, prices, ...lists } = await read(context, tenant, params.uuid, {})
      const filled = filledIn(body)
      const again = (problems: readonly FormProblem[]) => {
        reply.code(400)
        return show(context, { request, reply }, { event, prices, ...lists }, { filled, problems })
      }
      const words = guestTexts[language]
      if (filled.text.length > longestList) return again([{ field: 'text', detail: words.problems.tooLong }])
      const price = prices.find(({ id }) => id === filled.priceId)
      if (price === undefined) return again([{ field: 'price', detail: words.problems.price }])
      const guestFile = readGuestFile(filled.text)
      const wrong = explainFile(guestFile, language)
      if (typeof guestFile === 'string' || wrong.length > 0) return again(wrong)
      const invitation = {
        eventId: event.id,
        priceId: price.id,
        toMail: filled.isMailed,
        guests: guestFile.guests,
        list: { id: filled.list, name: filled.name },
        language: tenant.language,
      }
      const { guests, places, refused } = await inviteGuests(context, tenant, actor, invitation)
      if (refused.length === 0) {
        const done = `${guests}-${places}`
        const list = guests === 0 ? '' : `list=${filled.list}&`
        return reply.redirect(`${guestsPath(event.id)}?${list}done=${done}`, 303)
      }
      reply.code(409)
      const now = await read(context, tenant, params.uuid, {})
      const rest = [guestFile.header, ...refused.map(({ guest }) => guest.text)]
      return show(context, { request, reply }, now, {
        filled: { ...filled, text: rest.filter((line) => line !== '').join('\n') },
        problems: explainRefused(refused, price, language),
        problemsTitle: words.refused.title({ guests: refused.length }),
        problemsHelp: words.refused.help,
        done: guests === 0 ? null : words.invited({ guests, places }),
      })
    },
  })
}

type GuestsAt = ShownLists & {
  readonly event: Event
  /** Those that guests may take their places from. */
  readonly prices: readonly OfferedPrice[]
}

/** @throws AppError not_found */
async function read(
  context: Context,
  tenant: Tenant,
  eventId: string,
  { list, page: number = 1 }: Static<typeof GuestsQuery>,
): Promise<GuestsAt> {
  const found = await context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, eventId)
    const lists = await listGuestLists(tx, eventId)
    const open = lists.find((one) => one.id === readUuid(list))
    if (open === undefined) return { event, lists, open: null }
    const guests = await listGuests(tx, eventId, { listId: open.id, ...rowsOf(number) })
    return { event, lists, open: { list: open, guests, page: number } }
  })
  const { published, cancelledAt, slug } = found.event
  const isSold = published && cancelledAt === null
  const offered = isSold ? (await readEventOffer(context, tenant.id, slug)).prices : []
  const prices = offered.filter(takesGuests)
  return { ...found, prices }
}

/** The one that guests are meant for, more often than not. */
function cheapest(prices: readonly OfferedPrice[]): string {
  return prices.toSorted((one, other) => one.amountMinor - other.amountMinor)[0]?.id ?? ''
}

/** What is in a file comes before what was pasted; `problem`: why the file cannot be read. */
function sentText(
  { uploads }: FastifyRequest,
  body: Static<typeof GuestsBody>,
): { readonly text: string; readonly problem: 'noText' | 'tooLong' | null } {
  const file = uploads.get('file')
  const pasted = body.text ?? ''
  if (file === undefined || file.length === 0) return { text: pasted, problem: null }
  const text = decodeText(file)
  if (text === null) return { text: pasted, problem: 'noText' }
  return text.length > longestList ? { text: pasted, problem: 'tooLong' } : { text, problem: null }
}

function filledIn(body: Static<typeof GuestsBody>): FilledGuests {
  return {
    list: body.list,
    name: body.name ?? '',
    priceId: body.price,
    isMailed: body.mail === true,
    text: body.text ?? '',
  }
}

function doneWords(done: string, words: GuestTexts): string | null {
  const [, guests, places] = /^(\d{1,3})-(\d{1,6})$/.exec(done) ?? []
  if (guests === undefined) return null
  return guests === '0' ? words.alreadyIn : words.invited({ guests: Number(guests), places: Number(places) })
}

type Form = {
  readonly filled: FilledGuests
  readonly problems: readonly FormProblem[]
  readonly problemsTitle?: string
  readonly problemsHelp?: string
  readonly looked?: LookedAt
  readonly done?: string | null
  /** One list is what somebody came for. */
  readonly isFolded?: boolean
}

function show(context: Context, { request, reply }: Asked, guestList: GuestsAt, form: Form): string {
  const { tenant, actor, language } = request
  const { event, prices, lists, open } = guestList
  const words = guestTexts[language]
  const path = guestsPath(event.id)
  const now = context.now()
  const { filled, problems, looked, done = null } = form
  const invite = (
    <GuestForm
      action={path}
      filled={filled}
      prices={prices}
      currency={tenant.currency}
      problems={problems}
      language={language}
    />
  )
  return showAdminPage(
    { request, reply },
    { title: `${words.title} · ${event.name}`, area: 'reservations' },
    <div class="stack">
      <p>
        {hasStaffPermission(actor, tenant, 'programme') ? (
          <a href={at(paths.event, { uuid: event.id })}>{words.back}</a>
        ) : (
          <a href={at(paths.sale, {}, { event: event.id })}>{words.backToDesk}</a>
        )}
      </p>
      <h1>{words.title}</h1>
      <p class="lead">
        <Written>{event.name}</Written>
        {' · '}
        <When at={event.startsAt} timeZone={tenant.timeZone} now={now} language={language} />
      </p>
      {done === null ? null : (
        <p class="notice" role="status">
          {done}
        </p>
      )}
      <Problems problems={problems} title={form.problemsTitle ?? words.problems.title} />
      {form.problemsHelp === undefined ? null : <p class="prose">{form.problemsHelp}</p>}
      {looked === undefined ? null : (
        <GuestLook {...looked} action={`${path}bookings/`} filled={filled} language={language} />
      )}
      {looked !== undefined || form.isFolded ? (
        <details>
          <summary>{looked === undefined ? words.form.more : words.form.change}</summary>
          {invite}
        </details>
      ) : (
        <section class="stack" aria-labelledby="invite">
          <h2 id="invite">{words.form.title}</h2>
          <p class="prose">{words.lead}</p>
          {prices.length > 0 || filled.text !== '' ? (
            invite
          ) : (
            <p class="notice">{event.published ? words.nothingOnSale : words.notPublished}</p>
          )}
        </section>
      )}
      <GuestLists {...{ lists, open, path, now, language }} timeZone={tenant.timeZone} />
      <p>
        <a class="go" href={doorListPath(event.id)}>
          {words.doorList}
        </a>
      </p>
    </div>,
  )
}
