import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTrial, type Trial, tryFields } from '../harness/trial.ts'

/** The same as bad-input.test.ts for each field of events, places and settings, beside it because they take as long as all others. */
let trial: Trial

beforeAll(async () => {
  trial = await openTrial()
})

afterAll(() => trial?.close())

it.each([
  { list: '/api/events/', count: 10 },
  { list: '/api/place/', count: 2 },
  { list: '/api/settings/', count: 1 },
])('each hostile value in each field of $list is refused, or taken and kept', async ({ list, count }) => {
  const own = trial.operations.filter(({ path }) => path.startsWith(list))
  expect(own.length).toBe(count)
  for (const operation of own) await tryFields(trial, operation)
})
