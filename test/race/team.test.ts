import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { raceForRows } from '../harness/door.ts'
import { invitationTo, invite } from '../harness/invitations.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

/** Through two processes. Seen red without forUpdate in lockTeam and with the invitation looked at before it is deleted: all were let in. */
it('one link lets one in, however many follow it at once', async () => {
  const email = `${randomUUID()}@hall.test`
  await invite(await staffOf(first, hall), email, 'steward')
  const path = await invitationTo(first, email)
  await invite(await staffOf(first, other), email, 'manager')
  const lock = {
    text: 'select from team_invitation where tenant_id = $1 and email = $2 for update',
    values: [hall.tenantId, email],
  }
  const racers = await raceForRows(first, lock, 4, () =>
    [first, second, first, second].map((server) => submitAt(server, hall.slug, path)),
  )
  const answers = await Promise.all(racers)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400])
  expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1)
  const { rows } = await client.query(
    'select tenant_id, role from tenant_member join account on id = account_id where email = $1',
    [email],
  )
  expect(rows).toEqual([{ tenant_id: hall.tenantId, role: 'steward' }])
  const { rowCount } = await client.query(
    `select from audit_entry where tenant_id = $1 and action = 'team.invitation_accepted'`,
    [hall.tenantId],
  )
  expect(rowCount).toBe(1)
})
