import type { ComponentChildren } from 'preact'
import type { Event } from '../../features/event/event.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Asked } from '../../http/route.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'
import { ArchiveDone, saidOf } from '../kit/parts.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { EventState } from './events.tsx'

/** The pages of one event, in the order of their tabs, with the staff permission that opens each. */
const tabs = {
  overview: { path: paths.event, permission: 'overview' },
  description: { path: paths.eventDescription, permission: 'programme' },
  schedule: { path: paths.eventSchedule, permission: 'programme' },
  prices: { path: paths.eventPrices, permission: 'programme' },
  doors: { path: paths.eventDoors, permission: 'programme' },
  settlement: { path: paths.eventSettlement, permission: 'money' },
  more: { path: paths.eventMore, permission: 'programme' },
} as const
export type EventTab = keyof typeof tabs

type Framed = {
  readonly event: Event
  readonly tab: EventTab
  /** What has just been done, from the query. */
  readonly done?: string | undefined
  readonly scriptPath?: string | readonly string[]
}

/** Shows one page of an event, below the tabs that the person who asks may open. */
export function showEventTab(
  asked: Asked,
  { event, tab: here, done, scriptPath }: Framed,
  content: ComponentChildren,
): string {
  const { actor, tenant, language } = asked.request
  const words = eventOverviewTexts[language]
  const open = (Object.keys(tabs) as EventTab[]).filter((tab) =>
    hasStaffPermission(actor, tenant, tabs[tab].permission),
  )
  const mayList = hasStaffPermission(actor, tenant, 'programme')
  return showRoom(
    asked,
    {
      title: here === 'overview' ? event.name : `${words.tabs[here]} · ${event.name}`,
      area: mayList ? 'events' : 'overview',
      ...(scriptPath === undefined ? {} : { scriptPath }),
      back: mayList ? [paths.events, eventTexts[language].back] : undefined,
      heading: <Written>{event.name}</Written>,
    },
    <p class="muted">
      <When at={event.startsAt} />
      <EventState event={event} />
    </p>,
    open.length < 2 ? null : (
      <Tabs
        label={words.tabsOf}
        tabs={open.map((tab) => [at(tabs[tab].path, { uuid: event.id }), words.tabs[tab], tab === here])}
      />
    ),
    <Done>{doneWords(done, event, language)}</Done>,
    mayList ? (
      <ArchiveDone action={at(paths.eventArchive, { uuid: event.id })} archived={event.archived} done={done} />
    ) : null,
    event.archived ? <p class="notice">{eventEndsTexts[language].isArchived}</p> : null,
    content,
  )
}

function doneWords(done: string | undefined, { imageKey }: Framed['event'], language: Language): string | null {
  const { copied, made, addPicture } = eventTexts[language]
  const [, copies] = /^copied-(\d{1,2})$/.exec(done ?? '') ?? []
  if (copies !== undefined) return copied({ count: Number(copies) })
  const hint = imageKey === null ? [addPicture({ tab: eventOverviewTexts[language].tabs.description })] : []
  return saidOf(done, { saved: deskTexts[language].saved, made: [made, ...hint].join(' ') })
}
