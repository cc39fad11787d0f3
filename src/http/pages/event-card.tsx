import { variationsOf } from '../../integrations/media/image-variations.ts'
import type { Language } from '../../lib/language.ts'
import { When } from './format.tsx'

export type EventCardProps = {
  readonly href: string
  readonly name: string
  readonly startsAt: Date
  readonly imageKey: string | null
  /** Where it is, by whom, who plays: one short line each. */
  readonly lines: readonly (string | null)[]
  readonly timeZone: string
  readonly language: Language
  readonly now: Date
}

export function EventCard({ href, name, startsAt, imageKey, lines, ...when }: EventCardProps) {
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
          <a href={href}>{name}</a>
        </h3>
        {lines
          .filter((line) => line !== null && line !== '')
          .map((line) => (
            <p key={line} class="muted">
              {line}
            </p>
          ))}
      </div>
    </li>
  )
}

/** `Town hall, Lyon`; what is missing, or says the same again, is left out: `The Malt Store` of `The Malt Store, York`. */
export function placeLine(...parts: readonly (string | null)[]): string | null {
  const pieces = parts.flatMap((part) => (part ?? '').split(', ')).filter((piece) => piece !== '')
  const said = [...new Map(pieces.map((piece) => [piece.toLowerCase(), piece])).values()]
  return said.length === 0 ? null : said.join(', ')
}
