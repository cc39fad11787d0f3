import { variationsOf } from '../integrations/media/image-variations.ts'
import type { Language } from '../lib/language.ts'
import type { Availability } from '../features/event/availability.queries.ts'
import { AvailabilityLine } from './availability-line.tsx'
import { When } from './format.tsx'
import { Written } from './written.tsx'

export type EventCardProps = {
  readonly href: string
  readonly name: string
  /** The organisation that wrote its name; absent: the organisation at whose address the page is. */
  readonly by?: { readonly language: Language }
  readonly startsAt: Date
  readonly allDay?: boolean
  readonly imageKey: string | null
  /** The artists, or what the event is about. */
  readonly billing?: string | null
  /** Who organises it and where it is: one short line each. */
  readonly lines?: readonly (string | null)[]
  /** What is to be had; undefined: nothing is known of it here. */
  readonly availability: Availability | undefined
  /** The currency; when absent, that of the organisation at whose address the page is. */
  readonly currency?: string
  /** The time zone; when absent, that of the organisation at whose address the page is. */
  readonly timeZone?: string
}

export function EventCard(props: EventCardProps) {
  const { href, name, by, startsAt, imageKey, billing, lines = [], availability, currency, ...when } = props
  return (
    <li class="card">
      {imageKey === null ? (
        <div class="blank" />
      ) : (
        <img src={`/${variationsOf(imageKey).hdr}`} alt="" width={720} height={450} loading="lazy" />
      )}
      <div class="text">
        <p class="when">
          <When at={startsAt} {...when} />
        </p>
        <h3>
          <a href={href}>
            <Written by={by}>{name}</Written>
          </a>
        </h3>
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
        <AvailabilityLine availability={availability} {...(currency === undefined ? {} : { currency })} />
      </div>
    </li>
  )
}

/** Joins the parts of a place, as `Town hall, Lyon`; missing or repeated ones are left out: `The Malt Store` of `The Malt Store, York`. */
export function placeLine(...parts: readonly (string | null)[]): string | null {
  const pieces = parts.flatMap((part) => (part ?? '').split(', ')).filter((piece) => piece !== '')
  const said = [...new Map(pieces.map((piece) => [piece.toLowerCase(), piece])).values()]
  return said.length === 0 ? null : said.join(', ')
}
