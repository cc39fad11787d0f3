import type { Config } from '../../config.ts'
import { localeOf } from '../../lib/format.ts'
import { type Coordinates, pointOf } from '../../lib/coordinates.ts'
import {
  type MapPart,
  metresPerPixel,
  mostZoom,
  partAround,
  type Point,
  project,
  tileSide,
} from '../../lib/web-mercator.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { type EventCardProps, placeLine } from '../../pages/event-card.tsx'
import { When } from '../../pages/format.tsx'
import { LinkTo } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import type { SearchFields } from './calendar-search.tsx'
import { addressOfView } from './view.ts'

/** Where the pictures of a map come from, and whom they are owed to. */
export type MapTiles = Pick<Config, 'mapTiles' | 'mapCredit'>

export type MappedEvent = Pick<
  EventCardProps,
  'href' | 'name' | 'by' | 'startsAt' | 'allDay' | 'timeZone' | 'cancelledAt'
> &
  Coordinates & { readonly id: string; readonly locationName: string | null; readonly city: string | null }

type MapViewProps = {
  /** What is shown; null: every place. */
  readonly part: MapPart | null
  readonly fields: SearchFields
  /** In the order they start. */
  readonly events: readonly MappedEvent[]
  /** Without pictures the places stand on plain ground, with their names. */
  readonly tiles: MapTiles
}

/** Of the whole map; a phone shows the middle of it. */
const width = 1024
const height = 420
/** Within what a phone shows, with room for a mark and its name. */
const [fitWidth, fitHeight] = [260, 320]
/** Marks that are nearer to one another are one: a thumb presses it. */
const apart = 36
const shownAtOnce = 5
/** From map to map without the way down to it. */
const hereAgain = '#map'

type Place = Point & { readonly name: string; readonly events: readonly MappedEvent[] }

/** Shows the places of events on a map, which needs no script: marks lead to what is on there, listed below, or to a nearer map. */
export function MapView({ part: asked, fields, events, tiles: { mapTiles, mapCredit } }: MapViewProps) {
  const { language } = useReader()
  const words = homeTexts[language]
  const places = placesOf(events)
  const part = asked ?? partAround(places, fitWidth, fitHeight)
  const elsewhere = events.length - places.reduce((sum, place) => sum + place.events.length, 0)
  if (part === null) return <p class="empty">{words.nothingOnMap}</p>
  const shown = places.filter((place) => isWithin(place, part))
  const nearer = (to: Point, by: number) =>
    addressOfView({ kind: 'map', part: { ...to, zoom: Math.min(Math.max(part.zoom + by, 0), mostZoom) } }, fields) +
    hereAgain
  return (
    <>
      <nav class="map" id="map" aria-label={words.map}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice">
          <title>{words.map}</title>
          {mapTiles === null ? <Ground part={part} /> : <Tiles part={part} address={mapTiles} />}
          {marksOf(shown, part).map((mark) => (
            <Mark key={mark.places[0]} {...{ mark, shown, nearer }} isNamed={mapTiles === null} zoom={part.zoom} />
          ))}
        </svg>
      </nav>
      {mapTiles === null || mapCredit === null ? null : <Credit text={mapCredit} />}
      <p class="actions">
        {part.zoom < mostZoom ? <LinkTo to={nearer(part, 1)}>{words.closer}</LinkTo> : null}
        {part.zoom > 0 ? <LinkTo to={nearer(part, -1)}>{words.farther}</LinkTo> : null}
        {asked === null ? null : (
          <LinkTo to={addressOfView({ kind: 'map', part: null }, fields) + hereAgain}>{words.allPlaces}</LinkTo>
        )}
      </p>
      {shown.length === 0 ? <p class="empty">{words.nothingHere}</p> : null}
      <ol class="places">
        {shown.map((place, index) => (
          <li key={place.name} id={`place-${index + 1}`}>
            <h3>
              <span class="number">{index + 1}</span> {place.name}
            </h3>
            <Events events={place.events.slice(0, shownAtOnce)} />
            {place.events.length > shownAtOnce ? (
              <details>
                <summary>{words.moreThere({ count: place.events.length - shownAtOnce })}</summary>
                <Events events={place.events.slice(shownAtOnce)} />
              </details>
            ) : null}
          </li>
        ))}
      </ol>
      {elsewhere === 0 ? null : <p class="muted">{words.offMap({ count: elsewhere })}</p>}
    </>
  )
}

/** Events by where they are: what has the same coordinates and the same name is one place. */
function placesOf(events: readonly MappedEvent[]): readonly Place[] {
  const there = events.flatMap((event) => {
    const point = pointOf(event)
    if (point === null) return []
    const [latitude, longitude] = point
    const name = placeLine(event.locationName, event.city) ?? `${latitude}, ${longitude}`
    return [{ latitude, longitude, name, event }]
  })
  const grouped = Map.groupBy(there, ({ latitude, longitude, name }) => `${latitude} ${longitude} ${name}`)
  return [...grouped.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ ...first, events: group.map(({ event }) => event) }]
  })
}

/** Where a point is on the drawing. */
function drawn(point: Point, part: MapPart): readonly [x: number, y: number] {
  const [[x, y], [middleX, middleY]] = [project(point, part.zoom), project(part, part.zoom)]
  return [Math.round(x - middleX + width / 2), Math.round(y - middleY + height / 2)]
}

function isWithin(point: Point, part: MapPart): boolean {
  const [x, y] = drawn(point, part)
  return x >= 0 && x <= width && y >= 0 && y <= height
}

/** Where a mark is drawn, and which of the places it stands for, by their index. */
type MarkOf = { readonly x: number; readonly y: number; readonly places: readonly number[] }

function marksOf(shown: readonly Place[], part: MapPart): readonly MarkOf[] {
  const marks: MarkOf[] = []
  for (const [index, place] of shown.entries()) {
    const [x, y] = drawn(place, part)
    const near = marks.findIndex((mark) => Math.hypot(mark.x - x, mark.y - y) < apart)
    const mark = marks[near]
    if (mark === undefined) marks.push({ x, y, places: [index] })
    else marks[near] = { ...mark, places: [...mark.places, index] }
  }
  return marks
}

type MarkProps = {
  readonly mark: MarkOf
  readonly shown: readonly Place[]
  readonly zoom: number
  readonly isNamed: boolean
  /** The address of a map so many steps nearer, around a point. */
  readonly nearer: (to: Point, by: number) => string
}

/** A place by its number in the list; several that lie too close by how many they are. */
function Mark({ mark: { x, y, places }, shown, zoom, isNamed, nearer }: MarkProps) {
  const words = useTexts(homeTexts)
  const there = places.flatMap((index) => shown[index] ?? [])
  const [first] = there
  if (first === undefined) return null
  const around = partAround(there, fitWidth, fitHeight)
  const isOne = there.length === 1 || around === null || around.zoom <= zoom
  const number = (places[0] ?? 0) + 1
  const count = there.reduce((sum, { events }) => sum + events.length, 0)
  return (
    <a
      href={isOne ? `#place-${number}` : nearer(around, around.zoom - zoom)}
      aria-label={isOne ? words.atPlace({ place: first.name, count }) : words.placesNearby({ count: there.length })}
    >
      {isOne ? <circle cx={x} cy={y} r={15} /> : <rect x={x - 19} y={y - 15} width={38} height={30} rx={6} />}
      <text x={x} y={y}>
        {isOne ? number : `+${there.length}`}
      </text>
      {isNamed ? (
        <text class="name" x={x} y={y + 28}>
          {isOne ? first.name : townsOf(there)}
        </text>
      ) : null}
    </a>
  )
}

/** Where several places are: their towns, and where no town is known, their names; two of them. */
function townsOf(places: readonly Place[]): string {
  const names = new Set(places.map(({ events: [first], name }) => first?.city ?? name))
  return [...[...names].slice(0, 2), ...(names.size > 2 ? ['…'] : [])].join(', ')
}

function Tiles({ part, address }: { readonly part: MapPart; readonly address: string }) {
  const [middleX, middleY] = project(part, part.zoom)
  const [left, top] = [middleX - width / 2, middleY - height / 2]
  const count = 2 ** part.zoom
  const between = (from: number, size: number) => {
    const first = Math.floor(from / tileSide)
    return Array.from({ length: Math.floor((from + size) / tileSide) - first + 1 }, (_, index) => first + index)
  }
  return between(top, height)
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      between(left, width).map((column) => (
        <image
          key={`${column} ${row}`}
          href={tileAddress(address, part.zoom, ((column % count) + count) % count, row)}
          x={Math.round(column * tileSide - left)}
          y={Math.round(row * tileSide - top)}
          width={tileSide}
          height={tileSide}
        />
      )),
    )
}

function tileAddress(address: string, zoom: number, column: number, row: number): string {
  return address.replace('{z}', String(zoom)).replace('{x}', String(column)).replace('{y}', String(row))
}

/** Plain ground without pictures: squares say how far things are apart, and a line how long their sides are. */
function Ground({ part }: { readonly part: MapPart }) {
  const { language } = useReader()
  const most = metresPerPixel(part) * 120
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  const [value, unit] = metres < 1_000 ? [metres, 'meter'] : [metres / 1_000, 'kilometer']
  const side = metres / metresPerPixel(part)
  const [from, to] = [width / 2 - 140, width / 2 - 140 + side]
  const along = (most: number, first: number) =>
    Array.from({ length: Math.ceil((most - first) / side) }, (_, index) => (first + index * side).toFixed(1))
  return (
    <>
      <path
        class="ground"
        d={[
          ...along(width, from % side).map((x) => `M${x} 0v${height}`),
          ...along(height, (height - 14) % side).map((y) => `M0 ${y}h${width}`),
        ].join('')}
      />
      <path class="scale" d={`M${from} ${height - 20}v6H${to.toFixed(1)}v-6`} />
      <text class="scale" x={from} y={height - 24}>
        {new Intl.NumberFormat(localeOf(language), { style: 'unit', unit }).format(value)}
      </text>
    </>
  )
}

/** Whom the pictures are owed to; an address at the end of it is where that leads. */
function Credit({ text }: { readonly text: string }) {
  const [, said = text, address] = /^(.*\S)\s+(https?:\/\/\S+)$/.exec(text) ?? []
  return (
    <p class="small muted">
      {address === undefined ? (
        said
      ) : (
        <LinkTo to={address} rel="noopener">
          {said}
        </LinkTo>
      )}
    </p>
  )
}

function Events({ events }: Pick<MapViewProps, 'events'>) {
  const { isCancelled } = useTexts(eventTexts)
  return (
    <ul>
      {events.map(({ id, href, name, by, startsAt, allDay = false, timeZone, cancelledAt }) => (
        <li key={id}>
          <a href={href}>
            <Written by={by}>{name}</Written>
          </a>
          {cancelledAt === null ? ' ' : ` · ${isCancelled} `}
          <When at={startsAt} {...{ allDay }} {...(timeZone === undefined ? {} : { timeZone })} />
        </li>
      ))}
    </ul>
  )
}

/** Whether a map says more than the page: where there is more than one place on it. */
export function hasMap(events: readonly Coordinates[]): boolean {
  return new Set(events.flatMap((event) => pointOf(event)?.join(' ') ?? [])).size > 1
}
