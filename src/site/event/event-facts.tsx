import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { Time, When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { placeOf } from './place-of.ts'

type EventFactsProps = {
  readonly tenant: Pick<Tenant, 'timeZone'>
  readonly event: PublishedEvent
  readonly language: Language
  readonly now: Date
}

/** That it does not take place, or that its date is a new one, and why. */
export function EventChange({ event, tenant, language, now }: EventFactsProps) {
  const words = eventTexts[language]
  if (event.cancelledAt === null && event.postponedFrom === null) return null
  return (
    <div class={event.cancelledAt === null ? 'notice' : 'notice refused'}>
      {event.cancelledAt !== null ? (
        <>
          <strong>{words.cancelled}</strong>
          <p>{words.cancelledText}</p>
        </>
      ) : event.postponedFrom === null ? null : (
        <p>
          <strong>{words.postponed}</strong> {words.postponedFrom}{' '}
          <When at={event.postponedFrom} timeZone={tenant.timeZone} language={language} now={now} withinSentence />
        </p>
      )}
      {event.changeReason === null ? null : (
        <Written as="p" class="prose">
          {event.changeReason}
        </Written>
      )}
    </div>
  )
}

export function EventFacts({ tenant, event, language, now }: EventFactsProps) {
  const words = eventTexts[language]
  const { timeZone } = tenant
  const where = placeOf(event)
  return (
    <dl class="facts">
      <div>
        <dt>{words.when}</dt>
        <dd class="when">
          <When at={event.startsAt} timeZone={timeZone} language={language} now={now} />
        </dd>
      </div>
      {event.doorsOpenAt === null ? null : (
        <div>
          <dt>{words.doors}</dt>
          <dd>
            <Time at={event.doorsOpenAt} timeZone={timeZone} language={language} />
          </dd>
        </div>
      )}
      {where === null ? null : (
        <div>
          <dt>{words.where}</dt>
          <dd>
            {where}
            {event.address === null && event.city === null ? null : (
              <>
                <br />
                <a class="go small" href={mapAddress([event.address, event.postalCode, event.city])}>
                  {words.map}
                </a>
              </>
            )}
          </dd>
        </div>
      )}
      {event.accessNotes === null ? null : (
        <div>
          <dt>{words.access}</dt>
          <dd class="prose">
            <Written>{event.accessNotes}</Written>
          </dd>
        </div>
      )}
      {event.artists.length === 0 ? null : (
        <div>
          <dt>{words.artists}</dt>
          {event.artists.map((artist) => (
            <dd key={artist.name}>
              {artist.name}
              {artist.startsAt === null ? null : (
                <span class="muted numbers">
                  {' '}
                  <Time at={artist.startsAt} timeZone={timeZone} language={language} />
                </span>
              )}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

/** Asked for by whoever follows it, never by the page. */
function mapAddress(parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
