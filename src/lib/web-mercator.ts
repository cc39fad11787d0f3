/** A place on a map, in degrees (WGS 84). */
export type Point = { readonly latitude: number; readonly longitude: number }

/** What of the world a map shows: its middle, and how near. At zoom 0 the world is one tile; each step doubles it. */
export type MapPart = Point & { readonly zoom: number }

/** The side of a tile in pixels, as map servers have agreed. */
export const tileSide = 256
export const mostZoom = 18
/** One place alone is shown with the streets around it, not with its roof. */
const nearestFit = 15
/** Beyond it the projection has no world. */
const mostLatitude = 85.051_128

/** Where a point lies on the whole world at a zoom, in pixels from its north-west corner (EPSG:3857). */
export function project({ latitude, longitude }: Point, zoom: number): readonly [x: number, y: number] {
  const side = tileSide * 2 ** zoom
  const sine = Math.sin((Math.min(Math.max(latitude, -mostLatitude), mostLatitude) * Math.PI) / 180)
  return [((longitude + 180) / 360) * side, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side]
}

function unproject([x, y]: readonly [number, number], zoom: number): Point {
  const side = tileSide * 2 ** zoom
  const north = Math.PI * (1 - (2 * y) / side)
  return { latitude: (Math.atan(Math.sinh(north)) * 180) / Math.PI, longitude: (x / side) * 360 - 180 }
}

/** The nearest part in which all points lie within so many pixels; null: there are no points. */
export function partAround(points: readonly Point[], width: number, height: number): MapPart | null {
  if (points.length === 0) return null
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => project(point, 0)[axis] ?? 0))
  const [west, east] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]
  const [north, south] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]
  const zoom = Math.floor(Math.log2(Math.min(width / (east - west), height / (south - north))))
  return { ...unproject([(west + east) / 2, (north + south) / 2], 0), zoom: Math.max(0, Math.min(zoom, nearestFit)) }
}

/** Reads a part as an address has it, `12/47.21837/-1.55362`; null: it is none. */
export function partOf(text: string): MapPart | null {
  const [, zoom, latitude, longitude] =
    /^(\d{1,2})\/(-?\d{1,2}(?:\.\d{1,6})?)\/(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text) ?? []
  const part = { zoom: Number(zoom), latitude: Number(latitude), longitude: Number(longitude) }
  return part.zoom <= mostZoom && Math.abs(part.latitude) <= 90 && Math.abs(part.longitude) <= 180 ? part : null
}

export function textOfPart({ zoom, latitude, longitude }: MapPart): string {
  return `${zoom}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`
}

/** How many metres a pixel is, in the middle of the part. */
export function metresPerPixel({ zoom, latitude }: MapPart): number {
  return (40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / (tileSide * 2 ** zoom)
}
