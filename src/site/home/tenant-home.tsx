import type { ListedEvent } from '../../features/event/event-page.queries.ts'
import { socialSiteNames, socialSites, type Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { Pager } from '../../pages/pager.tsx'
import { PosterImage } from '../../pages/poster-image.tsx'
import { isWebAddress } from '../../pages/web-address.ts'
import { Written } from '../../pages/written.tsx'
import { Programme } from './programme.tsx'

type TenantHomeProps = {
  readonly tenant: Tenant
  readonly events: readonly ListedEvent[]
  readonly page: number
  readonly more: boolean
  readonly language: Language
  readonly now: Date
}

/** The organisation, what is coming up, and how to reach it. */
export function TenantHome({ tenant, events, page, more, language, now }: TenantHomeProps) {
  const words = homeTexts[language]
  return (
    <>
      <div class={tenant.imageKey === null ? 'poster' : 'poster pictured'}>
        <PosterImage imageKey={tenant.imageKey} />
        <div class="stack">
          <h1>{tenant.organisation}</h1>
          {tenant.shortDescription === null ? null : (
            <Written as="p" class="lead">
              {tenant.shortDescription}
            </Written>
          )}
          {tenant.membershipButton ? (
            <a class="button" href="/membership/">
              {words.join}
            </a>
          ) : null}
        </div>
      </div>
      <section class="stack" aria-labelledby="upcoming">
        <h2 id="upcoming">{words.upcoming}</h2>
        {events.length === 0 ? (
          <p class="empty">{words.noEvents}</p>
        ) : (
          <Programme tenant={tenant} events={events} language={language} now={now} />
        )}
        <Pager page={page} more={more} language={language} />
      </section>
      {tenant.longDescription === null ? null : (
        <Written as="p" class="prose">
          {tenant.longDescription}
        </Written>
      )}
      <Contact tenant={tenant} language={language} />
    </>
  )
}

function Contact({ tenant, language }: { tenant: Tenant; language: Language }) {
  const words = homeTexts[language]
  const address = placeLine(tenant.address, [tenant.postalCode, tenant.city].filter((part) => part !== null).join(' '))
  const lines = [
    ...(address === null ? [] : [<span key="address">{address}</span>]),
    ...(tenant.phone === null
      ? []
      : [
          <a key="phone" class="go" href={`tel:${tenant.phone.replace(/[^\d+]/g, '')}`}>
            {tenant.phone}
          </a>,
        ]),
    ...(tenant.email === null
      ? []
      : [
          <a key="email" class="go" href={`mailto:${encodeURIComponent(tenant.email).replace('%40', '@')}`}>
            {tenant.email}
          </a>,
        ]),
    ...(isWebAddress(tenant.website)
      ? [
          <a key="website" class="go" href={tenant.website} rel="noopener">
            {words.website}
          </a>,
          ...socialSiteNames.flatMap((site) => {
            const given = tenant[site]
            if (given === null || given === '') return []
            return isWebAddress(given) ? (
              <a key={site} class="go" href={given} rel="noopener">
                {socialSites[site]}
              </a>
            ) : (
              <span key={site}>
                {socialSites[site]} {given}
              </span>
            )
          }),
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <section class="stack" aria-labelledby="contact">
      <h2 id="contact">{words.contact}</h2>
      <ul class="tight">
        {lines.map((line) => (
          <li key={line.key}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
