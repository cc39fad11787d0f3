import type { ServerTx } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Account } from './account.queries.ts'
import { sessionIdleMs } from './session.ts'

export type FoundSession = {
  readonly account: Account
  readonly lastSeenAt: Date
  /** When its person last showed to us who they are; null: to their provider alone. */
  readonly shownAt: Date | null
  readonly fromRoot: boolean
  /** Shown a passkey, or a code on paper. */
  readonly isProven: boolean
  /** Whether it was begun by the organisation's sign-in provider. */
  readonly byProvider: boolean
  /** Whether the account has a passkey for the hosts that ask for one. */
  readonly hasPasskey: boolean
}

/** A session that has neither ended nor been idle too long, with its account. */
export async function findSession(
  tx: ServerTx,
  asked: {
    readonly tenantId: string
    readonly token: string
    /** The own domain that it is asked for at; null: the label. A session is good where it was made. */
    readonly ownDomain: string | null
    readonly rpId: string
    readonly now: Date
  },
): Promise<FoundSession | null> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .selectAll('account')
    .select(['session.lastSeenAt', 'session.createdAt as madeAt', 'session.fromRoot', 'session.provenAt'])
    .select('session.byProvider')
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('passkey')
            .select('passkey.id')
            .whereRef('passkey.accountId', '=', 'account.id')
            .where('passkey.rpId', '=', asked.rpId),
        )
        .$castTo<boolean>()
        .as('hasPasskey'),
    )
    .where('session.tokenHash', '=', sha256(asked.token))
    .where('session.tenantId', '=', asked.tenantId)
    .where('session.ownDomain', 'is not distinct from', asked.ownDomain)
    .where('session.expiresAt', '>', asked.now)
    .where('session.lastSeenAt', '>', idleSince(asked.now))
    .executeTakeFirst()
  if (!row) return null
  const { lastSeenAt, madeAt, fromRoot, byProvider, provenAt, hasPasskey, ...account } = row
  const isProven = provenAt !== null
  // A provider may let somebody who was there this morning in without asking.
  const signedInAt = byProvider ? null : madeAt
  const shownAt = provenAt ?? signedInAt
  return { account, lastSeenAt, shownAt, fromRoot, byProvider, isProven, hasPasskey }
}

export async function markSessionUsed(
  tx: ServerTx,
  used: { readonly token: string; readonly now: Date },
): Promise<void> {
  await tx.updateTable('session').set({ lastSeenAt: used.now }).where('tokenHash', '=', sha256(used.token)).execute()
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number]

/** Lists a person's sessions on all hosts of the server, the one used last first; an organisation of null is Root. */
export async function listSessions(
  tx: ServerTx,
  asked: { readonly accountId: string; readonly token: string | null; readonly now: Date },
) {
  const rows = await tx
    .selectFrom('session')
    .innerJoin('tenant', 'tenant.id', 'session.tenantId')
    .select(['tenant.organisation', 'tenant.category', 'session.tenantId', 'session.device'])
    .select(['session.createdAt', 'session.lastSeenAt', 'session.tokenHash'])
    .where('session.accountId', '=', asked.accountId)
    .where('session.expiresAt', '>', asked.now)
    .where('session.lastSeenAt', '>', idleSince(asked.now))
    .orderBy('session.lastSeenAt', 'desc')
    .execute()
  const own = asked.token === null ? null : sha256(asked.token)
  return rows.map(({ organisation, category, tokenHash, ...row }) => ({
    ...row,
    organisation: category === 'root' ? null : organisation,
    isThis: own?.equals(tokenHash) ?? false,
  }))
}

/** The token that is worth something from now on. @returns whether the session was still there */
export async function putSessionToken(
  tx: ServerTx,
  session: { readonly tenantId: string; readonly former: string; readonly token: string },
): Promise<boolean> {
  return tx
    .updateTable('session')
    .set({ tokenHash: sha256(session.token) })
    .where('tokenHash', '=', sha256(session.former))
    .where('tenantId', '=', session.tenantId)
    .$call(isDone)
}

export async function endSession(tx: ServerTx, tenantId: string, token: string): Promise<void> {
  await tx.deleteFrom('session').where('tokenHash', '=', sha256(token)).where('tenantId', '=', tenantId).execute()
}

/** @param at where they end: one host alone, or everywhere when absent. @param except a token whose session goes on */
export async function endSessionsOf(
  tx: ServerTx,
  accountId: string,
  { at, except }: { readonly at?: string; readonly except?: string } = {},
): Promise<void> {
  let ending = tx.deleteFrom('session').where('accountId', '=', accountId)
  if (at !== undefined) ending = ending.where('tenantId', '=', at)
  if (except !== undefined) ending = ending.where('tokenHash', '<>', sha256(except))
  await ending.execute()
}

/** All that the provider of an organisation began. */
export async function endProviderSessions(tx: ServerTx, tenantId: string): Promise<void> {
  await tx.deleteFrom('session').where('tenantId', '=', tenantId).where('byProvider', '=', true).execute()
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - sessionIdleMs)
}
