import type { ListedEvent } from '../../features/event/event-page.queries.ts'
import { socialSiteNames, socialSites, type Tenant } from '../../features/tenant/tenant.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { Pager } from '../../pages/pager.tsx'
import { ButtonLink, LinkTo, Section } from '../../pages/parts.tsx'
import { PosterImage } from '../../pages/poster-image.tsx'
import { useTexts } from '../../pages/reader.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Written } from '../../pages/written.tsx'
import { FeedLinks } from '../feeds/feed-links.tsx'
import { OpenPicture } from './open-picture.tsx'
import { Programme } from './programme.tsx'

type TenantHomeProps = {
  readonly tenant: Tenant
  /** The address of the organisation, without a slash. */
  readonly base: string
  /** Whether anybody may top up a card here. */
  readonly topUps: boolean
  readonly events: readonly ListedEvent[]
  readonly page: number
  readonly more: boolean
}

/** Shows the organisation, what is coming up, the menu of its restaurant, and how to reach it. */
export function TenantHome({ tenant, base, topUps, events, page, more }: TenantHomeProps) {
  const words = useTexts(homeTexts)
  return (
    <>
      <div class={tenant.imageKey === null ? 'poster' : 'poster pictured'}>
        <PosterImage imageKey={tenant.imageKey} />
        <div class="stack">
          <h1>{tenant.organisation}</h1>
          <Written as="p" class="lead">
            {tenant.shortDescription}
          </Written>
          {tenant.membershipButton || topUps ? (
            <p class="actions">
              {tenant.membershipButton ? <ButtonLink to={visitorPaths.membership}>{words.join}</ButtonLink> : null}
              {topUps ? (
                <ButtonLink to={visitorPaths.topUp} look="quiet">
                  {words.topUp}
                </ButtonLink>
              ) : null}
            </p>
          ) : null}
        </div>
      </div>
      <Section id="upcoming" title={words.upcoming}>
        {events.length === 0 ? (
          <p class="empty">{words.noEvents}</p>
        ) : (
          <Programme category={tenant.category} events={events} />
        )}
        <Pager page={page} more={more} />
        <FeedLinks base={base} search="" />
      </Section>
      <Written as="p" class="prose">
        {tenant.longDescription}
      </Written>
      <Menu tenant={tenant} />
      <Contact tenant={tenant} />
    </>
  )
}

type TenantProps = { readonly tenant: Tenant }

function Menu({ tenant: { organisation, menuImageKey } }: TenantProps) {
  const words = useTexts(homeTexts)
  if (menuImageKey === null) return null
  return (
    <Section id="menu" title={words.menu}>
      <OpenPicture imageKey={menuImageKey} alt={words.menuOf({ organisation })} />
    </Section>
  )
}

type Line = { readonly text: string; readonly href?: string }

function Contact({ tenant }: TenantProps) {
  const words = useTexts(homeTexts)
  const { organisation, mapImageKey } = tenant
  const lines = linesOf(tenant, words.website)
  if (lines.length === 0 && mapImageKey === null) return null
  return (
    <Section id="contact" title={words.contact}>
      <div class="contact">
        {lines.length === 0 ? null : <Lines lines={lines} />}
        {mapImageKey === null ? null : <OpenPicture imageKey={mapImageKey} alt={words.mapOf({ organisation })} />}
      </div>
    </Section>
  )
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul class="tight">
      {lines.map(({ text, href }) => (
        <li key={text}>
          {href === undefined ? (
            <span>{text}</span>
          ) : (
            <LinkTo to={href} {...(isWebAddress(href) ? { rel: 'noopener' } : {})}>
              {text}
            </LinkTo>
          )}
        </li>
      ))}
    </ul>
  )
}

function linesOf(tenant: Tenant, websiteText: string): readonly Line[] {
  const { phone, email, website } = tenant
  const town = [tenant.postalCode, tenant.city].filter((part) => part !== null).join(' ')
  const address = placeLine(tenant.address, town)
  return [
    ...(address === null ? [] : [{ text: address }]),
    ...(phone === null ? [] : [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }]),
    ...(email === null ? [] : [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }]),
    ...(isWebAddress(website) ? [{ text: websiteText, href: website }] : []),
    ...socialLines(tenant),
  ]
}

/** Lists the links to social sites; what was typed and is no address is the organisation's name there. */
function socialLines(tenant: Tenant): readonly Line[] {
  return socialSiteNames.flatMap((site): readonly Line[] => {
    const given = tenant[site]
    if (given === null || given === '') return []
    const name = socialSites[site]
    return [isWebAddress(given) ? { text: name, href: given } : { text: `${name} ${given}` }]
  })
}
