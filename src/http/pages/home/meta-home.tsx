import type { TenantUrls } from '../../../features/deps.ts'
import type { SharedEvent } from '../../../features/tenant/calendar.queries.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { variationsOf } from '../../../integrations/media/image-variations.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { EventCard, placeLine } from '../event-card.tsx'
import { organisationName } from '../layout.tsx'
import { Pager } from '../pager.tsx'

type MetaHomeProps = {
  readonly meta: Tenant
  readonly events: readonly SharedEvent[]
  readonly page: number
  readonly more: boolean
  readonly tenants: readonly Tenant[]
  readonly urls: TenantUrls
  readonly language: Language
  readonly now: Date
}

/** The calendar that several organisations share, and who they are. */
export function MetaHome(props: MetaHomeProps) {
  const { meta, events, page, more, tenants, urls, language, now } = props
  const words = pageTexts[language].meta
  return (
    <>
      <div class="stack">
        <h1>{organisationName(meta)}</h1>
        {meta.shortDescription === null ? null : <p class="lead">{meta.shortDescription}</p>}
      </div>
      <section class="stack" aria-labelledby="calendar">
        <h2 id="calendar">{words.calendar}</h2>
        {events.length === 0 ? (
          <p class="empty">{words.noEvents}</p>
        ) : (
          <ul class="cards">
            {events.map((event) => (
              <EventCard
                key={event.eventId}
                href={`${urls.base(event.host)}/events/${event.slug}/`}
                name={event.name}
                startsAt={event.startsAt}
                imageKey={event.imageKey}
                lines={[event.organisation, placeLine(event.locationName, event.city)]}
                timeZone={event.timeZone}
                language={language}
                now={now}
              />
            ))}
          </ul>
        )}
        <Pager page={page} more={more} language={language} />
      </section>
      <section class="stack" aria-labelledby="directory">
        <h2 id="directory">{words.directory}</h2>
        {tenants.length === 0 ? <p class="empty">{words.noTenants}</p> : null}
        <ul class="cards">
          {tenants.map((tenant) => (
            <TenantCard key={tenant.id} tenant={tenant} urls={urls} language={language} />
          ))}
        </ul>
        <p>
          <a href="/tenant/new/">{words.createTenant}</a>
        </p>
      </section>
    </>
  )
}

function TenantCard({ tenant, urls, language }: { tenant: Tenant; urls: TenantUrls; language: Language }) {
  return (
    <li class="card">
      {tenant.imageKey === null ? (
        <div class="blank" />
      ) : (
        <img src={`/${variationsOf(tenant.imageKey).hdr}`} alt="" width={720} height={450} loading="lazy" />
      )}
      <div class="text">
        <h3>
          <a href={`${urls.base(tenant.host)}/`}>{tenant.organisation}</a>
        </h3>
        <p class="muted">{placeLine(pageTexts[language].categories[tenant.category], tenant.city)}</p>
        {tenant.shortDescription === null ? null : <p>{tenant.shortDescription}</p>}
      </div>
    </li>
  )
}
