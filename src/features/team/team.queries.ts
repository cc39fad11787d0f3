import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { Role } from '../account/role.ts'
import type { Team } from './team.ts'

export type Colleague = {
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  /** True when the provider gave the role, and may take it away. */
  readonly fromProvider: boolean
}

/** Lists the team, by address. */
export async function listColleagues(tx: TenantTx): Promise<readonly Colleague[]> {
  const rows = await selectColleagues(tx).orderBy('account.email').execute()
  return rows
}

export async function findColleague(tx: TenantTx, accountId: string): Promise<Colleague | null> {
  const rows = await selectColleagues(tx).where('tenantMember.accountId', '=', accountId).execute()
  return rows[0] ?? null
}

function selectColleagues(tx: TenantTx) {
  return selectRows(tx, 'tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select(['tenantMember.accountId', 'account.email', 'tenantMember.role', 'tenantMember.createdAt'])
    .select('tenantMember.fromProvider')
}

/** Locks the team until the transaction ends, so that two owners who leave at once take turns. */
export async function lockTeam(tx: TenantTx): Promise<Team> {
  const rows = await selectRows(tx, 'tenantMember')
    .select(['accountId', 'role'])
    .orderBy('accountId')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ accountId, role }) => [accountId, role]))
}
