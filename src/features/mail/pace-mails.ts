import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { MailToSend } from './mail.queries.ts'
import { type MailKind, sendingJobs } from './mail.ts'
import {
  countHeldBefore,
  findStanding,
  heldBack,
  heldBackMessage,
  listAwaited,
  listHandedOver,
  lockPace,
  noteHandedOver,
  noteHeldBack,
  withdrawEarlier,
} from './mail-pace.queries.ts'
import { jobOf } from './retry-mails.ts'

/** Mails of an organisation to one address within an hour. */
const mostAnHour = 20
/** The same when it is what somebody may stand at a door with, or without, and no stranger can ask for. */
const mostWithUrgent = 60
const urgent: ReadonlySet<MailKind> = new Set<MailKind>([
  'tickets',
  'waiting_list_offer',
  'event_cancelled',
  'event_postponed',
])

/** Messages of a new organisation within a day, and how many more for each day that it is there. */
const firstMessages = 200
const moreEachDay = 50
/** From then on, or from so many bookings that were paid online, it writes as much as it likes. */
const trustedAfterDays = 30
const trustedAfterPaid = 1000

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type PaceDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'countsMails'>

/** Of which the latest says all that those before it said: a ticket that is given back and forth. */
const repeats: ReadonlySet<MailKind> = new Set<MailKind>(['given_ticket_cancelled'])

/**
 * Whether a mail may be handed over now (ADR 0238); it is counted then. Else it waits, `queued`, and its job comes again by
 * itself when its turn has come; repeats that wait before it are withdrawn. What people ask for to sign in has a limit of its own
 * (ADR 0080).
 */
export async function takeTurn(deps: PaceDeps, tenantId: string, mail: MailToSend): Promise<boolean> {
  if (!deps.countsMails || sendingJobs[mail.kind] === 'send_sign_in') return true
  return deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    await lockPace(tx, mail.recipient)
    const turn = (await turnAtAddress(tx, mail, now)) ?? (await turnOfMessage(tx, mail, now))
    if (turn === null) {
      await noteHandedOver(tx, mail.id, now)
      return true
    }
    await noteHeldBack(tx, mail.id, turn.why)
    if (repeats.has(mail.kind)) await withdrawEarlier(tx, mail, now)
    await deps.enqueue(tx, jobOf(tenantId, mail), { afterMs: turn.at.getTime() - now.getTime() })
    return false
  })
}

type Turn = { readonly at: Date; readonly why: string } | null

async function turnAtAddress(tx: TenantTx, { id, kind, recipient }: MailToSend, now: Date): Promise<Turn> {
  const most = mostOf(kind)
  const since = new Date(now.getTime() - hourMs)
  const handed = await listHandedOver(tx, { recipient }, { since, most, besides: id })
  if (handed.length < most) return null
  return { at: turnAfter(handed, await countHeldBefore(tx, id, { recipient }), hourMs), why: heldBack }
}

async function turnOfMessage(tx: TenantTx, { id, kind }: MailToSend, now: Date): Promise<Turn> {
  if (kind !== 'event_message') return null
  await lockPace(tx, 'messages')
  const since = new Date(now.getTime() - dayMs)
  const first = await listHandedOver(tx, { kind }, { since, most: firstMessages, besides: id })
  if (first.length < firstMessages) return null
  const { createdAt, paid } = await findStanding(tx, trustedAfterPaid)
  const days = Math.floor((now.getTime() - createdAt.getTime()) / dayMs)
  if (days >= trustedAfterDays || paid >= trustedAfterPaid) return null
  const most = firstMessages + moreEachDay * days + paid
  const handed = await listHandedOver(tx, { kind }, { since, most, besides: id })
  if (handed.length < most) return null
  return { at: turnAfter(handed, await countHeldBefore(tx, id, { kind }), dayMs), why: heldBackMessage }
}

/**
 * When whoever has `before` others before them may go: each of those that went makes room for one after `periodMs`, the earliest first.
 *
 * @param handed the latest first; as many as may go within the period
 */
function turnAfter(handed: readonly Date[], before: number, periodMs: number): Date {
  const freed = handed.at(-1 - (before % handed.length)) as Date
  return new Date(freed.getTime() + periodMs * (1 + Math.floor(before / handed.length)))
}

/** When the first of the mails of a booking that wait for their turn goes; null: none does. */
export async function findTurn(tx: TenantTx, reservationId: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - hourMs)
  const turns: number[] = []
  for (const { recipient, kind } of await listAwaited(tx, reservationId)) {
    const most = mostOf(kind)
    const freed = (await listHandedOver(tx, { recipient }, { since, most }))[most - 1]
    if (freed) turns.push(freed.getTime() + hourMs)
  }
  return turns.length === 0 ? null : new Date(Math.min(...turns))
}

function mostOf(kind: MailKind): number {
  return urgent.has(kind) ? mostWithUrgent : mostAnHour
}
