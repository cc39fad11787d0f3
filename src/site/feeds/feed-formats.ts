import { pointOf } from '../../lib/coordinates.ts'
import { calendarText, calendarZones } from '../../lib/icalendar.ts'
import { type XmlNode, xmlDocument, xmlElement, xmlText } from '../../lib/xml.ts'
import type { Feed, FeedItem } from './feed.ts'

const georss = 'http://www.georss.org/georss'

/** How long a reader may wait before it looks again. */
export const refreshHours = 1

/** RFC 5545 and 7986. An event has its uid in every feed that tells of it, so that a person's calendar shows it once. */
export async function icalendarOf({ title, url, items }: Feed): Promise<string> {
  const zones = await calendarZones(items.map(({ timeZone }) => timeZone))
  const entries = items.map((item) => ({
    uid: item.uid ?? item.eventId,
    sequence: item.calendarSequence,
    // The same at each reading, so that a feed in which nothing changed is the same.
    stamp: item.updatedAt,
    changedAt: item.updatedAt,
    startsAt: item.startsAt,
    endsAt: item.endsAt,
    allDay: item.allDay,
    timeZone: item.timeZone,
    isCancelled: item.cancelledAt !== null,
    summary: item.title,
    description: item.shortDescription,
    place: item.place,
    category: item.category?.name ?? null,
    latitude: item.latitude,
    longitude: item.longitude,
    url: item.url,
    imageUrl: item.imageUrl,
  }))
  return calendarText(entries, { name: title, url, refreshHours }, zones)
}

/** RSS 2.0. A description is HTML there, so a text is written as HTML first. */
export function rssOf({ title, description, language, homeUrl, url, changedAt, items }: Feed): string {
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:georss': georss,
    'xmlns:media': 'http://search.yahoo.com/mrss/',
  }
  const entry = (item: FeedItem) =>
    xmlElement(
      'item',
      {},
      xmlElement('title', {}, item.title),
      xmlElement('link', {}, item.url),
      xmlElement('guid', { isPermaLink: 'false' }, urn(item)),
      xmlElement('pubDate', {}, item.updatedAt.toUTCString()),
      item.category && xmlElement('category', {}, item.category.name),
      xmlElement('description', {}, xmlText(item.text).replaceAll('\n', '<br>')),
      item.imageUrl === null ? null : xmlElement('media:content', { url: item.imageUrl, medium: 'image' }),
      pointIn(item),
    )
  const about = [
    xmlElement('title', {}, title),
    xmlElement('link', {}, homeUrl),
    xmlElement('description', {}, xmlText(description ?? title)),
    xmlElement('language', {}, language),
    xmlElement('lastBuildDate', {}, changedAt.toUTCString()),
    xmlElement('ttl', {}, String(refreshHours * 60)),
    xmlElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: url }),
  ]
  return xmlDocument(
    xmlElement('rss', { version: '2.0', ...namespaces }, xmlElement('channel', {}, ...about, ...items.map(entry))),
  )
}

/** RFC 4287. */
export function atomOf({ title, description, language, organisation, homeUrl, url, changedAt, items }: Feed): string {
  const link = (rel: string, href: string, type: string) => xmlElement('link', { rel, href, type })
  const author = (name: string) => xmlElement('author', {}, xmlElement('name', {}, name))
  const entry = (item: FeedItem) =>
    xmlElement(
      'entry',
      {},
      xmlElement('id', {}, urn(item)),
      xmlElement('title', {}, item.title),
      xmlElement('updated', {}, item.updatedAt.toISOString()),
      link('alternate', item.url, 'text/html'),
      item.imageUrl === null ? null : link('enclosure', item.imageUrl, 'image/webp'),
      author(item.organisation),
      item.category && xmlElement('category', { term: item.category.term, label: item.category.name }),
      xmlElement('summary', {}, item.text),
      pointIn(item),
    )
  return xmlDocument(
    xmlElement(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:georss': georss, 'xml:lang': language },
      xmlElement('id', {}, url),
      xmlElement('title', {}, title),
      description === null ? null : xmlElement('subtitle', {}, description),
      xmlElement('updated', {}, changedAt.toISOString()),
      link('self', url, 'application/atom+xml'),
      link('alternate', homeUrl, 'text/html'),
      author(organisation),
      xmlElement('generator', {}, 'Guichet'),
      ...items.map(entry),
    ),
  )
}

/** JSON Feed 1.1. What an event has beside a piece of news stands in `_event`. */
export function jsonFeedOf({ title, description, language, organisation, homeUrl, url, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    ...(description === null ? {} : { description }),
    home_page_url: homeUrl,
    feed_url: url,
    language,
    authors: [{ name: organisation, url: homeUrl }],
    items: items.map((item) => ({
      id: urn(item),
      url: item.url,
      title: item.title,
      content_text: item.text,
      ...(item.imageUrl === null ? {} : { image: item.imageUrl }),
      date_modified: item.updatedAt.toISOString(),
      authors: [{ name: item.organisation }],
      ...(item.category === null ? {} : { tags: [item.category.name] }),
      _event: {
        uuid: item.eventId,
        name: item.name,
        external: item.link !== null,
        datetime: item.startsAt.toISOString(),
        end_datetime: item.endsAt?.toISOString() ?? null,
        time_zone: item.timeZone,
        place: item.place,
        category: item.category?.term ?? null,
        latitude: item.latitude,
        longitude: item.longitude,
        cancelled_at: item.cancelledAt?.toISOString() ?? null,
      },
    })),
  })
}

/** Where it is, as GeoRSS Simple has it; null: not known. */
function pointIn(item: FeedItem): XmlNode | null {
  const point = pointOf(item)
  return point === null ? null : xmlElement('georss:point', {}, point.join(' '))
}

/** RFC 4122, 3. */
function urn({ eventId }: FeedItem): string {
  return `urn:uuid:${eventId}`
}
