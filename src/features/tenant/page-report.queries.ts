import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { countDone, countRows, isThere } from '../../db/rows.ts'
import type { PageReportKind } from './page-report.ts'
import { lockTenant } from './tenant.queries.ts'

export type NewPageReport = {
  readonly id: string
  readonly tenantId: string
  readonly path: string
  readonly kind: PageReportKind
  readonly text: string
  /** The address for an answer; null: none is wanted. */
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

/** Counts the open reports about an organisation, or (null) about all. */
export async function countOpenReports(tx: ServerTx, tenantId: string | null): Promise<number> {
  return tx
    .selectFrom('pageReport')
    .where('settledAt', 'is', null)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .$call(countRows)
}

/** Lists the reports of all organisations: open ones first, then the others, each the latest first. */
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

/** @returns the organisation's id; null: there is no such report, or somebody settled it before */
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
  return tx.selectFrom('pageReport').where('id', '=', id).$call(isThere)
}

/** When super-users were last told of an organisation's reports; other transactions that would tell them wait for this one. */
export async function lockTelling(tx: ServerTx, tenantId: string): Promise<Date | null> {
  await lockTenant(tx, tenantId)
  const { last } = await tx
    .selectFrom('pageReport')
    .select((select) => select.fn.max('toldAt').as('last'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  return last
}

/** Marks the reports that super-users were not told of yet as told, and lists them, the latest first. */
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

/** Lists what a person reported about some organisations, for the owner of the address. */
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

/** Erases an address, and what was written under it, from the reports of some organisations: that a page was reported stays. */
export async function eraseReporter(tx: ServerTx, email: string, tenantIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('pageReport')
    .set({ email: null, text: '' })
    .where('email', '=', email)
    .where('tenantId', 'in', tenantIds)
    .execute()
}

/** Deletes reports from before `before`, `most` at most; returns how many there were. */
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
