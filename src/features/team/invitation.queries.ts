import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countDone, countRows, deleteRows, isDone, selectRows, updateRow } from '../../db/rows.ts'
import type { TeamInvitation as TeamInvitationRow } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'

/** An invitation to work here, which nobody has answered yet. */
export type Invitation = Selectable<TeamInvitationRow>

/** Lists invitations, expired ones too: they can be sent again. */
export async function listInvitations(tx: TenantTx): Promise<readonly Invitation[]> {
  return select(tx).orderBy('email').execute()
}

type Offered = { readonly token: string; readonly now: Date }

/** Finds the invitation behind a link; null: there is none any more, or its time is over. */
export async function findInvitation(tx: TenantTx, { token, now }: Offered): Promise<Invitation | null> {
  const row = await select(tx).where('tokenHash', '=', sha256(token)).where('expiresAt', '>', now).executeTakeFirst()
  return row ?? null
}

/** Uses an invitation up. It works once because it is deleted: when two follow the link, only one finds a row. */
export async function takeInvitation(tx: TenantTx, { token, now }: Offered): Promise<Invitation | null> {
  const row = await deleteRows(tx, 'teamInvitation')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(tx: TenantTx, id: string): Promise<Invitation | null> {
  return (await select(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

function select(tx: TenantTx) {
  return selectRows(tx, 'teamInvitation').selectAll()
}

/**
 * Keeps an invitation, in place of an expired one to the same address.
 *
 * @returns whether it was kept: not when another one waits for its answer
 */
export async function insertInvitation(tx: TenantTx, invitation: Omit<Invitation, 'tenantId' | 'createdAt'>) {
  const { sentAt, ...rest } = invitation
  const row = { tenantId: tx.tenantId, ...rest, sentAt, createdAt: sentAt }
  const insert = tx.insertInto('teamInvitation').values(row)
  return isDone(
    insert.onConflict((conflict) =>
      conflict.columns(['tenantId', 'email']).doUpdateSet(row).where('teamInvitation.expiresAt', '<=', sentAt),
    ),
  )
}

/** Renews an invitation with another link; the one that was mailed before works no more. */
export async function renewInvitation(
  tx: TenantTx,
  id: string,
  link: Pick<Invitation, 'tokenHash' | 'sentAt' | 'expiresAt'>,
): Promise<void> {
  await updateRow(tx, 'teamInvitation', id, link).execute()
}

export async function deleteInvitation(tx: TenantTx, id: string): Promise<void> {
  await deleteRows(tx, 'teamInvitation').where('id', '=', id).execute()
}

/** Deletes the invitation to an address; returns how many there were, at most one. */
export async function deleteInvitationTo(tx: TenantTx, email: string): Promise<number> {
  return countDone(deleteRows(tx, 'teamInvitation').where('email', '=', email))
}

/** Counts how often an address was invited since `since`, whatever became of it. */
export async function countInvitationMails(tx: TenantTx, email: string, since: Date): Promise<number> {
  const mails = selectRows(tx, 'mail').where('recipient', '=', email).where('kind', '=', 'team_invitation')
  return countRows(mails.where('createdAt', '>', since))
}
