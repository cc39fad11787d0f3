import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { countDone, countRows } from '../../db/rows.ts'
import type { PageReportKind } from './page-report.ts'

export type NewPageReport = {
  readonly id: string
  readonly tenantId: string
  readonly path: string
  readonly kind: PageReportKind
  readonly text: string
  /** Null: no answer is wanted. */
  readonly email: string | null
  readonly reportedFrom: Buffer
  readonly createdAt: Date
}

export async function insertPageReport(tx: ServerTx, report: NewPageReport): Promise<void> {
  await tx.insertInto('pageReport').values(report).execute()
}

/** Counts the reports from a network since then. */
export async function countReportsFrom(tx: ServerTx, network: Buffer, since: Date): Promise<number> {
  return tx.selectFrom('pageReport').where('reportedFrom', '=', network).where('createdAt', '>', since).$call(countRows)
}

/** That nobody is done with: of an organisation, or (null) of all. */
export async function countOpenReports(tx: ServerTx, tenantId: string | null): Promise<number> {
  return tx
    .selectFrom('pageReport')
    .where('settledAt', 'is', null)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .$call(countRows)
}

/** Lists the reports of all organisations: those that nobody is done with and then the others, the latest first. */
export function listPageReports(tx: ServerTx, page: { readonly offset: number; readonly limit: number }) {
  return tx
    .selectFrom('pageReport')
    .innerJoin('tenant', 'tenant.id', 'pageReport.tenantId')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .select(['pageReport.id', 'pageReport.tenantId', 'tenant.organisation'])
    .select((of) => of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host'))
    .select(['pageReport.path', 'pageReport.kind', 'pageReport.text', 'pageReport.email'])
    .select(['pageReport.createdAt', 'pageReport.settledAt'])
    .orderBy((sort) => sort('pageReport.settledAt', 'is', null), 'desc')
    .orderBy('pageReport.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export type ListedPageReport = Awaited<ReturnType<typeof listPageReports>>[number]

/** @returns of which organisation it is; null: there is none, or somebody was done with it before */
export async function settlePageReport(tx: ServerTx, id: string, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('pageReport')
    .set({ settledAt: now })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .returning('tenantId')
    .executeTakeFirst()
  return row?.tenantId ?? null
}

export async function isPageReport(tx: ServerTx, id: string): Promise<boolean> {
  return (await tx.selectFrom('pageReport').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** When super-users were told of an organisation's at last; whoever else would tell them waits until this one has. */
export async function lockTelling(tx: ServerTx, tenantId: string): Promise<Date | null> {
  await tx.selectFrom('tenant').select('id').where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { last } = await tx
    .selectFrom('pageReport')
    .select((select) => select.fn.max('toldAt').as('last'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  return last
}

/** Those that super-users were not told of yet, the latest first; they are from now on. */
export async function takeUntold(tx: ServerTx, tenantId: string, now: Date) {
  const told = await tx
    .updateTable('pageReport')
    .set({ toldAt: now })
    .where('tenantId', '=', tenantId)
    .where('toldAt', 'is', null)
    .returning(['id', 'path', 'kind'])
    .execute()
  return told.toSorted((left, right) => (left.id < right.id ? 1 : -1))
}

/** What somebody has told of some organisations, for whoever has the address. */
export async function listReportsBy(tx: ServerTx, email: string, tenantIds: readonly string[]) {
  return tx
    .selectFrom('pageReport')
    .innerJoin('tenant', 'tenant.id', 'pageReport.tenantId')
    .select(['tenant.organisation', 'pageReport.path', 'pageReport.kind', 'pageReport.text'])
    .select('pageReport.createdAt')
    .where('pageReport.email', '=', email)
    .where('pageReport.tenantId', 'in', tenantIds)
    .orderBy('pageReport.id')
    .execute()
}

/** Takes an address, and what was written under it, from the reports of some organisations: that a page was reported stays. */
export async function eraseReporter(tx: ServerTx, email: string, tenantIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('pageReport')
    .set({ email: null, text: '' })
    .where('email', '=', email)
    .where('tenantId', 'in', tenantIds)
    .execute()
}

/** Deletes those from before then, so many at most. How many there were. */
export async function deleteOldPageReports(tx: TenantTx, before: Date, most: number): Promise<number> {
  return serverSide(tx)
    .deleteFrom('pageReport')
    .where('id', 'in', (of) =>
      of
        .selectFrom('pageReport as old')
        .select('old.id')
        .where('old.tenantId', '=', tx.tenantId)
        .where('old.createdAt', '<=', before)
        .limit(most),
    )
    .$call(countDone)
}
