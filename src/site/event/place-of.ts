import { placeLine } from '../../pages/event-card.tsx'

export type Place = {
  readonly stageName: string | null
  readonly locationName: string | null
  readonly address: string | null
  readonly postalCode: string | null
  readonly city: string | null
}

/** Words a place as `Main hall, Town hall, 1 rue du Port, 44000 Nantes`; null when nothing is known about it. */
export function placeOf({ stageName, locationName, address, postalCode, city }: Place): string | null {
  const town = placeLine([postalCode, city].filter((part) => part !== null).join(' '))
  return placeLine(stageName, locationName, address, town)
}
