import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
