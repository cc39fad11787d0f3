import { fieldError } from '../../errors.ts'
import type { Coordinates } from '../../lib/coordinates.ts'

/** One of the two alone is nowhere. @throws AppError validation_failed */
export function requireBothCoordinates({ latitude = null, longitude = null }: Partial<Coordinates>): void {
  if ((latitude === null) === (longitude === null)) return
  throw fieldError(latitude === null ? 'latitude' : 'longitude', 'coordinate_missing')
}
