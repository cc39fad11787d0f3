import { expect, it } from 'vitest'
import { breakingChanges } from '../../scripts/breaking-changes.ts'

/** What breaks programs that were written, or generated, for the released description (ADR 0031). */
const text = { type: 'string' }
const refusal = (...codes: string[]) => ({
  content: { 'application/problem+json': { schema: { properties: { code: { type: 'string', enum: codes } } } } },
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

function description(operation: object, schemas: object = {}): object {
  return { paths: { '/api/events/': { get: { responses: {}, ...operation } } }, components: { schemas } }
}

// Seen red without `renamed`.
it('an operation keeps its name', () => {
  const named = (operationId: string) => description({ operationId })
  expect(breakingChanges(named('listEvents'), named('readEvents'))).toEqual([
    'GET /api/events/ was called listEvents, and is called readEvents',
  ])
  expect(breakingChanges(named('listEvents'), named('listEvents'))).toEqual([])
  expect(breakingChanges(description({}), named('listEvents'))).toEqual([])
})

// Seen red without `spelledOut`: a schema that is referred to had no fields.
it('a schema is looked at where it is referred to, and keeps its name', () => {
  const answers = (properties: object, name = 'Event') =>
    description(
      { responses: { 200: json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } }) } },
      { [name]: { type: 'object', properties } },
    )
  const released = description({
    responses: { 200: json({ type: 'array', items: { type: 'object', properties: { name: text, place: text } } }) },
  })
  expect(breakingChanges(released, answers({ name: text, place: text, city: text }))).toEqual([])
  expect(breakingChanges(released, answers({ name: text }))).toEqual(['GET /api/events/, answer 200[].place is gone'])
  expect(breakingChanges(answers({ name: text }), answers({ name: text }, 'Night'))).toEqual([
    'the schema Event is gone',
  ])
})

it('it may be refused for another reason, and be told nothing else than before', () => {
  const refused = (...codes: string[]) => description({ responses: { default: refusal(...codes) } })
  expect(breakingChanges(refused('not_found'), refused('not_found', 'sold_out'))).toEqual([])
  const told = (...codes: string[]) =>
    description({ responses: { 200: json({ properties: { code: { type: 'string', enum: codes } } }) } })
  expect(breakingChanges(told('unpaid'), told('unpaid', 'too_early'))).toEqual([
    'GET /api/events/, answer 200.code: too_early does not fit any more',
  ])
})
