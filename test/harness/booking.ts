import type pg from 'pg'
import { expect } from 'vitest'
import { type BoxOffice, sellingRows } from './box-office.ts'
import type { Answer } from './client.ts'

let visitors = 0
export const visitor = () => `visitor-${++visitors}@example.org`

export const one = (uuid: string, qty = 1) => [{ uuid, qty }]

/** Returns a function that creates events of an office, each with one new price with these fields. */
export function nightsAt(hall: BoxOffice) {
  return async (priceFields = {}, eventFields = {}, letter = 'B') => {
    const { price, product } = await hall.price(letter, priceFields)
    const event = await hall.event([product], eventFields)
    const book = (fields = {}, options = {}) =>
      hall.book({ event, email: visitor(), prices: one(price), ...fields }, options)
    return { price, product, event, book }
  }
}

/** Returns a check of a refusal, after which every row that selling writes is as before. */
export function refusing(client: pg.Client) {
  return async (request: () => Promise<Answer>, status: number, code: string): Promise<Answer> => {
    const before = await sellingRows(client)
    const answer = await request()
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await sellingRows(client)).toEqual(before)
    return answer
  }
}
