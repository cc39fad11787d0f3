import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { getEvent } from '../../features/event/event.queries.ts'
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
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { bodyBytes, staff, type Asked } from '../../http/route.ts'
import { type GuestTexts, guestTexts } from '../../messages/office/guest.ts'
import { BooleanIn, Maybe, TextQuery, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { showRoom } from '../kit/frame.tsx'
import { Go, Section } from '../../pages/parts.tsx'
import { explainFile, explainRefused } from './explain-guests.ts'
import { type FilledGuests, GuestForm, longestList } from './guest-form.tsx'
import { GuestLists } from './guest-lists.tsx'
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
  /** The list, as long as a form may be: one that is too long is refused beside its field, which keeps all of it. */
  text: Maybe(TypedLongText({ max: bodyBytes })),
})

const ofEvent = { access: staff('reservations'), params: UuidParams } as const

/** Who is invited to an event: a list is looked at first, and then booked by one press (ADR 0161). */
export function registerGuestPages(app: FastifyInstance, context: Context): void {
  page(app, {
    ...ofEvent,
    method: 'GET',
    url: paths.eventGuests,
    query: GuestsQuery,
    handler: async (asked) => {
      const { tenant, language, params, query } = asked
      const guestList = await read(context, tenant, params.uuid, query)
      const done = doneWords(query.done ?? '', guestTexts[language])
      const filled = { list: newId(), name: '', priceId: cheapest(guestList.prices), isMailed: true, text: '' }
      return show(asked, guestList, { filled, problems: [], done, isFolded: guestList.open !== null })
    },
  })

  registerLook(app, context)
  registerBookings(app, context)
}

/** Shows what was understood of a list, before anything is booked. */
function registerLook(app: FastifyInstance, context: Context): void {
  page(app, {
    ...ofEvent,
    method: 'POST',
    url: paths.eventGuests,
    forms: 'with_files',
    body: GuestsBody,
    handler: async (asked) => {
      const { tenant, language, params, body, request } = asked
      const guestList = await read(context, tenant, params.uuid, {})
      const { text, problem } = sentText(request, body)
      const filled = { ...filledIn(body), text }
      const wrong = problem && { field: 'file', detail: guestTexts[language].problems[problem] }
      const list = wrong ? [wrong] : checkList(filled, guestList.prices, language)
      if (!('price' in list)) return refuse(asked, guestList, filled, list)
      const known = await findKnown(context, tenant, guestList.event.id, list.guests)
      const looked = {
        guests: list.guests.map((guest) => ({ ...guest, known: known.get(guestKey(guest)) ?? null })),
        passedOver: list.passedOver,
        left: list.price.left,
        mailsLeft: await countUnaskedLeft(context, tenant.id),
      }
      return show(asked, guestList, { filled, problems: [], looked })
    },
  })
}

function registerBookings(app: FastifyInstance, context: Context): void {
  page(app, {
    ...ofEvent,
    method: 'POST',
    url: `${paths.eventGuests}bookings/`,
    forms: true,
    body: GuestsBody,
    handler: async (asked) => {
      const { tenant, actor, language, params, body, reply } = asked
      const guestList = await read(context, tenant, params.uuid, {})
      const filled = filledIn(body)
      const list = checkList(filled, guestList.prices, language)
      if (!('price' in list)) return refuse(asked, guestList, filled, list)
      const { guests, places, refused } = await inviteGuests(context, tenant, actor, {
        eventId: guestList.event.id,
        priceId: list.price.id,
        toMail: filled.isMailed,
        guests: list.guests,
        list: { id: filled.list, name: filled.name },
        language: tenant.language,
      })
      if (refused.length === 0) {
        const done = { list: guests === 0 ? null : filled.list, done: `${guests}-${places}` }
        return reply.redirect(at(paths.eventGuests, params, done), 303)
      }
      reply.code(409)
      const words = guestTexts[language]
      const rest = [list.header, ...refused.map(({ guest }) => guest.text)]
      return show(asked, await read(context, tenant, params.uuid, {}), {
        filled: { ...filled, text: rest.filter((line) => line !== '').join('\n') },
        problems: explainRefused(refused, list.price, language),
        problemsTitle: words.refused.title({ guests: refused.length }),
        problemsHelp: words.refused.help,
        done: guests === 0 ? null : words.invited({ guests, places }),
      })
    },
  })
}

function refuse(asked: Asked, guestList: GuestsAt, filled: FilledGuests, problems: readonly FormProblem[]): string {
  asked.reply.code(400)
  return show(asked, guestList, { filled, problems })
}

/** Reads a list with the price that its guests are booked at, or says what is wrong with them. */
function checkList({ text, priceId }: FilledGuests, prices: readonly OfferedPrice[], language: Language) {
  const words = guestTexts[language].problems
  if (text.length > longestList) return [{ field: 'text', detail: words.tooLong }]
  const price = prices.find(({ id }) => id === priceId)
  if (price === undefined) return [{ field: 'price', detail: words.price }]
  const list = readGuestFile(text)
  const problems = explainFile(list, language)
  return typeof list === 'string' || problems.length > 0 ? problems : { ...list, price }
}

type GuestsAt = Awaited<ReturnType<typeof read>>

/** Reads the event with the prices that guests may take their places from. @throws AppError not_found */
async function read(
  context: Context,
  tenant: Tenant,
  eventId: string,
  { list, page: number = 1 }: Static<typeof GuestsQuery>,
) {
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

/** Finds the id of the cheapest price, which is the one for guests more often than not. */
function cheapest(prices: readonly OfferedPrice[]): string {
  return prices.toSorted((one, other) => one.amountMinor - other.amountMinor)[0]?.id ?? ''
}

/** Reads the list; a file comes before what was pasted. `problem`: why the file cannot be read. */
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
  const { list, price: priceId, name, text } = body
  return { list, name: name ?? '', priceId, isMailed: body.mail === true, text: text ?? '' }
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
  /** Whether one list is what the person came for. */
  readonly isFolded?: boolean
}

function show(asked: Asked, guestList: GuestsAt, form: Form): string {
  const { tenant, actor, language } = asked.request
  const { event, lists, open } = guestList
  const words = guestTexts[language]
  const { filled, problems, looked } = form
  const isPlanning = hasStaffPermission(actor, tenant, 'programme')
  return showRoom(
    asked,
    {
      title: `${words.title} · ${event.name}`,
      area: 'reservations',
      back: isPlanning
        ? [at(paths.event, { uuid: event.id }), words.back]
        : [at(paths.sale, {}, { event: event.id }), words.backToDesk],
      heading: words.title,
    },
    <p class="lead">
      <Written>{event.name}</Written>
      {' · '}
      <When at={event.startsAt} />
    </p>,
    <Done>{form.done ?? null}</Done>,
    <Problems problems={problems} title={form.problemsTitle ?? words.problems.title} />,
    form.problemsHelp === undefined ? null : <p class="prose">{form.problemsHelp}</p>,
    looked === undefined ? null : (
      <GuestLook {...looked} action={`${at(paths.eventGuests, { uuid: event.id })}bookings/`} filled={filled} />
    ),
    <Invite {...{ guestList, form }} />,
    <GuestLists {...{ lists, open }} path={at(paths.eventGuests, { uuid: event.id })} />,
    <Go to={doorListPath(event.id)}>{words.doorList}</Go>,
  )
}

/** The form of a list, folded up where the person came for something else. */
function Invite({ guestList: { event, prices }, form }: { readonly guestList: GuestsAt; readonly form: Form }) {
  const words = useTexts(guestTexts)
  const { filled, problems, looked } = form
  const invite = <GuestForm action={at(paths.eventGuests, { uuid: event.id })} {...{ filled, prices, problems }} />
  if (looked !== undefined || form.isFolded)
    return (
      <details>
        <summary>{looked === undefined ? words.form.more : words.form.change}</summary>
        {invite}
      </details>
    )
  return (
    <Section id="invite" title={words.form.title} lead={words.lead}>
      {prices.length > 0 || filled.text !== '' ? (
        invite
      ) : (
        <p class="notice">{event.published ? words.nothingOnSale : words.notPublished}</p>
      )}
    </Section>
  )
}
