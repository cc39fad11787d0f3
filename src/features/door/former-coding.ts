import { setImmediate } from 'node:timers/promises'
import { nilUuid } from '../../lib/ids.ts'
import { dataOf } from '../ticket/qr-code.ts'
import type { Coding } from './ticket-marks.ts'

/**
 * How a device knows a ticket by a code of another server, whose signature is another one each time (ADR 0277): by what is signed of the
 * ticket. One for all keys of an event.
 */
export const formerCoding: Coding = {
  id: nilUuid,
  async textOf(ticketId) {
    // Hashing takes this thread ten microseconds a ticket; scans that come meanwhile get their turn.
    await setImmediate()
    return dataOf(ticketId)
  },
}
