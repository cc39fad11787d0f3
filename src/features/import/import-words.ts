import type { MembershipPeriod, ProductKind } from '../catalog/product.ts'
import { foldText, readUuid } from '../../lib/text.ts'

/** The letters of the interface and the words of spreadsheets for one thing, folded. */
type Words<Value extends string> = Readonly<Record<Value, string>>

const kinds = {
  ticket: 'b ticket tickets billet billets entrada entradas eintritt',
  free: 'f free gratuit gratis kostenlos',
  pack: 'p pack',
  cashless_top_up: 'r s recharge aufladung recarga cashless',
  clothing: 't clothing vetement kleidung ropa',
  merchandise: 'm merchandise merchandising',
  membership: 'a membership subscription adhesion abonnement mitgliedschaft membresia',
} as const satisfies Words<ProductKind>

const periods = {
  year: 'y year an annee annuel yearly jahr ano',
  civil_year: 'c civil_year civil',
  school_year: 's school_year scholar scolaire schuljahr',
  month: 'm month mois mensuel monthly monat mes',
  calendar_month: 'o calendar_month',
  week: 'w week semaine woche semana',
  day: 'd day jour tag dia',
  hour: 'h hour heure stunde hora',
} as const satisfies Words<MembershipPeriod>

/** What a booking at another server came to: only what was paid or confirmed opens the door. */
const bookings = {
  good: 'p pe pn v fa paid valid valide confirmed confirme paye bezahlt pagado',
  cancelled: 'c cancelled canceled annule annulee storniert cancelado anulado',
  open: 'r u f created unpaid impaye',
} as const

const tickets = {
  not_scanned: 'k not_scanned valid valide gultig valido',
  scanned: 's scanned scanne eingelassen escaneado used utilise',
  cancelled: 'cancelled canceled annule storniert cancelado anulado',
  inactive: 'c n created not_active inactive inactif',
} as const

function reader<Value extends string>(words: Words<Value>) {
  const known = new Map(
    Object.entries<string>(words).flatMap(([value, said]) => said.split(' ').map((one) => [one, value as Value])),
  )
  return (text: string): Value | null => known.get(foldText(text)) ?? null
}

/** Each reads a letter or a word; null: it is none of them. */
export const readKind = reader(kinds)
export const readPeriod = reader(periods)
export const readBookingStatus = reader(bookings)
export const readTicketStatus = reader(tickets)

/** A thing of which both are told, its name and its id: `Ziskakan (0197…)`. */
export const nameWithId = (name: string, id: string) => `${name} (${id})`

/** Reads a name with an id behind it; null: it is something else. */
export function readNameWithId(text: string): { readonly name: string; readonly id: string } | null {
  const [, name, said] = /^(.+) \(([^()]+)\)$/.exec(text.trim()) ?? []
  const id = readUuid(said ?? '')
  return name === undefined || id === null ? null : { name, id }
}
