import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTrial, type Trial, tryFields } from '../harness/trial.ts'

/** The same as bad-input.test.ts for each field of events and places, beside it because they take as long as all others. */
let trial: Trial

beforeAll(async () => {
  trial = await openTrial()
}, 120_000)

afterAll(() => trial?.close())

it.each(['/api/events/', '/api/place/'])(
  'each hostile value in each field of %s is refused, or taken and kept',
  { timeout: 180_000 },
  async (list) => {
    const own = trial.operations.filter(({ path }) => path.startsWith(list))
    expect(own.length).toBe(2)
    for (const operation of own) await tryFields(trial, operation)
  },
)
