import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import type { Staff } from './staff.ts'

/** Has an owner invite somebody, with the form of the team's page. */
export async function invite(owner: Staff, email: string, role: string): Promise<void> {
  const answer = await owner.press('/admin/team/invitations/', [
    ['email', email],
    ['role', role],
  ])
  expect([answer.status, answer.headers['location']], answer.text).toEqual([303, '/admin/team/?done=sent'])
}

/** Lists the paths in the mails of invitation to an address, the latest last. */
export async function invitationsTo(server: TestServer, email: string): Promise<readonly string[]> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    `select letter->'action'->>'url' as url from mail where recipient = $1 and kind = 'team_invitation' order by id`,
    [email],
  )
  await client.end()
  return rows.map(({ url }) => new URL(String(url)).pathname)
}

/** The path in the latest mail of invitation to an address. */
export async function invitationTo(server: TestServer, email: string): Promise<string> {
  return (await invitationsTo(server, email)).at(-1) ?? ''
}
