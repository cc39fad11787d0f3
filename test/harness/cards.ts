import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'

/** A new card: what its reader shows, and what is printed on it. */
export type TestCard = { readonly tag: string; readonly number: string }

/** Writes `text` to a file of its own while `work` runs. */
export async function withFile<T>(text: string | Uint8Array, work: (file: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-cards-'))
  try {
    const file = join(directory, 'cards.csv')
    await writeFile(file, text)
    return await work(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Creates cards that nobody has, in the Root table. */
export async function newCards(server: TestServer, count: number): Promise<readonly TestCard[]> {
  const cards = Array.from({ length: count }, () => {
    const tag = randomBytes(4).toString('hex').toUpperCase()
    return { tag, number: `N-${tag}` }
  })
  const text = ['tag_id,number', ...cards.map(({ tag, number }) => `${tag},${number}`)].join('\n')
  await withFile(text, (file) => server.cli('card', 'import', file))
  return cards
}

/** The tills of one tenant; each request goes through the process that is named. */
export type Till = ReturnType<typeof createTill>

export function createTill(slug: string, key: string) {
  return {
    /** Makes a card known. */
    open: (server: TestServer, card: TestCard): Promise<Answer> =>
      server.send(slug, 'POST', '/api/cards/', { key, body: { tag_id: card.tag, number: card.number } }),
    read: (server: TestServer, tag: string): Promise<Answer> => server.send(slug, 'GET', `/api/cards/${tag}/`, { key }),
    move: (server: TestServer, tag: string, body: Record<string, unknown>, idempotencyKey?: string): Promise<Answer> =>
      server.send(slug, 'POST', `/api/cards/${tag}/movements/`, {
        key,
        body,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      }),
  }
}

/**
 * Writes what a membership put on the purse of its person in former times: its price as money, at the moment when it was granted or its
 * booking was paid (ADR 0090).
 *
 * @param amountMinor null: its price
 * @returns the id of the movement
 */
export async function creditMembershipAsBefore(
  client: pg.Client,
  tenantId: string,
  email: string,
  amountMinor: number | null = null,
): Promise<string> {
  // Ids order by time: this one comes before all that the product makes.
  const [purse, id] = [randomUUID(), `00000000${randomUUID().slice(8)}`]
  await client.query(
    `with granted as (select coalesce($5::bigint, amount_minor) as amount_minor, reservation_id, created_at from membership where tenant_id = $1 and email = $2),
      theirs as (insert into purse (tenant_id, id, email, balance_minor, created_at)
        select $1, $3, $2, amount_minor, created_at from granted)
     insert into purse_movement (tenant_id, id, purse_id, kind, change_minor, balance_minor, reservation_id, created_at)
       select $1, $4, $3, 'membership', amount_minor, amount_minor, reservation_id, created_at from granted`,
    [tenantId, email, purse, id, amountMinor],
  )
  return id
}
