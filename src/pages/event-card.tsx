import type { PictureFocus } from '../lib/picture-focus.ts'
import type { Language } from '../lib/language.ts'
import type { Availability } from '../features/event/availability.queries.ts'
import { AvailabilityLine } from './availability-line.tsx'
import { CutImage } from './cut-image.tsx'
import { houseDate } from '../lib/time.ts'
import { Time, When } from './format.tsx'
import { useReader } from './reader.ts'
import { Written } from './written.tsx'

export type EventCardProps = {
  readonly href: string
  readonly name: string
  /** The organisation that wrote its name; absent: the organisation at whose address the page is. */
  readonly by?: { readonly language: Language }
  readonly startsAt: Date
  readonly allDay?: boolean
  readonly imageKey: string | null
  /** What stays in sight of the picture. */
  readonly focus: PictureFocus
  /** The artists, or what the event is about. */
  readonly billing?: string | null
  /** Who organises it and where it is: one short line each. */
  readonly lines?: readonly (string | null)[]
  /** When it was cancelled; null: it takes place. */
  readonly cancelledAt: Date | null
  /** What is to be had; undefined: nothing is known of it here. */
  readonly availability: Availability | undefined
  /** The currency; when absent, that of the organisation at whose address the page is. */
  readonly currency?: string
  /** The time zone; when absent, that of the organisation at whose address the page is. */
  readonly timeZone?: string
}

/** Shows an event of a day, below its heading: a small picture, and beside it what it is. */
export function EventCard(props: EventCardProps) {
  const {
    href,
    name,
    by,
    startsAt,
    allDay = false,
    imageKey,
    focus,
    billing,
    lines = [],
    availability,
    currency,
    cancelledAt,
  } = props
  const reader = useReader()
  const timeZone = props.timeZone ?? reader.timeZone
  const isOfToday = dateOf({ startsAt, allDay }, timeZone) >= houseDate(reader.now, reader.timeZone)
  return (
    <li class="card">
      {imageKey === null ? (
        <div class="blank" />
      ) : (
        <CutImage {...{ imageKey, focus }} size="med" sizes="clamp(5.5rem, 18vw, 11rem)" width={480} height={300} />
      )}
      <div class="text">
        {isOfToday && allDay ? null : (
          <p class="when">
            {isOfToday ? <Time at={startsAt} timeZone={timeZone} /> : <When at={startsAt} {...{ allDay, timeZone }} />}
          </p>
        )}
        <h4>
          <a href={href}>
            <Written by={by}>{name}</Written>
          </a>
        </h4>
        <Written by={by} as="p" class="muted">
          {billing || null}
        </Written>
        {lines
          .filter((line) => line !== null && line !== '')
          .map((line) => (
            <p key={line} class="muted">
              {line}
            </p>
          ))}
        <AvailabilityLine
          isCancelled={cancelledAt !== null}
          availability={availability}
          {...(currency === undefined ? {} : { currency })}
        />
      </div>
    </li>
  )
}

/** The date under which an event stands: a whole day begins at midnight, when it is still the night before. */
export function dateOf(
  { startsAt, allDay = false }: Pick<EventCardProps, 'startsAt' | 'allDay'>,
  timeZone: string,
): string {
  return houseDate(allDay ? new Date(startsAt.getTime() + 12 * 3_600_000) : startsAt, timeZone)
}

/** Joins the parts of a place, as `Town hall, Lyon`; missing or repeated ones are left out: `The Malt Store` of `The Malt Store, York`. */
export function placeLine(...parts: readonly (string | null)[]): string | null {
  const pieces = parts.flatMap((part) => (part ?? '').split(', ')).filter((piece) => piece !== '')
  const said = [...new Map(pieces.map((piece) => [piece.toLowerCase(), piece])).values()]
  return said.length === 0 ? null : said.join(', ')
}
