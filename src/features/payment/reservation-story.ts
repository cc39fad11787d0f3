import type { AuditEntry } from '../audit/audit.queries.ts'
import type { MailStatus } from '../mail/mail.ts'
import type { CancellationCause } from '../reservation/reservation.ts'
import type { OfflineResult, ScanConflict } from '../ticket/scan.ts'
import type { Thing } from '../ticket/thing.ts'
import type { DisputeState } from './dispute.ts'
import type { PaymentMethod, PaymentStatus, RefundState } from './payment.ts'

/** What happened to a reservation, without when and by whom. */
export type Told =
  | { readonly kind: 'booked' }
  | { readonly kind: 'cancelled'; readonly because: CancellationCause }
  | { readonly kind: 'tickets_cancelled'; readonly ticketIds: readonly string[] }
  | { readonly kind: 'ticket_given'; readonly ticketId: string; readonly to: string | null }
  | {
      readonly kind: 'mail'
      readonly subject: string
      readonly recipient: string
      readonly status: MailStatus
      readonly failure: string | null
    }
  | {
      readonly kind: 'payment'
      readonly paymentId: string
      readonly method: PaymentMethod
      readonly status: PaymentStatus
      readonly amountMinor: number
      readonly currency: string
    }
  | {
      readonly kind: 'refund'
      readonly refundId: string
      readonly state: RefundState
      readonly amountMinor: number
      readonly currency: string
    }
  | {
      readonly kind: 'handover'
      readonly isTakenBack: boolean
      readonly amountMinor: number
      readonly currency: string
    }
  | {
      readonly kind: 'dispute'
      readonly state: DisputeState | 'opened'
      readonly amountMinor: number
      readonly currency: string
    }
  | { readonly kind: 'hand_out'; readonly quantity: number; readonly thing: Thing }
  | {
      readonly kind: 'scan'
      readonly scanId: string
      readonly ticketId: string
      readonly result: OfflineResult | 'undone'
      /** Let in without network, and why they would not have been; null: nothing of the kind. */
      readonly conflict: ScanConflict | null
    }

export type Happening = Told & {
  readonly at: Date
  /** What whoever did it is called; null: nobody in particular, or somebody the audit log knows. */
  readonly by: string | null
}

/** Known by the audit log alone. */
type Noted = { readonly kind: 'noted'; readonly at: Date; readonly by: null; readonly entry: AuditEntry }

/** What happened, with the entry of the audit log that says who did it, where there is one. */
export type StoryLine = (Happening & { readonly entry: AuditEntry | null }) | Noted

/**
 * Everything in the order it happened, each thing once: what two logs tell of is one line.
 *
 * @param entries the newest first
 */
export function tellStory(
  happenings: readonly Happening[],
  entries: readonly AuditEntry[],
): readonly StoryLine[] {
  const told = happenings.map((happening) => ({
    ...happening,
    entry: entries.find((entry) => isAbout(entry, happening)) ?? null,
  }))
  const noted = entries
    .filter((entry) => told.every((line) => line.entry !== entry))
    .map((entry): Noted => ({ kind: 'noted', at: entry.at, by: null, entry }))
    .toReversed()
  return [...told, ...noted].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function isAbout({ action, after }: AuditEntry, happening: Happening): boolean {
  const names = (field: string, id: string) => [fieldOf(after, field)].flat().includes(id)
  switch (happening.kind) {
    case 'booked':
      return action === 'reservation.sold'
    case 'payment':
      return action === 'reservation.paid' && names('payment', happening.paymentId)
    case 'cancelled':
      return action === 'reservation.cancelled'
    case 'tickets_cancelled':
      return (
        action === 'reservation.tickets_cancelled' && happening.ticketIds.some((id) => names('tickets', id))
      )
    // Who promised it; who has seen that it went back is another matter.
    case 'refund':
      return (
        (happening.state === 'owed' || happening.state === 'under_way') && names('refund', happening.refundId)
      )
    case 'scan':
      return action === 'ticket.scan_taken_back' && names('scan', happening.scanId)
    default:
      return false
  }
}

function fieldOf(values: AuditEntry['after'], field: string): unknown {
  return values !== null && typeof values === 'object' && !Array.isArray(values) ? values[field] : undefined
}
