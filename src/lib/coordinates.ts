/** Where something is on a map, in degrees (WGS 84). Null, both of them: not known. */
export type Coordinates = { readonly latitude: number | null; readonly longitude: number | null }

/** The most degrees to either side of the equator, and of Greenwich. */
export const mostLatitude = 90
export const mostLongitude = 180

/** The latitude and the longitude of a place; null: they are not known. */
export function pointOf({ latitude, longitude }: Coordinates): readonly [latitude: number, longitude: number] | null {
  return latitude === null || longitude === null ? null : [latitude, longitude]
}

/** A place on the map as somebody else says it; without both degrees, or beyond the map, none. */
export function pointWithin(latitude: unknown, longitude: unknown): Coordinates {
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= mostLatitude &&
    Math.abs(longitude) <= mostLongitude
  return isPoint
    ? { latitude: roundedDegrees(latitude), longitude: roundedDegrees(longitude) }
    : { latitude: null, longitude: null }
}

/** Keeps six decimals, which is a hand's breadth: more are noise, and would be written with an exponent. */
export function roundedDegrees(degrees: number): number {
  // Adding nothing makes 0 of -0.
  return Math.round(degrees * 1e6) / 1e6 + 0
}

const degreesPattern = '[+\\-−]?\\d{1,3}(?:[.,]\\d{1,20})?°?'
const pairPattern = `(${degreesPattern})(?:\\s*[,;]\\s*|\\s+)(${degreesPattern})`
const typedDegrees = new RegExp(`^\\s*${degreesPattern}\\s*$`)
const typedPair = new RegExp(`^\\s*${pairPattern}\\s*$`)

/** What may be typed for one of the two, or for both as a map gives them. */
export const typedDegreesPattern = `\\s*(?:${degreesPattern}|${pairPattern})\\s*`

/** Reads degrees as people type them, `48.8566` or `48,8566`; null: they are none. */
export function readDegrees(typed: string): number | null {
  if (!typedDegrees.test(typed)) return null
  return roundedDegrees(Number(typed.trim().replace('−', '-').replace(',', '.').replace('°', '')))
}

/** Divides what was copied from a map, `48.8566, 2.3522`; null: it is not both. A single number may have a decimal comma. */
export function dividePair(typed: string): readonly [latitude: string, longitude: string] | null {
  if (typedDegrees.test(typed)) return null
  const [, latitude, longitude] = typedPair.exec(typed) ?? []
  return latitude === undefined || longitude === undefined ? null : [latitude, longitude]
}
