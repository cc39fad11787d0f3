import type { TenantTx } from '../../db/database.ts'
import type { BasicDeps } from '../deps.ts'
import type { MailToSend } from './mail-to-send.queries.ts'
import { type MailKind, sendingJobs } from './mail.ts'
import {
  countHeld,
  findStanding,
  heldBack,
  heldBackUnasked,
  listAwaited,
  listHandedOver,
  lockPace,
  noteHandedOver,
  noteHeldBack,
  type PacedMails,
  withdrawEarlier,
} from './mail-pace.queries.ts'
import { jobOf } from './retry-mails.ts'

/** The most mails of an organisation to one address within an hour. */
const mostAnHour = 20
/** As `mostAnHour`, when the mail is one that somebody may need at a door, and no stranger can ask for. */
const mostWithUrgent = 60
const urgent: ReadonlySet<MailKind> = new Set<MailKind>([
  'tickets',
  'waiting_list_offer',
  'event_cancelled',
  'event_postponed',
])

/** The most mails of a new organisation within a day to people who did not ask, and how many more for each day of its age. */
const firstUnasked = 200
const moreEachDay = 50
/** An organisation this old, or with so many bookings paid online, or released by a super-user, may send as much as it likes. */
const trustedAfterDays = 30
const trustedAfterPaid = 1000

const unasked: PacedMails = { unasked: true }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type PaceDeps = BasicDeps<'enqueue' | 'countsMails'>

/** The kinds of which the latest mail says all that the earlier ones said: a ticket that is given to and fro. */
const repeats: ReadonlySet<MailKind> = new Set<MailKind>(['given_ticket_cancelled'])

/**
 * Whether a mail may be handed over now (ADR 0238); it is counted then. Else it waits, `queued`, and its job comes again by
 * itself when its turn has come; repeats that wait before it are withdrawn. What people ask for to sign in has a limit of its own
 * (ADR 0080).
 */
export async function takeTurn(deps: PaceDeps, tenantId: string, mail: MailToSend): Promise<boolean> {
  const isCounted = sendingJobs[mail.kind] !== 'send_sign_in' || mail.isUnasked
  if (!deps.countsMails || !isCounted) return true
  return deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    await lockPace(tx, mail.recipient)
    const turn = (await turnAtAddress(tx, mail, now)) ?? (await turnOfUnasked(tx, mail, now))
    if (turn === null) {
      await noteHandedOver(tx, mail, now)
      return true
    }
    await noteHeldBack(tx, mail, turn.why)
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
  return { at: turnAfter(handed, await countHeld(tx, { recipient }, id), hourMs), why: heldBack }
}

async function turnOfUnasked(tx: TenantTx, { id, isUnasked }: MailToSend, now: Date): Promise<Turn> {
  if (!isUnasked) return null
  await lockPace(tx, 'unasked')
  const handed = await listBeyondUnasked(tx, now, id)
  if (handed === null) return null
  return { at: turnAfter(handed, await countHeld(tx, unasked, id), dayMs), why: heldBackUnasked }
}

/** When the full number for a day was handed over, the latest first; null if another may go. `besides`: the mail itself. */
async function listBeyondUnasked(tx: TenantTx, now: Date, besides: string): Promise<readonly Date[] | null> {
  const since = new Date(now.getTime() - dayMs)
  const first = await listHandedOver(tx, unasked, { since, most: firstUnasked, besides })
  if (first.length < firstUnasked) return null
  const most = await mostUnasked(tx, now)
  if (most === null) return null
  const handed = await listHandedOver(tx, unasked, { since, most, besides })
  return handed.length < most ? null : handed
}

/** The most unasked mails within a day; null for no limit. */
async function mostUnasked(tx: TenantTx, now: Date): Promise<number | null> {
  const { createdAt, paid, mailsLimited } = await findStanding(tx, trustedAfterPaid)
  const days = Math.floor((now.getTime() - createdAt.getTime()) / dayMs)
  if (!mailsLimited || days >= trustedAfterDays || paid >= trustedAfterPaid) return null
  return firstUnasked + moreEachDay * days + paid
}

/** Counts the mails to people who did not ask that may go at once; null for no limit. Waiting mails go first. */
export async function countUnaskedLeft(deps: BasicDeps<'countsMails'>, tenantId: string): Promise<number | null> {
  if (!deps.countsMails) return null
  const now = deps.now()
  return deps.database.asTenant(tenantId, async (tx) => {
    const most = await mostUnasked(tx, now)
    if (most === null) return null
    const since = new Date(now.getTime() - dayMs)
    const { length: handed } = await listHandedOver(tx, unasked, { since, most })
    return Math.max(0, most - handed - (await countHeld(tx, unasked)))
  })
}

/**
 * When a mail with `before` others before it may go: each of those that went makes room for one after `periodMs`, the earliest first.
 *
 * @param handed the latest first; as many as may go within the period
 */
function turnAfter(handed: readonly Date[], before: number, periodMs: number): Date {
  const freed = handed.at(-1 - (before % handed.length)) as Date
  return new Date(freed.getTime() + periodMs * (1 + Math.floor(before / handed.length)))
}

/** Finds when the first of the waiting mails of a booking goes; null when none waits. */
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
