import type { ComponentChildren } from 'preact'
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
  const { doorsOpenAt, address, postalCode, city, accessNotes, artists } = event
  return (
    <dl class="facts">
      <Fact label={words.when}>
        <dd class="when">
          <When at={event.startsAt} timeZone={timeZone} language={language} now={now} />
        </dd>
      </Fact>
      {doorsOpenAt === null ? null : (
        <Fact label={words.doors}>
          <dd>
            <Time at={doorsOpenAt} timeZone={timeZone} language={language} />
          </dd>
        </Fact>
      )}
      {where === null ? null : (
        <Fact label={words.where}>
          <dd>
            {where}
            {address === null && city === null ? null : (
              <>
                <br />
                <a class="go small" href={mapAddress([address, postalCode, city])}>
                  {words.map}
                </a>
              </>
            )}
          </dd>
        </Fact>
      )}
      {accessNotes === null ? null : (
        <Fact label={words.access}>
          <dd class="prose">
            <Written>{accessNotes}</Written>
          </dd>
        </Fact>
      )}
      {artists.length === 0 ? null : (
        <Fact label={words.artists}>
          {artists.map((artist) => (
            <Artist key={artist.name} {...{ artist, timeZone, language }} />
          ))}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      {children}
    </div>
  )
}

type ArtistProps = {
  readonly artist: PublishedEvent['artists'][number]
  readonly timeZone: string
  readonly language: Language
}

function Artist({ artist: { name, startsAt }, timeZone, language }: ArtistProps) {
  return (
    <dd>
      {name}
      {startsAt === null ? null : (
        <span class="muted numbers">
          {' '}
          <Time at={startsAt} timeZone={timeZone} language={language} />
        </span>
      )}
    </dd>
  )
}

/** Asked for by whoever follows it, never by the page. */
function mapAddress(parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
