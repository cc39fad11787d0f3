import type { TenantTx } from '../../db/database.ts'
import { listActorNames } from '../account/actor.queries.ts'
import type { AuditAction } from '../audit/action.ts'
import { type AuditEntry, listAuditEntries, wholeLog } from '../audit/audit.queries.ts'
import type { MailStatus } from '../mail/mail.ts'
import { selectMemberMails } from './member-mails.queries.ts'
import type { NamedMembership } from './membership.queries.ts'

/** The most lines of each log: nobody reads more. */
const mostOfEach = 500

type Told =
  | { readonly kind: 'taken'; readonly membership: NamedMembership; readonly isRenewal: boolean }
  | { readonly kind: 'cancelled'; readonly membership: NamedMembership }
  | { readonly kind: 'mail'; readonly subject: string; readonly status: MailStatus; readonly failure: string | null }

/** What happened, with the entry of the audit log that says who did it, where there is one; or that entry alone. */
export type MemberStoryLine = { readonly at: Date; readonly entry: AuditEntry | null } & (
  | Told
  | { readonly kind: 'noted'; readonly entry: AuditEntry }
)

export type MemberStory = {
  /** The oldest first. */
  readonly lines: readonly MemberStoryLine[]
  /** The names of the actors that the audit log names by an id. */
  readonly names: ReadonlyMap<string, string>
}

/** Everything that is known to have happened to what a person is a member of, and to the bookings that brought it. */
export async function readMemberStory(
  tx: TenantTx,
  email: string,
  memberships: readonly NamedMembership[],
): Promise<MemberStory> {
  const subjects = memberships.flatMap(({ id, reservationId }) => [id, reservationId ?? id])
  const of = [...new Set(subjects)]
  const entries = await listAuditEntries(tx, { ...wholeLog, of }, { offset: 0, limit: mostOfEach })
  const entryOf = (action: AuditAction, { id }: NamedMembership) =>
    entries.find((entry) => entry.action === action && entry.subjectId === id) ?? null
  const told = [
    ...memberships.flatMap((membership, index): MemberStoryLine[] => {
      const { productId, createdAt, cancelledAt } = membership
      const before = memberships.slice(index + 1)
      const isRenewal = before.some((other) => other.productId === productId && other.cancelledAt === null)
      const taken = { kind: 'taken', membership, isRenewal } as const
      return [
        { ...taken, at: createdAt, entry: entryOf('membership.granted', membership) },
        ...(cancelledAt === null
          ? []
          : [
              {
                ...({ kind: 'cancelled', membership } as const),
                at: cancelledAt,
                entry: entryOf('membership.cancelled', membership),
              },
            ]),
      ]
    }),
    ...(await listMails(tx, email)),
  ]
  const noted = entries
    .filter((entry) => told.every((line) => line.entry !== entry))
    .map((entry): MemberStoryLine => ({ kind: 'noted', at: entry.at, entry }))
    .toReversed()
  return {
    // Of the same millisecond: what was done, the oldest first, before what came of it.
    lines: [...noted, ...told].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    names: await listActorNames(
      tx,
      entries.map(({ actorId }) => actorId),
    ),
  }
}

async function listMails(tx: TenantTx, email: string): Promise<readonly MemberStoryLine[]> {
  const rows = await selectMemberMails(tx, email)
    .select(['subject', 'status', 'failure', 'createdAt', 'settledAt'])
    .orderBy('id', 'desc')
    .limit(mostOfEach)
    .execute()
  return rows.map(({ subject, status, failure, createdAt, settledAt }) => ({
    kind: 'mail',
    subject,
    status,
    failure,
    at: settledAt ?? createdAt,
    entry: null,
  }))
}
