import type { ComponentChildren } from 'preact'
import type { EventCategory } from '../../features/tenant/event-category.ts'
import type { Availability } from '../../features/event/availability.queries.ts'
import type { ListedEvent } from '../../features/event/event-page.queries.ts'
import { socialSiteNames, socialSites, type Tenant } from '../../features/tenant/tenant.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { type HomeTexts, homeTexts } from '../../messages/site/home.ts'
import { contactLinks } from '../../pages/contact-links.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { Pager } from '../../pages/pager.tsx'
import { Field } from '../../pages/form/field.tsx'
import { ButtonLink, LinkTo, QuietLink, Section, Submit } from '../../pages/parts.tsx'
import { PosterImage } from '../../pages/poster-image.tsx'
import { useTexts } from '../../pages/reader.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Prose } from '../../pages/prose.tsx'
import { Written } from '../../pages/written.tsx'
import { FeedLinks } from '../feeds/feed-links.tsx'
import { searchOf } from './calendar-query.ts'
import type { SearchFields } from './calendar-search.tsx'
import { hasMap, type MapTiles, MapView } from './map-view.tsx'
import { MonthView } from './month-view.tsx'
import { Chips, SearchInWords } from './narrowing.tsx'
import { OpenPicture } from './open-picture.tsx'
import { Programme } from './programme.tsx'
import type { View } from './view.ts'

type TenantHomeProps = {
  readonly tenant: Tenant
  /** The address of the organisation, without a slash. */
  readonly base: string
  /** Events of others that name it; null: none. */
  readonly appearances: ComponentChildren
  /** Whether anybody may top up a card here. */
  readonly topUps: boolean
  readonly view: View
  readonly tiles: MapTiles
  /** What is asked for: a category, days. */
  readonly fields: SearchFields
  /** Those of all upcoming events. */
  readonly categories: readonly EventCategory[]
  readonly events: readonly ListedEvent[]
  /** What is to be had, by the ids of the events. */
  readonly availability: ReadonlyMap<string, Availability>
  readonly page: number
  readonly more: boolean
}

const looks = { beside: 'poster pictured', banner: 'poster bannered', none: 'poster' } as const

/** Shows the organisation, what is coming up, the menu of its restaurant, and how to reach it. */
export function TenantHome(props: TenantHomeProps) {
  const { tenant, base, appearances, topUps, view, tiles, fields, categories, events, availability, page, more } = props
  const { imageFocus, pictureHeader } = tenant
  const imageKey = pictureHeader === 'none' ? null : tenant.imageKey
  const words = useTexts(homeTexts)
  const search = searchOf(fields)
  const feedLinks = <FeedLinks base={base} search={search} />
  const isAll = search === '' && view.kind === 'list'
  const playsElsewhereAlone = appearances !== null && isAll && events.length === 0
  return (
    <>
      <div class={imageKey === null ? 'poster' : looks[pictureHeader]}>
        <PosterImage imageKey={imageKey} banner={pictureHeader === 'banner' ? imageFocus : null} />
        <div class="stack">
          <h1>{tenant.organisation}</h1>
          <Written as="p" class="lead">
            {tenant.shortDescription}
          </Written>
          {tenant.membershipButton || topUps ? (
            <p class="actions">
              {tenant.membershipButton ? <ButtonLink to={visitorPaths.membership}>{words.join}</ButtonLink> : null}
              {topUps ? <QuietLink to={visitorPaths.topUp}>{words.topUp}</QuietLink> : null}
            </p>
          ) : null}
        </div>
      </div>
      {playsElsewhereAlone ? null : (
        <Section id="upcoming" title={words.upcoming}>
          {events.length === 0 && isAll ? null : (
            <>
              <Chips {...{ view, fields, categories }} hasMap={hasMap(events)} />
              <Dates fields={fields} />
            </>
          )}
          <SearchInWords fields={fields} />
          {view.kind === 'month' ? (
            <MonthView month={view.month} {...{ fields }} events={events.map(shownOf)} />
          ) : view.kind === 'map' ? (
            <MapView part={view.part} {...{ fields, tiles }} events={events.map(shownOf)} />
          ) : events.length === 0 ? (
            <p class="empty">{nothingText(fields, words)}</p>
          ) : (
            <Programme category={tenant.category} {...{ events, availability }} />
          )}
          <Pager page={page} more={more} query={fields} />
          {feedLinks}
        </Section>
      )}
      {appearances === null ? null : (
        <Section id="appearances" title={words.appearances}>
          {appearances}
          {playsElsewhereAlone ? feedLinks : null}
        </Section>
      )}
      <Prose below={1} text={tenant.longDescription} />
      <Menu tenant={tenant} />
      <Contact tenant={tenant} />
    </>
  )
}

function shownOf(event: ListedEvent) {
  return { ...event, href: at(visitorPaths.event, { slug: event.slug }) }
}

function nothingText({ from, to, category }: SearchFields, words: HomeTexts): string {
  if (from !== '' || to !== '') return words.nothingThen
  return category === '' ? words.noEvents : words.nothingOfCategory
}

/** Asks for days of one's own, folded up: most people come for what is next. */
function Dates({ fields: { from, to, category } }: Pick<TenantHomeProps, 'fields'>) {
  const words = useTexts(homeTexts)
  return (
    <details>
      <summary>{words.chooseDates}</summary>
      <form class="search" method="get" action={visitorPaths.home}>
        {category === '' ? null : <input type="hidden" name="category" value={category} />}
        <Field id="from" label={words.fromDay} type="date" value={from} />
        <Field id="to" label={words.toDay} type="date" value={to} />
        <Submit look="quiet">{words.showDates}</Submit>
      </form>
    </details>
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
  const { website } = tenant
  const town = [tenant.postalCode, tenant.city].filter((part) => part !== null).join(' ')
  const address = placeLine(tenant.address, town)
  return [
    ...(address === null ? [] : [{ text: address }]),
    ...contactLinks(tenant),
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
