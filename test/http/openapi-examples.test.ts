import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from '../harness/openapi-operations.ts'
import { expectCleanAnswer } from '../harness/traces.ts'
import { openTrial, send, type Trial, workingRequest } from '../harness/trial.ts'

/**
 * The examples of the OpenAPI document, as somebody tries them who reads it: the server takes each as it stands, and passes nothing of it
 * over. Ids are those of records that exist, and what else only one installation has is its own: both are taken from a body that works
 * (`workingRequests`), at the same place, or stand here.
 */
let trial: Trial
/** By operation: values at places where the body that works has another, or none. */
let instead: Readonly<Record<string, Readonly<Record<string, unknown>>>>

beforeAll(async () => {
  trial = await openTrial()
  const { server, shop, pictureUrl } = trial
  const { ids, card, key } = shop
  const yearly = await shop.create('/api/prices/', {
    product: ids.cashlessMembership,
    name: 'With a gift',
    prix: 12.5,
    max_per_user: 10,
  })
  const movement = { kind: 'credit', amount: 100 }
  const moved = await server.send(shop.label, 'POST', `/api/cards/${card.tag}/movements/`, { key, body: movement })
  if (moved.status !== 201) throw new Error(`no money is on the card: ${moved.text}`)
  const pictures = { img_url: pictureUrl, logo_url: pictureUrl, map_img: pictureUrl, carte_restaurant: pictureUrl }
  instead = {
    'POST /api/products/': pictures,
    'PATCH /api/products/{uuid}/': pictures,
    'POST /api/events/': pictures,
    'PATCH /api/events/{uuid}/': pictures,
    'PATCH /api/settings/': pictures,
    'POST /api/place/': pictures,
    'PATCH /api/place/{uuid}/': pictures,
    // Its creation has the address of the example.
    'PATCH /api/remote-agendas/{uuid}/': { address: 'https://lerex.example/another.ics' },
    // What it costs is said with it.
    'POST /api/sales/': { 'prices.0.uuid': ids.price },
    'POST /api/memberships/sales/': { price: yearly },
  }
})

afterAll(() => trial?.close())

/** Fields that mean something which only one installation has, or that no two things may have alike. */
const own = ['qrcode_data', 'tag_id', 'number', 'card', 'former', 'code', 'organisation']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Here = (place: readonly string[]) => unknown

/** The example with what exists here in its places. A key of one's own for repeats, which needs no other thing, is a new one. */
function filled(example: unknown, here: Here, place: readonly string[] = []): unknown {
  if (Array.isArray(example)) return example.map((each, index) => filled(each, here, [...place, String(index)]))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, filled(value, here, [...place, name])]),
    )
  const given = here(place)
  if (given !== undefined) return given
  return typeof example === 'string' && uuid.test(example) ? randomUUID() : example
}

/** What stands at a place instead of the example; undefined: the example. */
function hereFor({ name }: Operation, body: unknown): Here {
  return (place) => {
    const known = instead[name]?.[place.join('.')]
    if (known !== undefined) return known
    const working = place.reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step], body)
    const isOfHere = own.includes(place.at(-1) ?? '') || (typeof working === 'string' && uuid.test(working))
    return isOfHere && typeof working === 'string' ? working : undefined
  }
}

/**
 * Seen red with what the document said before: two places and one customer, an event that ends as it begins, a discount in percent and as
 * an amount, `sales_end` at `sales_start`.
 */
it('of each body is taken as it stands', async () => {
  expect(trial.operations.length).toBeGreaterThan(60)
  for (const operation of trial.operations) {
    const request = await workingRequest(trial, operation)
    const body = filled(operation.examples['application/json'], hereFor(operation, request.body()))
    const answer = await send(trial, operation, request, { body })
    const what = `${operation.name} with ${JSON.stringify(body)}: ${answer.text.slice(0, 400)}`
    expectCleanAnswer(answer, what, request.path, trial.other.mark)
    const successes = operation.statuses.filter((status) => status.startsWith('2'))
    expect.soft(successes, what).toContain(String(answer.status))
    expect.soft(answer.json?.ignored, what).toBeUndefined()
  }
})

it('of each query is taken as it stands', async () => {
  const { server, shop } = trial
  const asked = trial.documented.filter(
    ({ method, path, parameters }) => method === 'GET' && !path.includes('{') && parameters.length > 0,
  )
  expect(asked.length).toBeGreaterThan(15)
  for (const { name, path, parameters } of asked) {
    const query = new URLSearchParams()
    for (const { in: place, name: parameter, schema, example } of parameters) {
      if (place !== 'query') continue
      if (schema.format === 'uuid') query.set(parameter, parameter === 'product' ? shop.ids.product : shop.ids.event)
      else if (example !== undefined) query.set(parameter, String(example))
    }
    const key = path.startsWith('/scan/') ? shop.deviceKey : shop.key
    const label = path.startsWith('/api/place/') ? 'meta' : shop.label
    const answer = await server.send(label, 'GET', `${path}?${query}`, label === 'meta' ? {} : { key })
    const what = `${name} with ${query}: ${answer.text.slice(0, 400)}`
    expectCleanAnswer(answer, what, path, label === 'meta' ? '\0' : trial.other.mark)
    expect.soft(answer.status, what).toBe(200)
  }
})
