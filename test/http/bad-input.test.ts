import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileBody, hostileBodies } from '../harness/hostile-values.ts'
import { fitsBody } from '../harness/judgement.ts'
import type { WorkingRequest } from '../harness/shop.ts'
import { expectCleanAnswer, changesOfRows } from '../harness/traces.ts'
import { openTrial, send, type Trial, tryFields, workingRequest } from '../harness/trial.ts'

/**
 * Every operation of the OpenAPI document that takes a body, with bodies nobody should send: each field in turn (see
 * tryFields; events, places and settings, which are slower, have bad-events.test.ts), and whole bodies. An operation without a body
 * that works (test/harness/shop.ts) fails.
 *
 * The verdicts come from the published schema, so what loosens the schema itself is for openapi.released.json to show. Seen
 * red, one guard at a time: texts not trimmed, an empty text no longer null, and numbers past 2^53 or with an exponent taken
 * for texts (wire/normalize.ts); no `pattern` (a null byte is then a 500); and a change of a product committed before its
 * `send_to_cashless` is refused, which nothing but the rows that were written saw.
 */
let trial: Trial

beforeAll(async () => {
  trial = await openTrial()
})

afterAll(() => trial?.close())

describe('every operation that takes a body', () => {
  it('works with a body that is right', async () => {
    expect(trial.operations.length).toBeGreaterThan(20)
    for (const operation of trial.operations) {
      const request = await workingRequest(trial, operation)
      const answer = await send(trial, operation, request, { body: request.body() })
      expect(answer.status, `${operation.name}: ${answer.text}`).toBeLessThan(300)
    }
  })

  it('ignores keys it does not know', async () => {
    const { other } = trial
    const unknown = { tenant: other.label, tenant_id: other.tenantId, uuid: other.ids.event, x: { y: 1 } }
    for (const operation of trial.operations) {
      const request = await workingRequest(trial, operation)
      const answer = await send(trial, operation, request, { body: { ...request.body(), ...unknown } })
      expectCleanAnswer(answer, operation.name, request.path, other.mark)
      expect(answer.status, `${operation.name}: ${answer.text}`).toBeLessThan(300)
    }
  })

  it('refuses whole bodies that are none', async () => {
    for (const operation of trial.operations) {
      const unfit = [400, 'qrcode_data' in (operation.schema.properties ?? {}) ? 'invalid_qrcode' : 'validation_failed']
      const isLegal = (hostile: HostileBody) => !hostile.refused && fitsBody(operation.schema, hostile.value)
      const sendBody = (request: WorkingRequest, { body, contentType }: HostileBody) =>
        send(trial, operation, request, { body, headers: { 'content-type': contentType ?? 'application/json' } })
      const request = await workingRequest(trial, operation)
      const before = await changesOfRows(trial.superuser)
      for (const hostile of hostileBodies.filter((one) => !isLegal(one))) {
        const what = `${operation.name} with ${hostile.name}`
        const answer = await sendBody(request, hostile)
        expectCleanAnswer(answer, what, request.path, trial.other.mark)
        // A file that is brought may be longer than any other body.
        const isShort = operation.name === 'POST /api/imports/' && hostile.name === 'more than a mebibyte'
        const refused = hostile.refused === 'unfit' || !hostile.refused || isShort ? unfit : hostile.refused
        expect.soft([answer.status, answer.json.code], what).toEqual(refused)
      }
      expect.soft(await changesOfRows(trial.superuser), operation.name).toBe(before)
      for (const hostile of hostileBodies.filter(isLegal)) {
        const answer = await sendBody(await workingRequest(trial, operation), hostile)
        const what = `${operation.name} with ${hostile.name}: ${answer.text.slice(0, 200)}`
        expectCleanAnswer(answer, what, request.path, trial.other.mark)
        expect.soft(answer.status, what).toBeLessThan(300)
      }
    }
  })

  // ADR 0075. Where the key stands does not matter, and what the others held is not looked at.
  it('counts the last of several values of one key', async () => {
    const { shop, server } = trial
    const options = { key: shop.key, body: '{"name": ["first"], "description": "a", "name": "last"}' }
    const made = await server.send(shop.label, 'POST', '/api/optionticket/', options)
    expect(made.status).toBe(201)
    const read = await server.send(shop.label, 'GET', `/api/optionticket/${made.json.uuid}/`, {})
    expect(read.json).toEqual({ uuid: made.json.uuid, name: 'last', description: 'a', archived: false })
  })
})

describe('each hostile value in each field is refused, or taken and kept', () => {
  // Lists of all that was booked, and the door's, come first: the values taken afterwards book thousands of tickets.
  const nouns = ['exports', 'scan', 'products', 'prices', 'reservations', 'memberships', 'everything else']
  const nounOf = (path: string) =>
    nouns.find((noun) => path.includes(`/${noun}/`)) ??
    (/^\/api\/(events|place|settings)\//.test(path) ? null : 'everything else')

  it.each(nouns)('of %s', async (noun) => {
    const own = trial.operations.filter(({ path }) => nounOf(path) === noun)
    expect(own.length).toBeGreaterThan(0)
    for (const operation of own) await tryFields(trial, operation)
  })
})

describe('the code of a ticket', () => {
  const data = (text: string) => Buffer.from(text).toString('base64url')
  const half = (qr: string, index: 0 | 1) => qr.split(':')[index] ?? ''

  it('is refused when it is huge, forged, cut short, of another tenant or of no ticket', async () => {
    const { shop, other, server, superuser } = trial
    const genuine = shop.qrcode
    const { ids, deviceKey: key, label } = await lostTicket()
    const codes: [name: string, code: string, status: number, refusal: string][] = [
      ['a megabyte', 'A'.repeat(1_000_000), 400, 'invalid_qrcode'],
      ['a megabyte behind a colon', `${half(genuine, 0)}:${'A'.repeat(1_000_000)}`, 400, 'invalid_qrcode'],
      ['more than a mebibyte', 'A'.repeat(1_100_000), 413, 'body_too_large'],
      ['a kibibyte and one', `${'A'.repeat(936)}:${'A'.repeat(88)}`, 400, 'invalid_qrcode'],
      ['a kibibyte', `${'A'.repeat(936)}:${'A'.repeat(87)}`, 400, 'invalid_signature'],
      ['forged', `${data(`{"uuid":"${shop.ids.ticket}"}`)}:${'A'.repeat(86)}`, 400, 'invalid_signature'],
      ['other data', `${data('{"uuid":"x"}')}:${half(genuine, 1)}`, 400, 'invalid_signature'],
      ['cut short', genuine.slice(0, -2), 400, 'invalid_signature'],
      ['cut to no base64', genuine.slice(0, -1), 400, 'invalid_qrcode'],
      ['without its signature', half(genuine, 0), 400, 'invalid_qrcode'],
      ['twice', `${genuine}${genuine}`, 400, 'invalid_qrcode'],
      ['with a null byte', `${genuine}\0`, 400, 'invalid_qrcode'],
      ['with a full-width colon', genuine.replace(':', '：'), 400, 'invalid_qrcode'],
      ['another tenant’s', other.qrcode, 400, 'invalid_signature'],
      ['of no ticket', ids.lost, 404, 'ticket_not_found'],
    ]
    const before = await changesOfRows(superuser)
    for (const path of ['/scan/check_ticket/', '/scan/ticket/']) {
      for (const [name, code, status, refusal] of codes) {
        const answer = await server.send(label, 'POST', path, { key, body: { qrcode_data: code } })
        expectCleanAnswer(answer, `${path} ${name}`, path, other.mark)
        expect([answer.status, answer.json.code], `${path} ${name}`).toEqual([status, refusal])
      }
    }
    expect(await changesOfRows(superuser)).toBe(before)
  })

  /** The genuine code of a ticket that is not there any more. */
  async function lostTicket() {
    const { shop, server, superuser } = trial
    const booking = await server.send(shop.label, 'POST', '/api/reservations/', {
      key: shop.key,
      body: { event: shop.ids.event, email: 'lost@visitors.test', prices: [{ uuid: shop.ids.freePrice, qty: 1 }] },
    })
    const [ticket] = booking.json.tickets
    const printed = await server.cli('ticket', 'qr', '--tenant', shop.label, ticket)
    await superuser.query('delete from ticket where id = $1', [ticket])
    const [code] = printed['tickets'] as { qrcode_data: string }[]
    return { ...shop, ids: { ...shop.ids, lost: code?.qrcode_data ?? '' } }
  }
})
