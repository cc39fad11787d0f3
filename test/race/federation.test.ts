import { expect, it } from 'vitest'
import { createKey, untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { raceForRows } from '../harness/door.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall } = await twoOfficesInTwoProcesses()
const words = ['--organisation', 'The Town', '--category', 'M', '--email', 'mia@town.test']
const town = await first.cli('tenant', 'create', ...words)
const metaKey = await createKey(first, String(town['slug']), ['--permission', 'event:write'])
const hallKey = await createKey(first, hall.slug, ['--permission', 'place:read', '--permission', 'place:write'])

const ask = (what: string, server = first) =>
  server.send(hall.slug, 'POST', `/api/shared-calendars/${town['uuid']}/${what}/`, { key: hallKey })
const decide = (method: string, what = '', server = second) =>
  server.send(String(town['slug']), method, `/api/federation/${hall.tenantId}/${what}`, { key: metaKey })

async function race(start: () => readonly Promise<Answer>[]) {
  const lock = { text: 'select from federation_member where member_tenant_id = $1 for update', values: [hall.tenantId] }
  const answers = await Promise.all(await raceForRows(first, lock, 2, start))
  return answers.map(({ status }) => status)
}

const state = async () =>
  (await client.query('select state from federation_member where member_tenant_id = $1', [hall.tenantId])).rows[0].state

const mails = async () =>
  (await client.query("select from mail where recipient = 'mia@town.test' and kind = 'calendar_asked'")).rowCount

/** Through two processes. Seen red with the state read before it is written (`movePlace` without its states): both were done. */
it('of an answer and a withdrawal that meet one is done, and the other told that it came too late', async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect((await ask('ask')).status).toBe(200)
    const [withdrawn, accepted] = await race(() => [ask('withdraw'), decide('POST', 'accept/')])
    expect([withdrawn, accepted].toSorted()).toEqual([200, 409])
    expect(await state()).toBe(accepted === 200 ? 'member' : 'withdrawn')
    if (accepted === 200) expect((await ask('leave')).status).toBe(200)
  }
})

/** What finds its state already is no second answer, and who wants what another does meanwhile is told that it is so. */
it('what two people do at once is done, noted and mailed once', async () => {
  const done = async (move: string) => {
    const { rowCount } = await client.query('select from audit_entry where tenant_id = any ($1) and action = $2', [
      [hall.tenantId, town['uuid']],
      `federation.${move}`,
    ])
    return rowCount ?? 0
  }
  await ask('ask')
  await untilQuiet(client)
  const accepted = await done('accepted')
  expect(await race(() => [decide('POST', 'accept/', first), decide('POST', 'accept/')])).toEqual([200, 200])
  await untilQuiet(client)
  // In the log of either side.
  expect(await done('accepted')).toBe(accepted + 2)
  const gone = (await done('left')) + (await done('removed'))
  expect(await race(() => [ask('leave'), decide('DELETE')])).toEqual([200, 204])
  expect(await state()).toBe('left')
  await untilQuiet(client)
  expect((await done('left')) + (await done('removed'))).toBe(gone + 2)
  expect(await mails()).toBe(1)
})
