import type pg from 'pg'
import { asSuperuser } from './superuser.ts'

type RoleAttributes = {
  readonly rolname: string
  readonly rolcanlogin: boolean
  readonly rolsuper: boolean
  readonly rolbypassrls: boolean
  readonly rolcreatedb: boolean
  readonly rolcreaterole: boolean
  readonly rolreplication: boolean
}

const neverSuper = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolreplication: false }

/** The owner makes tables and migrates; the application reads and writes, owns nothing, and row security binds it. */
const roles: readonly RoleAttributes[] = [
  { rolname: 'guichet_owner', rolcanlogin: true, rolcreatedb: true, ...neverSuper },
  { rolname: 'guichet_app', rolcanlogin: true, rolcreatedb: false, ...neverSuper },
]

/** Brings the roles and the database `guichet` to what the service expects; writes nothing when they are. */
export async function ensureRolesAndDatabase(socket: { socketDirectory: string; port: number }): Promise<void> {
  await asSuperuser(socket, 'postgres', async (client) => {
    await ensureRoles(client)
    const found = await client.query(`select 1 from pg_database where datname = 'guichet'`)
    if (found.rowCount === 0) await client.query('create database guichet owner guichet_owner')
  })
  await asSuperuser(socket, 'guichet', async (client) => {
    const found = await client.query<{ owner: string }>(
      `select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'public'`,
    )
    if (found.rows[0]?.owner !== 'guichet_owner') {
      await client.query('alter schema public owner to guichet_owner')
    }
  })
}

async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<RoleAttributes>(
    `select rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication
       from pg_roles where rolname = any($1)`,
    [roles.map((role) => role.rolname)],
  )
  for (const role of roles) {
    const found = rows.find((row) => row.rolname === role.rolname)
    if (!found) await client.query(`create role ${role.rolname} ${attributes(role)}`)
    else if (attributes(found) !== attributes(role)) {
      await client.query(`alter role ${role.rolname} ${attributes(role)}`)
    }
  }
  // The owner makes the job queue's schema for the running role, which PostgreSQL allows only to a member of it.
  await client.query('grant guichet_app to guichet_owner')
}

function attributes(role: RoleAttributes): string {
  const word = (name: string, on: boolean) => (on ? name : `no${name}`)
  return [
    word('login', role.rolcanlogin),
    word('superuser', role.rolsuper),
    word('bypassrls', role.rolbypassrls),
    word('createdb', role.rolcreatedb),
    word('createrole', role.rolcreaterole),
    word('replication', role.rolreplication),
  ].join(' ')
}
