import type { Cost, Deal } from '../../features/accounting/settlement.ts'
import type { MembershipPeriod, ProductKind } from '../../features/catalog/product.ts'
import type { EventCategory } from '../../features/tenant/event-category.ts'
import type { ProgrammeValues } from '../../features/tenant/programme-fields.ts'
import type { TenantCategory } from '../../features/tenant/tenant.ts'
import type { Theme } from '../../features/tenant/theme.ts'
import type { Language } from '../../lib/language.ts'

/** A day of the demonstration, as the calendar on the wall has it. */
export type DemoDay = {
  /** `2026-05-01` */
  readonly date: string
  /** Days since 1970: what alternates from day to day goes by it. */
  readonly number: number
  /** `vendredi 1er mai`, `Friday 1 May` */
  readonly inWords: (language: Language) => string
}

export type DemoPrice = {
  readonly name: string
  readonly amountMinor: number
  readonly stock?: number
  readonly maxPerUser?: number
  readonly period?: MembershipPeriod
  /** Name of the membership product it takes. */
  readonly membersOf?: string
  /** Whether the person who pays chooses the amount; amountMinor is the least. */
  readonly openAmount?: boolean
  /** Sold for so many days from the day the demonstration is first made; its product is offered at later events only. */
  readonly soldForDays?: number
  /** A note for the people at the door. */
  readonly scanNote?: string
}

export type DemoProduct = {
  readonly name: string
  readonly kind: ProductKind
  readonly shortDescription: string
  readonly longDescription?: string
  readonly sendToCashless?: boolean
  readonly prices: readonly DemoPrice[]
}

/** What becomes of an event before its evening. */
export type DemoOutcome =
  | { readonly kind: 'sold_out'; readonly waiting: number }
  | { readonly kind: 'cancelled'; readonly reason: string }
  | { readonly kind: 'postponed'; readonly days: number; readonly reason: string }

/** The look that tells one organisation from another at a glance. */
export type DemoLook = {
  /** Like the colours of its palettes, `#0b6e5f`. */
  readonly accentColor: string
  readonly theme: Omit<Theme, 'accentColor'>
  readonly motif: 'panes' | 'lanterns' | 'beam'
  readonly palettes: readonly (readonly [night: string, glow: string, light: string, pale: string])[]
}

export type DemoCode = { readonly code: string; readonly discountHundredths: number }

/** What the evening costs, and what was agreed with its artists, by their names; it is settled by what comes in. */
export type DemoTerms = {
  readonly costs: readonly Cost[]
  readonly deals: Readonly<Record<string, Omit<Deal, 'artistId'>>>
}

export type DemoEvent = {
  readonly name: string
  readonly shortDescription: string
  readonly longDescription?: string
  readonly eventCategory: EventCategory
  /** `20:30`; an end before the start is on the next day. */
  readonly start: string
  readonly end: string
  readonly capacity: number | null
  readonly stage: string
  readonly project?: string
  readonly products: readonly string[]
  readonly options?: readonly string[]
  /** Name, and when they play. */
  readonly artists: readonly (readonly [name: string, at: string])[]
  /** Reservations on the day itself, and while it is still to come. */
  readonly crowd: { readonly tonight: number; readonly before: number }
  readonly outcome?: DemoOutcome
  readonly terms?: DemoTerms
}

export type DemoOrganisation = {
  readonly slug: string
  readonly category: TenantCategory
  readonly organisation: string
  /** The address by which the demonstration knows its own organisations. */
  readonly email: string
  readonly language: Language
  readonly currency: string
  readonly look: DemoLook
  readonly code: DemoCode
  readonly shortDescription: string
  readonly longDescription: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly latitude: number
  readonly longitude: number
  readonly phone: string
  readonly website: string
  readonly places: readonly (ProgrammeValues['location'] & { readonly stages: readonly string[] })[]
  readonly projects: readonly Omit<ProgrammeValues['project'], 'longDescription'>[]
  readonly artists: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string>>
  readonly products: readonly DemoProduct[]
  readonly devices: {
    readonly paired: readonly string[]
    readonly waiting: string
    readonly supervisor: string
    readonly archived: string
  }
  readonly eventsOn: (day: DemoDay) => readonly DemoEvent[]
}

const weekDays = 7

/** Tells whether the day lies in the first, second or third of three weeks: the programme has days in each. */
export function isInWeek(week: 0 | 1 | 2, day: DemoDay): boolean {
  return Math.floor(day.number / weekDays) % 3 === week
}

/** One of `values`, another one each day. */
export function ofTheDay<T>(values: readonly T[], day: DemoDay): T {
  const value = values[day.number % values.length]
  if (value === undefined) throw new Error('there is nothing for this day')
  return value
}
