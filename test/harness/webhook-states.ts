import { openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { makeKey } from './shop.ts'

/** The pages of webhooks: none yet, some that are on, off and failing, what one was told, and what is refused. */
export async function webhookStates(server: TestServer): Promise<PageState[]> {
  const fresh = await openBoxOffice(server, 'The Silent House')
  const told = await openBoxOffice(server, 'The Telling House')
  const key = await makeKey(server, told.slug, ['place:read', 'place:write'])
  const make = async (fields: object): Promise<string> => {
    const body = {
      url: 'https://accounting.example.org/hooks/guichet?of=the-telling-house',
      events: ['stock.low'],
      ...fields,
    }
    const { json } = await server.send(told.slug, 'POST', '/api/webhooks/', { key, body })
    return json.uuid
  }
  const [on, off, silent] = [
    await make({ name: 'Accounting', events: ['reservation.paid', 'reservation.refunded', 'ticket.scanned'] }),
    await make({ name: 'A newsletter with a very long name that somebody typed without a thought of a phone' }),
    await make({ name: 'Door', signature: 'ed25519' }),
  ]
  const client = await server.database.connect()
  // Told by hand: whoever calls it would change it in between.
  await client.query(
    `update webhook set failures = 3, failing_since = now() - interval '1 day', resumes_at = now() + interval '1 year' where id = $1`,
    [on],
  )
  await client.query("update webhook set off_reason = 'failing', off_at = now() where id = $1", [off])
  const attempts = [
    { at: '2026-11-20T10:00:00.000Z', status: null, refusal: 'too_slow', answer: '', ms: 15_000 },
    {
      at: '2026-11-20T10:05:00.000Z',
      status: 500,
      refusal: null,
      answer: `<h1>Error</h1>${'x'.repeat(1_000)}`,
      ms: 84,
    },
  ]
  const { rows } = await client.query<{ id: string }>(
    `insert into webhook_delivery (tenant_id, webhook_id, id, kind, body, happened_at, state, attempt_count, attempts, next_attempt_at)
     select tenant_id, id, gen_random_uuid(), (array['reservation.paid', 'ticket.scanned', 'trial'])[1 + n % 3],
       '{"type":"reservation.paid","timestamp":"2026-11-20T10:00:00.000Z","data":{"reservation":"0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10"}}',
       now() - n * interval '1 minute', (array['due', 'delivered', 'failed'])[1 + n % 3], 2, $2,
       case when n % 3 = 0 then now() + interval '1 year' end
     from webhook, generate_series(0, 59) as n where id = $1 returning id`,
    [on, JSON.stringify(attempts)],
  )
  await client.end()
  const list = '/admin/webhooks/'
  const page = `${list}:uuid/`
  const at = (path: string, { slug } = told) => ({
    url: `${originOf(server, slug)}${path}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  return [
    { name: 'webhooks, none', route: `GET ${list}`, ...at(list, fresh) },
    { name: 'webhooks', route: `GET ${list}`, ...at(list) },
    { name: 'new webhook', route: `GET ${list}new/`, ...at(`${list}new/`) },
    {
      name: 'new webhook, refused',
      route: `POST ${list}new/`,
      ...at(`${list}new/`),
      status: 400,
      async act(shown) {
        await shown.fill('#name', 'Newsletter')
        await shown.fill('#address', 'http://newsletter.example.org')
        await shown.locator('[value="stock.low"]').check()
        await shown.locator('main form button').first().press('Enter')
      },
    },
    { name: 'webhook', route: `GET ${page}`, ...at(`${list}${on}/`) },
    { name: 'webhook, later messages', route: `GET ${page}`, ...at(`${list}${on}/?page=2`) },
    { name: 'webhook, off', route: `GET ${page}`, ...at(`${list}${off}/`) },
    { name: 'webhook, told nothing', route: `GET ${page}`, ...at(`${list}${silent}/`) },
    {
      name: 'webhook, new secret',
      route: `POST ${page}rolls/`,
      ...at(`${list}${silent}/settings/`),
      async act(shown) {
        await shown.locator('form[action$="/rolls/"] button').press('Enter')
      },
    },
    { name: 'webhook, changed', route: `GET ${page}settings/`, ...at(`${list}${on}/settings/`) },
    {
      name: 'webhook, change refused',
      route: `POST ${page}settings/`,
      ...at(`${list}${on}/settings/`),
      status: 400,
      async act(shown) {
        await shown.fill('#address', 'http://newsletter.example.org')
        await shown.locator('#address').press('Enter')
      },
    },
    { name: 'webhook, once more', route: `GET ${page}replays/`, ...at(`${list}${on}/replays/`) },
    {
      name: 'webhook, once more, refused',
      route: `POST ${page}replays/`,
      ...at(`${list}${on}/replays/`),
      status: 400,
      async act(shown) {
        await shown.fill('#until', '2020-01-01T20:00')
        await shown.locator('#until').press('Enter')
      },
    },
    {
      name: 'what a webhook was told',
      route: `GET ${page}deliveries/:delivery/`,
      ...at(`${list}${on}/deliveries/${rows[2]?.id}/`),
    },
  ]
}
