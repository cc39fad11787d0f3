import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { type BoxOffice, untilQuiet } from './box-office.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'
import { visitorAt } from './visitor.ts'

export type Trace = { readonly email: string; readonly first: string; readonly last: string; readonly code: string }

export const named = (name: string) => ({ email: `${name}@visitor.test`, first: `First${name}`, last: `Last${name}` })

type Looking = { readonly server: TestServer; readonly client: pg.Client }

/** Leaves data of people, and looks for what still mentions them. */
export function personTraces({ server, client }: Looking) {
  /** Leaves data of a person in every table that keeps such data, at one office. */
  async function leaveTraces(office: BoxOffice, person: Omit<Trace, 'code'>): Promise<Trace> {
    const { product, price } = await office.price('B', { prix: 15 })
    const member = await office.price('A', { prix: 20, subscription_type: 'Y' })
    const event = await office.event([product])
    const holder = { first_name: person.first, last_name: person.last }
    const booked = await office.book(
      { event, email: person.email, prices: [{ uuid: price, customers: [holder, holder] }] },
      { headers: { 'idempotency-key': `key-of-${person.first}` } },
    )
    expect(booked.status, booked.text).toBe(201)
    const paid = await office.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
    expect(paid.status, paid.text).toBe(201)
    expect((await office.post('/api/memberships/', { email: person.email, price: member.price })).status).toBe(201)
    const joined = await server.send(office.slug, 'POST', '/api/memberships/', {
      body: { email: person.email, price: member.price, ...holder },
    })
    expect(joined.status, joined.text).toBe(202)
    const order = joined.json.reservation
    expect((await office.post(`/api/reservations/${order}/payments/`, { method: 'cash' })).status).toBe(201)
    await server.send(office.slug, 'POST', '/sign-in/', {
      body: new URLSearchParams({ email: person.email }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: originOf(server, office.slug) },
    })
    // Wait for every mail: one that is sent later would be counted as not forgotten.
    await untilQuiet(client)
    const { tickets } = await server.cli('ticket', 'qr', '--tenant', office.slug, '--event', event)
    return { ...person, code: (tickets as { qrcode_data: string }[])[0]?.qrcode_data ?? '' }
  }

  /** Has somebody who booked at an office give a ticket to a person, by mail. */
  async function giveTicket(office: BoxOffice, person: Omit<Trace, 'code'>) {
    const guest = visitorAt(server, office)
    const { product, price } = await office.price('B', { prix: 15 })
    const path = await guest.book(await office.event([product]), price, { email: 'giver@visitor.test' })
    const reservation = path.split('/')[2] ?? ''
    const ticketsOf = async () => (await office.get(`/api/reservations/${reservation}/`)).json.tickets
    await office.post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })
    const holder = { first_name: person.first, last_name: person.last, email: person.email }
    const answer = await guest.submit(`${path}tickets/${(await ticketsOf())[0]}/holder/`, holder)
    expect(answer.status, answer.text).toBe(303)
    await untilQuiet(client)
    return { reservation, ticket: String((await ticketsOf())[0]) }
  }

  /** Lists the tables with a row that still mentions a person; of one tenant, or of all of them and the server. */
  async function tablesThatKnow(person: Trace, tenantId?: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ name: string; scoped: boolean }>(
      `select format('%I.%I', nspname, relname) as name, exists (select from pg_attribute
           where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped) as scoped
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname in ('public', 'graphile_worker')`,
    )
    expect(rows.length).toBeGreaterThan(30)
    const found: string[] = []
    for (const { name, scoped } of rows) {
      if (tenantId !== undefined && !scoped) continue
      const marks = [person.email, person.first, person.last].map((mark) => `%${mark}%`)
      const { rowCount } = await client.query(
        `select from ${name} row where row::text ilike any($1) ${tenantId === undefined ? '' : 'and tenant_id = $2'}`,
        tenantId === undefined ? [marks] : [marks, tenantId],
      )
      if (rowCount) found.push(name)
    }
    return found.sort()
  }

  /** Counts the mails in the outbox that mention a person, since there is no mail server. */
  async function mailsThatKnow(person: Trace): Promise<number> {
    const directory = join(server.dataDir, 'outbox')
    const files = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')))
    return files.filter((text) => text.includes(person.email)).length
  }

  async function countsOf(office: BoxOffice) {
    const { rows } = await client.query(
      `select (select sum(total_minor) from reservation where tenant_id = $1) as total,
         (select sum(amount_minor) from payment where tenant_id = $1) as paid,
         (select count(*) from ticket where tenant_id = $1) as tickets,
         (select count(*) from membership where tenant_id = $1) as memberships,
         (select sum(held) from price_counter where tenant_id = $1) as held,
         (select string_agg(status, ',' order by id) from ticket where tenant_id = $1) as statuses`,
      [office.tenantId],
    )
    return rows[0]
  }

  return { leaveTraces, giveTicket, tablesThatKnow, mailsThatKnow, countsOf }
}
