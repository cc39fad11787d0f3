import type { Context } from '../../../context.ts'
import type { Actor } from '../../../features/account/actor.ts'
import { type ListedDevice, listDevices } from '../../../features/device/device.queries.ts'
import { type Chores, listChores, type NearlyGone } from '../../../features/overview/chores.queries.ts'
import {
  countEntries,
  countRefusals,
  type EventTonight,
  listTonight,
  type Refusal,
  sumSales,
} from '../../../features/overview/overview.queries.ts'
import { type DaySales, fillDays, fillSlots, type Slot } from '../../../features/overview/overview.ts'
import { countThings, type EventThings } from '../../../features/reservation/hand-out.queries.ts'
import { hasDuty } from '../../../features/tenant/has-duty.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { listCurrentEventIds } from '../../../features/ticket/ticket.queries.ts'
import { timeText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { currentDay } from '../../../lib/time.ts'
import { overviewTexts } from '../../texts/admin/overview-texts.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { When } from '../format.tsx'
import { Written } from '../written.tsx'
import { BarChart } from './bar-chart.tsx'
import { EventsWithThings } from './events-with-things.tsx'
import { livePath } from './live.ts'
import { liveParts } from './live-script.ts'
import { DataTable } from './table.tsx'

const daysOfSales = 14
const mostListedEvents = 5
/** Six hours. */
const mostSlots = 72

export type Overview = {
  readonly events: readonly EventTonight[]
  readonly entries: readonly Slot[]
  readonly refusals: readonly Refusal[]
  readonly devices: readonly ListedDevice[]
  readonly sales: readonly DaySales[]
  readonly chores: Chores
  readonly things: readonly EventThings[]
}

/** Tonight as it is at this moment. */
export async function readOverview(
  { database, now: clock }: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
): Promise<Overview> {
  const [now, timeZone] = [clock(), tenant.timeZone]
  const day = currentDay(now, timeZone)
  const since = new Date(now.getTime() - daysOfSales * 86_400_000)
  return database.asTenant(tenant.id, async (tx) => {
    const eventIds = await listCurrentEventIds(tx, { ...day, now })
    const devices = await listDevices(tx, eventIds)
    return {
      events: await listTonight(tx, eventIds),
      entries: fillSlots(await countEntries(tx, eventIds), mostSlots),
      refusals: await countRefusals(tx, day.from),
      devices: devices.filter(({ admitted }) => admitted > 0),
      sales: fillDays(await sumSales(tx, { since, timeZone }), { now, timeZone, days: daysOfSales }),
      chores: await listChores(tx, now),
      things: await countThings(tx, now),
    }
  })
}

type OverviewProps = {
  readonly overview: Overview
  readonly tenant: Tenant
  readonly now: Date
  readonly actor: Actor
  readonly language: Language
}

/** What waits to be done is shown to those who may do it. */
export function OverviewSections(shown: OverviewProps) {
  const { actor, tenant } = shown
  return (
    <>
      <div class="stack" {...{ [liveParts.region]: livePath }}>
        <Tonight {...shown} />
      </div>
      <p class="muted small" hidden {...{ [liveParts.note]: '' }}>
        {overviewTexts[shown.language].live}
      </p>
      {hasDuty(actor, tenant, 'reservations') ? <ToHandOut {...shown} /> : null}
      <ChoreList {...shown} />
      <Sales {...shown} />
    </>
  )
}

function Tonight({ overview, tenant, now, language }: OverviewProps) {
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
  const when = { timeZone: tenant.timeZone, language }
  const { events, entries, devices, refusals } = overview
  if (events.length === 0) return <p class="empty">{words.noneTonight}</p>
  const turnedAway = refusals.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {events.map((event) => (
        <section key={event.id} class="stack">
          <h2>
            <Written>{event.name}</Written>
          </h2>
          <p class="muted">
            <When at={event.startsAt} now={now} {...when} />
            {event.cancelledAt === null ? null : ` · ${words.cancelled}`}
          </p>
          <ul class="tiles">
            <Tile
              name={words.sold}
              value={number.format(event.sold)}
              note={event.capacity === null ? null : words.ofCapacity(number.format(event.capacity))}
            />
            <Tile
              name={words.inside}
              value={number.format(event.inside)}
              note={words.ofSold(number.format(event.sold))}
            />
          </ul>
        </section>
      ))}
      <h2>{words.entries}</h2>
      {entries.length === 0 ? (
        <p class="empty">{words.noEntries}</p>
      ) : (
        <BarChart
          title={words.entries}
          asTable={words.asTable}
          columns={[words.time, words.people]}
          number={number}
          bars={entries.map(({ at, count }) => ({
            key: at.toISOString(),
            label: timeText({ at, ...when }),
            value: count,
          }))}
        />
      )}
      {devices.length === 0 ? null : (
        <>
          <h2>{words.devices}</h2>
          <DataTable
            label={words.devices}
            rows={devices}
            keyOf={({ id }) => id}
            columns={[
              { name: words.device, show: ({ name }) => name },
              { name: words.letIn, figures: true, show: ({ admitted }) => number.format(admitted) },
            ]}
          />
        </>
      )}
      <h2>
        {words.refusals}
        {turnedAway === 0 ? null : ` (${number.format(turnedAway)})`}
      </h2>
      {refusals.length === 0 ? (
        <p class="empty">{words.noRefusals}</p>
      ) : (
        <DataTable
          label={words.refusals}
          rows={refusals}
          keyOf={({ result }) => result}
          columns={[
            { name: words.reason, show: ({ result }) => words.reasons[result] },
            { name: words.people, figures: true, show: ({ count }) => number.format(count) },
          ]}
        />
      )}
    </>
  )
}

function Tile({
  name,
  value,
  note,
}: {
  readonly name: string
  readonly value: string
  readonly note: string | null
}) {
  return (
    <li class="tile">
      {name}
      <b>{value}</b>
      {note === null ? null : <span class="muted small">{note}</span>}
    </li>
  )
}

function ToHandOut({ overview: { things }, tenant, now, language }: OverviewProps) {
  const words = pageTexts[language].admin
  if (things.length === 0) return null
  const left = things.reduce((sum, event) => sum + event.left, 0)
  const handedOut = things.reduce((sum, event) => sum + event.handedOut, 0)
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <h2>{words.things}</h2>
      <ul class="tiles">
        <Tile name={words.things} value={number.format(left)} note={words.handedOut(handedOut)} />
      </ul>
      <EventsWithThings
        things={things.slice(0, mostListedEvents)}
        timeZone={tenant.timeZone}
        now={now}
        language={language}
      />
      <a class="button quiet" href="/admin/hand-outs/">
        {words.toHandOuts}
      </a>
    </>
  )
}

/** To each what is theirs to do; nothing at all for those who have none of these duties. */
function ChoreList({ overview: { chores }, actor, tenant, language }: OverviewProps) {
  const words = overviewTexts[language]
  const [mails, refunds, events] = (['reservations', 'money', 'programme'] as const).map((duty) =>
    hasDuty(actor, tenant, duty),
  )
  if (!mails && !refunds && !events) return null
  const waiting = [
    ...(mails && chores.mails > 0 ? [['/admin/mails/', words.mails(chores.mails)] as const] : []),
    ...(refunds && chores.owedRefunds > 0
      ? [['/admin/refunds/', words.owedRefunds(chores.owedRefunds)] as const]
      : []),
    ...(refunds && chores.failedRefunds > 0
      ? [['/admin/refunds/', words.failedRefunds(chores.failedRefunds)] as const]
      : []),
  ]
  const nearlyGone = events ? chores.nearlyGone : []
  return (
    <>
      <h2>{words.chores}</h2>
      {waiting.length === 0 && nearlyGone.length === 0 ? (
        <p class="empty">{words.noChores}</p>
      ) : (
        <ul class="rows">
          {waiting.map(([href, text]) => (
            <li key={text}>
              <a class="go" href={href}>
                {text}
              </a>
            </li>
          ))}
          {nearlyGone.map((gone) => (
            <Gone key={`${gone.eventId} ${gone.priceId}`} gone={gone} language={language} />
          ))}
        </ul>
      )}
    </>
  )
}

function Gone({ gone, language }: { readonly gone: NearlyGone; readonly language: Language }) {
  const words = overviewTexts[language]
  const { eventId, eventName, priceId, priceName, productName, left } = gone
  const price = [productName, priceName].filter((name) => name !== null).join(', ')
  return (
    <li>
      <a class="name" href={eventId === null ? `/admin/prices/${priceId}/` : `/admin/events/${eventId}/`}>
        <Written>{eventName ?? price}</Written>
      </a>
      {eventName === null || price === '' ? null : (
        <span class="muted small">
          <Written>{price}</Written>
        </span>
      )}
      <span class="figure">
        {priceId === null
          ? words.nearlyGone(left)
          : words.fewLeft(new Intl.NumberFormat(language).format(left))}
      </span>
    </li>
  )
}

function Sales({ overview: { sales }, language }: OverviewProps) {
  const words = overviewTexts[language]
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <h2>{words.sales}</h2>
      <p class="muted">{words.lastDays(daysOfSales)}</p>
      <BarChart
        title={words.sales}
        asTable={words.asTable}
        columns={[words.day, words.tickets]}
        number={new Intl.NumberFormat(language)}
        bars={sales.map((sold) => ({
          key: sold.day,
          label: day.format(new Date(`${sold.day}T00:00:00Z`)),
          value: sold.tickets,
        }))}
      />
    </>
  )
}
