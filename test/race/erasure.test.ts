import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** A person is forgotten while a till holds up their card, or a mail to them is written: nothing may bear the address afterwards. */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()
const till = createTill(hall.slug, hall.key)
const otherTill = createTill(other.slug, other.key)

/** Somebody with a card, and money on it at both organisations. */
async function personWithCard() {
  const [card] = await newCards(first, 1)
  if (!card) throw new Error('no card was made')
  const email = `${randomUUID()}@example.org`
  await first.cli('card', 'link', card.tag, '--email', email)
  for (const at of [till, otherTill]) {
    expect((await at.open(first, card)).status).toBe(201)
    await at.move(first, card.tag, { kind: 'credit', amount: 10 })
  }
  return { card, email }
}

async function erasing(email: string, label: string) {
  const cookie = await signIn(first, label, label, email)
  return () =>
    first.send(label, 'POST', '/account/erasure/', {
      body: '',
      cookie,
      headers: {
        accept: 'text/html',
        origin: originOf(first, label),
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
}

const purseOf = (email: string, tenantId: string) =>
  `select from purse where email = '${email}' and tenant_id = '${tenantId}' for update`

/** The organisations that keep a purse under the address. */
async function keepers(email: string): Promise<readonly string[]> {
  return (await client.query('select tenant_id from purse where email = $1', [email])).rows.map(
    ({ tenant_id }) => tenant_id,
  )
}

/** Seen red without lockCardsOf: the movement waited for the purse, found it nobody's, and made another one. */
it('a till that uses the card while its organisation forgets waits, and then does not know it', async () => {
  const { card, email } = await personWithCard()
  const erase = await erasing(email, hall.slug)
  const [erased, moved] = await whileLocked(first, purseOf(email, hall.tenantId), async (release) => {
    const erasure = erase()
    await untilWaitingForLock(client, 1)
    const movement = till.move(second, card.tag, { kind: 'credit', amount: 5 })
    await untilWaitingForLock(client, 2)
    await release()
    return Promise.all([erasure, movement])
  })
  expect([erased.status, moved.status, moved.json.code]).toEqual([200, 404, 'not_found'])
  expect(await keepers(email)).toEqual([other.tenantId])
  expect((await otherTill.read(second, card.tag)).json.balance).toBe(10)
})

/** Seen red with the cards unlinked last: the till at the organisation that was done made a purse for the person. */
it('a card opened anew while the whole server forgets is nobody’s', async () => {
  const { card, email } = await personWithCard()
  const erase = await erasing(email, 'meta')
  const [done, waiting] = [hall, other].toSorted((one, two) => (one.tenantId < two.tenantId ? -1 : 1))
  if (!done || !waiting) throw new Error('there are two')
  const at = createTill(done.slug, done.key)
  const erased = await whileLocked(first, purseOf(email, waiting.tenantId), async (release) => {
    const erasure = erase()
    await untilWaitingForLock(client, 1)
    expect(await keepers(email)).toEqual([waiting.tenantId])
    // Unlinked already, and known there still: somebody had it in hand.
    expect((await at.open(second, card)).status).toBe(200)
    await at.move(second, card.tag, { kind: 'credit', amount: 5 })
    await release()
    return erasure
  })
  expect(erased.text).toContain('your account has been deleted')
  expect(await keepers(email)).toEqual([])
  expect((await at.read(second, card.tag)).json).toMatchObject({ balance: 5, linked: false })
})

/** The mails of an address that lie in the outbox. */
async function outboxOf(email: string): Promise<number> {
  const directory = join(first.dataDir, 'outbox')
  const files = await readdir(directory)
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.filter((text) => text.includes(email)).length
}

/** Seen red without forget in send-mail.ts: the receipt lay in the outbox of somebody who was erased. */
it('a mail that is being written while its person is forgotten does not stay in the outbox', async () => {
  const email = `${randomUUID()}@example.org`
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product])
  const { uuid } = (await hall.book({ event, email, prices: [{ uuid: price, qty: 1 }] })).json
  const erase = await erasing(email, hall.slug)
  await untilQuiet(client)
  // Its document is read from there while it is written; whoever forgets has no business in it.
  const holder = await first.database.connect()
  try {
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    await untilQuiet(client)
    expect(await outboxOf(email)).toBeGreaterThan(0)
    await holder.query('begin; lock table receipt in access exclusive mode')
    const { rows } = await client.query(
      "update mail set status = 'queued' where recipient = $1 and kind = 'receipt' returning id",
      [email],
    )
    const job = { tenantId: hall.tenantId, mailId: rows[0].id }
    await client.query("select graphile_worker.add_job('send_mail', $1)", [JSON.stringify(job)])
    await untilWaitingForLock(client, 1)
    expect((await erase()).status).toBe(200)
    expect(await outboxOf(email)).toBe(0)
  } finally {
    await holder.end()
  }
  await untilQuiet(client)
  expect(await outboxOf(email)).toBe(0)
})
