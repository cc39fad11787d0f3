import { openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { makeKey } from './shop.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of imports: none yet, a file to be checked, one that is under way and one that stands still, what a check found, and what was imported. */
export async function importStates(server: TestServer): Promise<PageState[]> {
  const fresh = await openBoxOffice(server, 'The House That Stays')
  const moving = await openBoxOffice(server, 'The House That Moves')
  const permissions = ['place:write', 'product:write', 'event:write', 'reservation:write', 'membership:write'] as const
  const key = await makeKey(server, moving.slug, permissions)
  const bring = async (kind: string, file_name: string, content: string): Promise<string> => {
    const body = { kind, file_name, content }
    return (await server.send(moving.slug, 'POST', '/api/imports/', { key, body })).json.uuid
  }
  const tickets = [
    'Billet;Réservation;Courriel;Spectacle;Prénom;Nom;Statut',
    '0197a3c2-6c1e-4d4b-9a51-3f0d5c8e2b10;R-100;nina@example.org;Nina Simone tribute;Nina;Simone;K',
  ].join('\n')
  const names = [
    'billets-vendus-avant-le-demenagement-de-la-billetterie-2026.csv',
    'spectacles.csv',
    'produits.json',
    'adherents.csv',
    'billets.csv',
  ] as const
  const [draft, checked, done, running, silent] = [
    await bring('tickets', names[0], tickets),
    await bring('tickets', names[4], tickets),
    await bring('products', names[2], '[{"name": "Billet"}]'),
    await bring('members', names[3], 'Courriel;Début;Adhésion\nada@example.org;2026-01-01;Annuelle'),
    await bring('events', names[1], 'Nom;Date\nConcert;2027-01-01'),
  ]
  const client = await server.database.connect()
  const set = (id: string, to: string) => client.query(`update import set ${to} where id = $1`, [id])
  const counts = 'line_count = 30000, done_count = 30000, taken_count = 29936, known_count = 0, ended_at = now()'
  await set(checked, `state = 'checked', ${counts}`)
  await set(
    done,
    `state = 'done', line_count = 12, done_count = 12, taken_count = 9, known_count = 3, ended_at = now()`,
  )
  await set(running, `state = 'importing', line_count = 5000, done_count = 1500, updated_at = now() + interval '1 day'`)
  await client.query(
    `insert into import_refusal (tenant_id, import_id, line, field, problem)
     select tenant_id, id, 7 * n, (array['event', 'status', 'seat', null])[1 + n % 4],
       (array['unknown_event', 'not_paid', 'seat_taken', 'quotes'])[1 + n % 4]
     from import, generate_series(1, 64) as n where id = $1`,
    [checked],
  )
  // One runs at a time, and both are looked at: the other one is an organisation's of its own.
  await client.query('delete from import_part where import_id = $1', [silent])
  await client.query(
    `update import set tenant_id = $2, state = 'checking', line_count = 200, done_count = 50, updated_at = now() - interval '1 hour' where id = $1`,
    [silent, fresh.tenantId],
  )
  await client.end()
  const list = '/admin/imports/'
  const at = (path: string, { slug } = moving) => ({
    url: `${originOf(server, slug)}${path}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  const of = (id: string, office = moving) => ({ route: `GET ${list}:uuid/`, ...at(`${list}${id}/`, office) })
  const never = await openBoxOffice(server, 'The House That Never Moved')
  return [
    { name: 'imports, none', route: `GET ${list}`, ...at(list, never) },
    { name: 'imports', route: `GET ${list}`, ...at(list) },
    { name: 'new import', route: `GET ${list}new/`, ...at(`${list}new/`) },
    {
      name: 'new import, refused',
      route: `POST ${list}new/`,
      ...at(`${list}new/`),
      status: 400,
      async act(shown) {
        const file = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('Nom;Date') }
        await shown.setInputFiles('#file', file)
        await shown.locator('main form button').first().press('Enter')
      },
    },
    {
      name: 'import, without a column that is needed',
      route: `POST ${list}:uuid/`,
      ...at(`${list}${draft}/`),
      status: 400,
      async act(shown) {
        await shown.selectOption('#column_event', '')
        await shown.locator('main form button').first().press('Enter')
      },
    },
    { name: 'import, to be checked', ...of(draft) },
    { name: 'import, checked', ...of(checked) },
    { name: 'import, under way', ...of(running) },
    { name: 'import, standing still', ...of(silent, fresh) },
    { name: 'import, done', ...of(done) },
  ]
}
