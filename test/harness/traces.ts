import type pg from 'pg'
import { expect } from 'vitest'
import type { Answer } from './client.ts'

/**
 * The tables and columns that every request may change, refused or not: its own count, when a key or a device was last seen, and
 * what a page asks a passkey to sign.
 */
const touchedTables = ['rate_counter']
const touchedColumns = ['last_used_at', 'last_seen_at', 'challenge', 'challenge_ends_at']

const untouched = (row: string) => `(to_jsonb(${row}) - array['${touchedColumns.join("','")}'])::text`

/** Makes each write note what it adds to the sum of the hashes of its table, in its own transaction. */
const noteChanges = `create schema traces;
  create unlogged table traces.change (name text not null, hash numeric not null);
  create function traces.note() returns trigger language plpgsql security definer as $$
  declare hash numeric := 0;
  begin
    if tg_op <> 'DELETE' then hash := hash + hashtextextended(${untouched('new')}, 0); end if;
    if tg_op <> 'INSERT' then hash := hash - hashtextextended(${untouched('old')}, 0); end if;
    if hash <> 0 then insert into traces.change values (tg_table_name, hash); end if;
    return null;
  end $$;`

/**
 * Sums up the changes of the rows of each table since its first call, waiting jobs included: two results are equal when the rows
 * are. Reading all rows twice took as long as the requests in between. The server must run without jobs (`ROLE=web`), which
 * write in their own time.
 */
export async function changesOfRows(superuser: pg.Client): Promise<string> {
  const { rows: noted } = await superuser.query("select from pg_namespace where nspname = 'traces'")
  if (noted.length === 0) {
    const triggers = (await tablesOf(superuser)).map(
      (name) =>
        `create trigger note after insert or update or delete on ${name} for each row execute function traces.note();`,
    )
    await superuser.query(noteChanges + triggers.join(''))
  }
  const sums = 'select name, sum(hash) as sum from traces.change group by name having sum(hash) <> 0 order by name'
  const { rows } = await superuser.query<{ name: string; sum: string }>(sums)
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}

async function tablesOf(superuser: pg.Client): Promise<readonly string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
        and (n.nspname = 'public' or c.oid = 'graphile_worker._private_jobs'::regclass) order by 1`,
    [touchedTables],
  )
  return rows.map(({ name }) => name)
}

/** A hash of the contents of every table, waiting jobs included: equal when two databases hold the same. */
export async function hashOfRows(superuser: pg.Client): Promise<string> {
  const hashes = (await tablesOf(superuser)).map(
    (name) =>
      `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(row, e'\\n' order by row)), '') as line
         from (select ${untouched('t')} as row from ${name} t) as rows`,
  )
  const result = await superuser.query<{ line: string }>(hashes.join(' union all '))
  return result.rows
    .map((row) => row.line)
    .sort()
    .join('\n')
}

const leaks =
  /node_modules|\bat .*\.(ts|js):\d|select .* from|insert into|\/root\/|\/work\/|syntax error|violates|ECONN|\bpg_[a-z]{3}/i
/** Codes of devices and addresses of bookings are letters by chance, which begin with `pg_` now and then. */
const secrets = /[\w-]{43,}/g

/** Expects no 5xx, nothing internal, and a refusal in the form of its section. `forbidden`: the mark in another tenant's texts. */
export function expectCleanAnswer(answer: Answer, what: string, path: string, forbidden: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.text.replaceAll(secrets, ''), what).not.toMatch(leaks)
  expect(answer.text.toLowerCase(), what).not.toContain(forbidden.toLowerCase())
  if (answer.status >= 400) expectRefusal(answer, what, path)
}

function expectRefusal(answer: Answer, what: string, path: string): void {
  if (path.startsWith('/scan/')) {
    expect(answer.json, what).toMatchObject({
      success: false,
      message: expect.any(String),
      code: expect.any(String),
      error: answer.json?.message,
      detail: expect.any(String),
    })
    return
  }
  expect(answer.headers['content-type'], what).toMatch(/^application\/problem\+json/)
  expect(answer.json, what).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status: answer.status,
    detail: expect.any(String),
    code: expect.any(String),
    request_id: expect.any(String),
  })
  if (answer.json.code === 'validation_failed') expect(Object.keys(answer.json.errors).length, what).toBeGreaterThan(0)
}
