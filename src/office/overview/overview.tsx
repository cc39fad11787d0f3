import type { NearlyGone } from '../../features/overview/open-tasks.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, numberText, timeText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { currentDay } from '../../lib/time.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { administrationTexts } from '../../messages/office/administration.ts'
import { LinkTo, QuietLink } from '../../pages/parts.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { EventsWithThings } from '../hand-outs/events-with-things.tsx'
import { Tiles } from '../kit/parts.tsx'
import { liveParts } from './live-script.ts'
import { Sales } from './overview-sales.tsx'
import { Conflicts, conflictsId } from './overview-conflicts.tsx'
import { Tonight } from './overview-tonight.tsx'
import type { OverviewProps } from './read-overview.ts'

const mostListedEvents = 5

/** The overview: each task is shown to those who may do it. */
export function OverviewSections(shown: OverviewProps) {
  const { actor, tenant } = shown
  return (
    <>
      <div class="stack" {...{ [liveParts.region]: paths.live, [liveParts.said]: waitingText(shown) }}>
        <ChoreList {...shown} />
        <Takings {...shown} />
        <Tonight {...shown} />
        {hasStaffPermission(actor, tenant, 'reservations') ? <ToHandOut {...shown} /> : null}
        <Conflicts {...shown} conflicts={shown.overview.conflicts} />
      </div>
      <p class="unseen" role="status" {...{ [liveParts.status]: '' }} />
      <p class="muted small" hidden {...{ [liveParts.note]: '' }}>
        {overviewTexts[shown.language].live}
      </p>
      <Sales {...shown} />
    </>
  )
}

/** Says what came in since the day began, and how. */
function Takings({ overview: { takings, choices }, language }: OverviewProps) {
  if (takings === null) return <DayNote />
  const moved = takings.filter(({ methods }) => methods.length > 0)
  // On a day without an event nobody looks for nothing.
  const shown = moved.length > 0 || choices.length === 0 ? moved : takings.slice(0, 1)
  if (shown.length === 0) return <DayNote />
  return shown.map(({ currency, methods, keptMinor }, place) => {
    const amount = (minor: number) => amountText(minor, currency, language)
    const words = overviewTexts[language]
    return (
      <section key={currency} class="stack">
        <h2>{words.takings}</h2>
        {place === 0 ? <DayNote isBesideMoney /> : null}
        <Tiles
          money
          of={[
            { name: words.takingsOfAll, value: amount(keptMinor) },
            ...methods.map(({ method, receivedMinor, refundedMinor, withdrawnMinor }) => ({
              name: closingTexts[language].methods[method],
              value: amount(receivedMinor),
              note:
                refundedMinor + withdrawnMinor === 0
                  ? null
                  : words.refundedNote({ amount: amount(refundedMinor + withdrawnMinor) }),
            })),
          ]}
        />
      </section>
    )
  })
}

/** Says what a day is here, and of money that the books take another one. */
function DayNote({ isBesideMoney = false }: { readonly isBesideMoney?: boolean }) {
  const reader = useReader()
  const words = overviewTexts[reader.language]
  const { from, to } = currentDay(reader.now, reader.timeZone)
  const time = (at: Date) => timeText({ ...reader, at })
  return (
    <p class="muted small">
      {words.dayNote({ from: time(from), to: time(to) })} {isBesideMoney ? words.booksNote : null}
    </p>
  )
}

function ToHandOut({ overview: { things }, language }: OverviewProps) {
  const words = administrationTexts[language]
  if (things.length === 0) return null
  const left = things.reduce((sum, event) => sum + event.left, 0)
  const handedOut = things.reduce((sum, event) => sum + event.handedOut, 0)
  return (
    <>
      <h2>{words.things}</h2>
      <Tiles
        of={[{ name: words.things, value: numberText(left, language), note: words.handedOut({ count: handedOut }) }]}
      />
      <EventsWithThings things={things.slice(0, mostListedEvents)} />
      <QuietLink to={paths.handOuts}>{words.toHandOuts}</QuietLink>
    </>
  )
}

/** Lists the tasks that the permissions of the actor cover; null: the actor has none of these permissions. */
function openTasksOf({ overview: { openTasks }, actor, tenant, language }: OverviewProps) {
  const words = overviewTexts[language]
  const [mails, refunds, events, doors] = (['reservations', 'money', 'programme', 'door'] as const).map((permission) =>
    hasStaffPermission(actor, tenant, permission),
  )
  if (!mails && !refunds && !events && !doors) return null
  const one = (
    is: boolean | undefined,
    count: number,
    path: string,
    say: (given: { readonly count: number }) => string,
  ) => (is && count > 0 ? [{ path, text: say({ count }) }] : [])
  const early = openTasks.early.map(({ eventId, name, scanned }) => ({
    path: at(paths.event, { uuid: eventId }),
    text: words.early({ event: name, scanned }),
  }))
  const alarms = openTasks.alarms.map(({ deviceId, name, count }) => ({
    path: at(paths.device, { uuid: deviceId }),
    text: words.alarm({ device: name, count }),
  }))
  const waiting = [
    ...(doors ? [...alarms, ...early] : []),
    ...one(mails, openTasks.mails, paths.mails, words.mails),
    ...one(refunds, openTasks.owedRefunds, paths.refunds, words.owedRefunds),
    ...one(refunds, openTasks.failedRefunds, paths.refunds, words.failedRefunds),
  ]
  return { waiting, nearlyGone: events ? openTasks.nearlyGone : [] }
}

/** Says to people who have the page read out how much waits, and not each scan or thing that went over the desk. */
function waitingText(shown: OverviewProps): string {
  const openTasks = openTasksOf(shown)
  const count = openTasks === null ? 0 : openTasks.waiting.length + openTasks.nearlyGone.length
  return overviewTexts[shown.language].waiting({ tasks: count, conflicts: shown.overview.conflicts.length })
}

function ChoreList(shown: OverviewProps) {
  const { language } = shown
  const words = overviewTexts[language]
  const openTasks = openTasksOf(shown)
  if (openTasks === null) return null
  const { nearlyGone } = openTasks
  const count = shown.overview.conflicts.length
  const conflicts = count === 0 ? [] : [{ path: `#${conflictsId}`, text: words.conflicts({ count }) }]
  const waiting = [...conflicts, ...openTasks.waiting]
  return (
    <>
      <h2>{words.openTasks}</h2>
      {waiting.length === 0 && nearlyGone.length === 0 ? (
        <p class="empty">{words.noChores}</p>
      ) : (
        <ul class="rows">
          {waiting.map(({ path, text }) => (
            <li key={text}>
              <LinkTo to={path}>{text}</LinkTo>
            </li>
          ))}
          {nearlyGone.map((gone) => (
            <Gone key={`${gone.eventId} ${gone.priceId}`} gone={gone} />
          ))}
        </ul>
      )}
    </>
  )
}

function Gone({ gone }: { readonly gone: NearlyGone }) {
  const { language } = useReader()
  const words = overviewTexts[language]
  const { eventId, eventName, priceId, priceName, productName, left } = gone
  const price = [productName, priceName].filter((name) => name !== null).join(', ')
  return (
    <li>
      <a
        class="name"
        href={eventId === null ? at(paths.price, { uuid: priceId ?? '' }) : at(paths.event, { uuid: eventId })}
      >
        <Written>{eventName ?? price}</Written>
      </a>
      {eventName === null || price === '' ? null : (
        <span class="muted small">
          <Written>{price}</Written>
        </span>
      )}
      <span class="figure">
        {priceId === null ? words.nearlyGone({ left }) : words.fewLeft({ left: numberText(left, language) })}
      </span>
    </li>
  )
}
