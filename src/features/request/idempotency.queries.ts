import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { PipelinedTx, Statement } from '../../db/pipeline.ts'
import { deleteRows, insertRows, isDone, selectRows, updateRows } from '../../db/rows.ts'
import { isUuid } from '../../lib/text.ts'

/** Which request may use a key. */
export type KeyClaim = { readonly key: string; readonly claim: string }

/** What a repeat is answered with, word for word. */
export type KeptAnswer = { readonly statusCode: number; readonly response: string }

/** Finds a key; null when it is unknown or was used before `since`; without an `answer` the first request still runs. */
export async function findKey(tx: TenantTx, key: string, since: Date) {
  const row = await selectRows(tx, 'idempotencyKey')
    .selectAll()
    .where('key', '=', key)
    .where('createdAt', '>', since)
    .executeTakeFirst()
  if (!row) return null
  const { statusCode, response, ...known } = row
  return { ...known, answer: statusCode === null || response === null ? null : { statusCode, response } }
}

/** `holder`: the number of the process that claims it (`isProcessAlive`). */
type NewClaim = KeyClaim & { readonly bodyHash: Buffer; readonly createdAt: Date; readonly holder: number }

/** Takes a key that nobody has used. False when somebody did, however long ago; the row of its holder is not locked. */
export async function insertClaim(tx: TenantTx, claim: NewClaim): Promise<boolean> {
  const [row] = await Promise.all([
    insertRows(tx, 'idempotencyKey', claim)
      .onConflict((conflict) => conflict.columns(['tenantId', 'key']).doNothing())
      .returning('claim')
      .executeTakeFirst(),
    // A claim lost with the power is lost together with the booking it was for: nobody has to wait for the disk here.
    sql`set local synchronous_commit = off`.execute(tx),
  ])
  return row !== undefined
}

/** Takes a key that nobody has used since `since`. False when somebody did. */
export async function takeOverClaim(tx: TenantTx, claim: NewClaim, since: Date): Promise<boolean> {
  return insertRows(tx, 'idempotencyKey', claim)
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'key'])
        .doUpdateSet({ ...claim, statusCode: null, response: null })
        .where('idempotencyKey.createdAt', '<=', since),
    )
    .$call(isDone)
}

/** Deletes a claim; one that was answered meanwhile stays. */
export async function deleteClaim(tx: TenantTx, { key, claim }: KeyClaim): Promise<void> {
  await deleteRows(tx, 'idempotencyKey')
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('statusCode', 'is', null)
    .execute()
}

/** Keeps the answer of a request in the transaction that writes it. False: another has taken the claim over. */
export async function keepAnswer(tx: TenantTx, { key, claim }: KeyClaim, answer: KeptAnswer): Promise<boolean> {
  return updateRows(tx, 'idempotencyKey')
    .set(answer)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('statusCode', 'is', null)
    .$call(isDone)
}

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * Deletes the kept answers that say one of these: an address, or the id of what has somebody's name. Of ids there may be thousands:
 * an answer is looked through once for all of them.
 */
export async function forgetAnswers(tx: TenantTx, marks: readonly string[]): Promise<void> {
  const ids = marks.filter(isUuid)
  // As JSON has them.
  const said = marks.filter((mark) => !isUuid(mark)).map((mark) => JSON.stringify(mark).slice(1, -1))
  await deleteRows(tx, 'idempotencyKey')
    .where(sql<boolean>`(exists (select from unnest(${said}::text[]) as mark where strpos(lower(response), mark) > 0)
      or exists (select from regexp_matches(lower(response), ${uuidPattern}, 'g') as found where found[1] = any(${ids}::text[])))`)
    .execute()
}

/** Deletes keys used before `since`. */
export async function deleteOldKeys(tx: TenantTx, since: Date): Promise<void> {
  await deleteRows(tx, 'idempotencyKey').where('createdAt', '<=', since).execute()
}

/** Locks those of the claims that are still valid, so that nobody takes them over before the transaction ends. */
export async function lockClaims(tx: PipelinedTx, claims: readonly KeyClaim[]): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set()
  const [keys, values] = [claims.map(({ key }) => key), claims.map(({ claim }) => claim)]
  const rows = await tx.send<{ claim: string }>(selectClaims(tx.tenantId, keys, values))
  return new Set(rows.map(({ claim }) => claim))
}

const selectClaims = (...values: [string, readonly string[], readonly string[]]): Statement => ({
  name: 'booking_lock_claims',
  text: `select held.claim from (select * from unnest($2::text[], $3::uuid[]) as asked (key, claim) order by key) asked
    cross join lateral (
      select claim from idempotency_key
      where tenant_id = $1 and key = asked.key and claim = asked.claim and status_code is null
      for no key update offset 0) held`,
  values,
})

/** Keeps the answers of bookings in the transaction that writes them; their claims are locked. */
export const keepAnswers = (
  tenantId: string,
  answers: readonly { readonly key: string; readonly response: string }[],
): Statement => ({
  name: 'booking_keep_answers',
  text: `update idempotency_key kept set status_code = 201, response = answer.response
    from (
      select * from unnest($2::text[], $3::text[]) as given (key, response) cross join lateral (
        select key as found, ctid as place from idempotency_key where tenant_id = $1 and key = given.key offset 0) kept
      where found = given.key offset 0) answer
    where kept.tenant_id = $1 and kept.key = answer.key and kept.ctid = answer.place`,
  values: [tenantId, answers.map(({ key }) => key), answers.map(({ response }) => response)],
})
