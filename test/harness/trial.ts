import type pg from 'pg'
import { expect } from 'vitest'
import type { Answer, SendOptions } from './client.ts'
import { edgesOf, type HostileValue, hostileValues } from './hostile-values.ts'
import { expectedShown, judge, nothing, type Place, promotionalCode } from './judgement.ts'
import { type Operation, readOperations, type Schema } from './openapi-operations.ts'
import { startServer, type TestServer } from './server.ts'
import {
  makeKey,
  openShop,
  type Shop,
  servePicture,
  type WorkingRequest,
  type WorkingRequests,
  workingRequests,
} from './shop.ts'
import { originOf } from './sign-in.ts'
import { someAtOnce } from './some-at-once.ts'
import { expectCleanAnswer, changesOfRows } from './traces.ts'

/** A server with two shops, and a working request for every operation that takes a body. */
export type Trial = {
  readonly server: TestServer
  readonly superuser: pg.Client
  readonly shop: Shop
  readonly other: Shop
  readonly requests: WorkingRequests
  /** A picture that the server may fetch. */
  readonly pictureUrl: string
  /** Every operation of the OpenAPI document. */
  readonly documented: readonly Operation[]
  /** The operations that take a body. */
  readonly operations: readonly BodyOperation[]
  close(): Promise<void>
}

export type BodyOperation = Operation & { readonly schema: Schema }

/** How a body is encoded: as JSON unless stated. */
export type Encode = (body: unknown) => Pick<SendOptions, 'body' | 'headers'>

const asJson: Encode = (body) => ({ body })

export async function openTrial(): Promise<Trial> {
  const picture = await servePicture()
  // No jobs: rows that they write in their own time would look like a trace of a refused request.
  const server = await startServer({ environment: { ROLE: 'web', FETCH_ALLOW: picture.allow } })
  const superuser = await server.database.connect()
  const shop = await openShop(server, 'Albatross')
  const other = await openShop(server, 'Kraken')
  await server.cli('user', 'grant', '--email', 'robot@robots.test', '--create-tenants')
  const metaKey = await makeKey(server, 'meta', ['place:read', 'place:write', 'event:read', 'event:write'])
  const documented = await readOperations(server)
  return {
    server,
    superuser,
    shop,
    other,
    requests: await workingRequests(server, shop, metaKey, picture.url),
    pictureUrl: picture.url,
    documented,
    operations: documented.flatMap((operation) => {
      const schema = operation.bodies['application/json']
      return schema ? [{ ...operation, schema }] : []
    }),
    async close() {
      picture.server.close()
      await superuser.end()
      await server.stop()
    },
  }
}

/** Makes a working request. @throws Error when none is written for that operation */
export function workingRequest({ requests }: Trial, operation: Operation): Promise<WorkingRequest> {
  const make = requests[operation.name]
  if (!make) throw new Error(`no working request is known for ${operation.name}: add it to test/harness/shop.ts`)
  return make()
}

export function send(
  { server }: Trial,
  operation: Operation,
  { label, path, key, cookie }: WorkingRequest,
  content: Pick<SendOptions, 'body' | 'headers'>,
): Promise<Answer> {
  if (cookie === undefined) return server.send(label, operation.method, path, { key, ...content })
  const headers = { origin: originOf(server, label), ...content.headers }
  return server.send(label, operation.method, path, { cookie, ...content, headers })
}

/**
 * Puts each hostile value, the values at the edges of its schema, other tenants' uuids and nothing into each field of a working
 * body, and compares the answers with the verdicts of `judge`: a refusal has the right code, names the field and leaves every
 * row of every table as it was; an accepted value is read back.
 */
export async function tryFields(
  trial: Trial,
  operation: BodyOperation,
  { encode = asJson, isTried = () => true }: { encode?: Encode; isTried?: (tried: Tried) => boolean } = {},
): Promise<void> {
  const body = (await workingRequest(trial, operation)).body()
  for (const { place, schema, required } of placesOf(operation.schema, body)) {
    const working = valueAt(body, place)
    const asked = { operation: operation.name, place, schema, required, working }
    const judged = withoutTwins(operation, place, valuesFor(trial, { place, schema, working }))
      .filter((hostile) => isTried({ place, schema, hostile }))
      .map((hostile) => ({ hostile, ...judge(asked, hostile) }))
    await expectRefused(
      trial,
      operation,
      place,
      encode,
      judged.filter((one) => 'refused' in one),
    )
    await expectTaken(
      trial,
      operation,
      place,
      encode,
      judged.filter((one) => 'taken' in one),
    )
  }
}

type Tried = { readonly place: Place; readonly schema: Schema; readonly hostile: HostileValue }

function valuesFor(
  { other }: Trial,
  { place, schema, working }: { readonly place: Place; readonly schema: Schema; readonly working: unknown },
): HostileValue[] {
  const foreign = Object.entries(other.ids).map(([noun, value]) => ({
    name: `another tenant’s ${noun}`,
    value,
    formats: ['uuid'],
  }))
  return [
    ...hostileValues,
    ...edgesOf(schema, working),
    ...(schema.format === 'uuid' ? foreign : []),
    // A list cannot lack an element in its middle.
    ...(typeof place.at(-1) === 'number' ? [] : [{ name: 'nothing', value: nothing }]),
  ]
}

/** Every place in a body, with its schema. */
function placesOf(
  schema: Schema,
  value: unknown,
): { readonly place: Place; readonly schema: Schema; readonly required: boolean }[] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, child]) => [
      { place: [key], schema: child, required: schema.required?.includes(key) === true },
      ...within(key, placesOf(child, (value as Record<string, unknown> | undefined)?.[key])),
    ])
  }
  if (schema.items && Array.isArray(value) && value.length > 0)
    return [{ place: [0], schema: schema.items, required: true }, ...within(0, placesOf(schema.items, value[0]))]
  return []
}

function within<T extends { readonly place: Place }>(step: string | number, places: readonly T[]): T[] {
  return places.map((inner) => ({ ...inner, place: [step, ...inner.place] }))
}

/** The text of a text or a number; '' for everything else. */
function textOf(value: unknown): string {
  return ['string', 'number'].includes(typeof value) ? String(value).trim() : ''
}

/** Leaves out equal values where they would collide: two organisations with one label, or two people on one seat. */
function withoutTwins(operation: Operation, place: Place, values: readonly HostileValue[]): readonly HostileValue[] {
  const isUnique = place.at(-1) === 'seat' || `${operation.name} ${place}` === 'POST /api/place/ organisation'
  const twins = ['minus zero', 'a uuid in braces']
  // A code's name is unique, and creation and change try the same ones: promotional-codes.test.ts tests names that are taken.
  const isCode = operation.path.startsWith('/api/promotional-codes/') && place.at(-1) === 'code'
  return values.filter(
    ({ name, value }) => !(isUnique && twins.includes(name)) && !(isCode && promotionalCode.test(textOf(value))),
  )
}

function valueAt(body: unknown, place: Place): unknown {
  return place.reduce((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], body)
}

function changed(body: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>
  let target = copy
  for (const step of place.slice(0, -1)) target = target[step] as Record<string | number, unknown>
  const last = place.at(-1) ?? ''
  if (value === nothing) delete target[last]
  else target[last] = value
  return copy
}

/** Reads what was written, by the names of the fields that were sent; null when nothing can be read. */
async function readBack(
  { server, documented }: Trial,
  operation: Operation,
  request: WorkingRequest,
  answer: Answer,
): Promise<Record<string, unknown> | null> {
  const list = operation.path.replace('{uuid}/', '')
  if (!documented.some(({ name }) => name === `GET ${list}{uuid}/`)) return null
  const read = (path: string) => server.send(request.label, 'GET', path, { key: request.key })
  const { status, json } = await read(`${list}${answer.json.uuid}/`)
  expect(status, `reading ${operation.name}`).toBe(200)
  if (list === '/api/events/')
    return { ...json, 'artists.datetime': json.artists[0]?.datetime, 'artists.uuid': json.artists[0]?.uuid }
  if (list !== '/api/reservations/') return json
  const ticket = (await read(`/api/ticket/${json.tickets[0]}/`)).json
  return {
    ...json,
    'prices.qty': json.tickets.length,
    'prices.customers.first_name': ticket.first_name,
    'prices.customers.last_name': ticket.last_name,
    'prices.customers.seat': ticket.seat,
  }
}

/** Sends the values that must be refused, all of them against one state of the database. */
async function expectRefused(
  trial: Trial,
  operation: Operation,
  place: Place,
  encode: Encode,
  values: readonly {
    readonly hostile: HostileValue
    readonly refused: readonly [number, string]
    readonly names?: string
  }[],
): Promise<void> {
  const { superuser, other } = trial
  const field = place.join('.').replace(/\.0$/, '')
  const request = await workingRequest(trial, operation)
  const before = await changesOfRows(superuser)
  await someAtOnce(values, async ({ hostile, refused, names = field }) => {
    const content = encode(changed(request.body(), place, hostile.value))
    const answer = await send(trial, operation, request, content)
    const what = `${operation.name} with ${hostile.name} in ${place.join('.')}: ${answer.text.slice(0, 200)}`
    expectCleanAnswer(answer, what, request.path, other.mark)
    expect.soft([answer.status, answer.json.code], what).toEqual(refused)
    if (answer.json.code !== 'validation_failed') return
    const named = Object.keys(answer.json.errors)
    expect
      .soft(
        named.some((name) => names.startsWith(name) || name.startsWith(names)),
        what,
      )
      .toBe(true)
  })
  expect.soft(await changesOfRows(superuser), `${operation.name} with a refused ${field}`).toBe(before)
}

/** Sends the values that must be accepted, and reads each back. Changes of one row, and what there are few of, run in sequence, all others at once. */
async function expectTaken(
  trial: Trial,
  operation: Operation,
  place: Place,
  encode: Encode,
  values: readonly { readonly hostile: HostileValue; readonly taken: unknown }[],
): Promise<void> {
  const take = async ({ hostile, taken }: (typeof values)[number]) => {
    const request = await workingRequest(trial, operation)
    const what = `${operation.name} with ${hostile.name} in ${place.join('.')}`
    const shown = expectedShown({ operation: operation.name, place }, taken)
    const isLeft = 'left' in shown
    const earlier = isLeft
      ? await readBack(trial, operation, request, await send(trial, operation, request, { body: {} }))
      : null
    const content = encode(changed(request.body(), place, hostile.value))
    const answer = await send(trial, operation, request, content)
    expectCleanAnswer(answer, what, request.path, trial.other.mark)
    expect.soft(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(300)
    const seen = answer.status < 300 ? await readBack(trial, operation, request, answer) : null
    if (!seen || !(shown.at in seen)) return
    expect.soft(seen[shown.at], what).toEqual(isLeft ? earlier?.[shown.at] : shown.value)
  }
  const isOneByOne = operation.method === 'PATCH' || ['/api/webhooks/', '/api/imports/'].includes(operation.path)
  if (isOneByOne) for (const value of values) await take(value)
  else await someAtOnce(values, take)
}
