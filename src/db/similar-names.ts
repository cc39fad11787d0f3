import { type RawBuilder, sql } from 'kysely'
import { isLongEnough, nearest } from '../lib/nearest.ts'
import { foldedWords } from '../lib/text.ts'
import { begins, unindexed } from './begins.ts'
import type { TenantTx } from './database.ts'

/** What is written wrongly is rarely its beginning, by which the index finds the others. */
const lettersAlike = 2
/** How many words that begin alike are looked at: as many names as a town of a million people has take a twentieth of a second. */
const mostAlike = 10_000
/** Of how many people who have the same name it is asked whether they have the others, too: of a name that all have, not of all. */
const mostBearers = 2_000
/** More are no name, and each is looked for. */
const mostWords = 4
/** Of one word, and in all. */
const mostNames = 5

/** Where the words of names are, and the column of whose they are. */
const namesOf = {
  tickets: { table: sql.table('ticket_name_word'), bearer: sql.ref('ticket_id') },
  members: { table: sql.table('member_name_word'), bearer: sql.ref('email') },
} as const

/**
 * Lists names that somebody may have meant who was not found, each to be searched for instead: those in which one word is another that
 * is written nearly so, and that somebody has (ADR 0309). Folded, as words are kept.
 */
export async function listSimilarNames(
  tx: TenantTx,
  whose: keyof typeof namesOf,
  text: string,
): Promise<readonly string[]> {
  const words = foldedWords(text)
  if (words.length > mostWords) return []
  const names: string[] = []
  for (const [at, word] of words.entries()) {
    if (!isLongEnough(word)) continue
    const rest = words.toSpliced(at, 1)
    const alike = await listAlike(tx, whose, [...word].slice(0, lettersAlike).join(''))
    for (const other of nearest(word, alike).slice(0, mostNames))
      if (rest.length === 0 || (await isSomebody(tx, whose, other, rest))) names.push(words.with(at, other).join(' '))
  }
  return names.slice(0, mostNames)
}

/** Reads each word once, however many people have it: from one to the next by the index. */
async function listAlike(tx: TenantTx, whose: keyof typeof namesOf, start: string): Promise<readonly string[]> {
  const next = (such: RawBuilder<unknown>) => sql`select word from ${namesOf[whose].table}
    where tenant_id = ${tx.tenantId}::uuid and ${begins(sql.ref('word'), start)} and ${such} order by word limit 1`
  const { rows } = await sql<{ readonly word: string }>`with recursive alike as (
      (${next(sql`true`)})
      union all
      select following.word from alike cross join lateral (${next(sql`word > alike.word`)}) following
    ) select word from alike limit ${mostAlike}`.execute(tx)
  return rows.map(({ word }) => word)
}

/** Whether somebody has the other word in their name, and all the rest: looked at one by one, by those of the word that few have. */
async function isSomebody(tx: TenantTx, whose: keyof typeof namesOf, other: string, rest: readonly string[]) {
  const { table, bearer } = namesOf[whose]
  const isCalled = rest.map(
    (word) => sql`exists (select from ${table} beside where beside.tenant_id = ${tx.tenantId}::uuid
      and beside.${bearer} = named.${bearer} and ${begins(unindexed('beside.word'), word)} offset 0)`,
  )
  const { rows } = await sql`select from (select ${bearer} from ${table} where tenant_id = ${tx.tenantId}::uuid
      and word = ${other} limit ${mostBearers}) named
    where ${sql.join(isCalled, sql` and `)} limit 1`.execute(tx)
  return rows.length > 0
}
