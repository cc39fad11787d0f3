import type { AuditAction } from '../audit/action.ts'
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
  /** `ticketId`: one of the cancelled tickets. */
  | { readonly kind: 'tickets_cancelled'; readonly count: number; readonly ticketId: string }
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
  | { readonly kind: 'handover'; readonly isUndo: boolean; readonly amountMinor: number; readonly currency: string }
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
      /** Whether a supervisor asked for the ticket by its name, and no code was shown. */
      readonly byName: boolean
    }

export type Happening = Told & {
  readonly at: Date
  /** The name of the actor; null for nobody in particular, or somebody the audit log knows. */
  readonly by: string | null
}

/** A change that only the audit log knows. */
type Noted = { readonly kind: 'noted'; readonly at: Date; readonly by: null; readonly entry: AuditEntry }

/** A happening with the entry of the audit log that says who did it, where there is one. */
export type StoryLine = (Happening & { readonly entry: AuditEntry | null }) | Noted

/**
 * Everything in the order it happened, each thing once: what two logs tell of is one line.
 *
 * @param entries the newest first
 */
export function tellStory(happenings: readonly Happening[], entries: readonly AuditEntry[]): readonly StoryLine[] {
  // A booking of a thousand has a thousand of both.
  const byAction = Map.groupBy(entries, ({ action }) => action)
  const about = ({ kind }: Happening) => {
    if (kind === 'refund') return entries
    const action = actionsAbout[kind]
    return action === undefined ? [] : (byAction.get(action) ?? [])
  }
  const told = happenings.map((happening) => ({
    ...happening,
    entry: about(happening).find((entry) => isAbout(entry, happening)) ?? null,
  }))
  const isTold = new Set(told.map(({ entry }) => entry))
  const noted = entries
    .filter((entry) => !isTold.has(entry))
    .map((entry): Noted => ({ kind: 'noted', at: entry.at, by: null, entry }))
    .toReversed()
  return [...told, ...noted].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** The action in the audit log for each kind of happening; a refund is absent, since any action may lead to one. */
const actionsAbout: Readonly<Partial<Record<Happening['kind'], AuditAction>>> = {
  booked: 'reservation.sold',
  payment: 'reservation.paid',
  cancelled: 'reservation.cancelled',
  tickets_cancelled: 'reservation.tickets_cancelled',
  scan: 'ticket.scan_taken_back',
}

/** Whether an entry of such an action is about this happening. */
function isAbout({ after }: AuditEntry, happening: Happening): boolean {
  const names = (field: string, id: string) => [fieldOf(after, field)].flat().includes(id)
  switch (happening.kind) {
    case 'payment':
      return names('payment', happening.paymentId)
    case 'tickets_cancelled':
      return names('tickets', happening.ticketId)
    // Who promised it; who has seen that it was refunded is another matter.
    case 'refund':
      return (happening.state === 'owed' || happening.state === 'under_way') && names('refund', happening.refundId)
    case 'scan':
      return names('scan', happening.scanId)
    default:
      return true
  }
}

function fieldOf(values: AuditEntry['after'], field: string): unknown {
  return values !== null && typeof values === 'object' && !Array.isArray(values) ? values[field] : undefined
}
