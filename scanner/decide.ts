import type { Outcome, Server } from './server.ts'
import type { ScanAnswer } from './wire.ts'

export type Reading = { readonly code: string; readonly nonce: string; readonly eventId: string }

/** Says whether a code opens the door. That nothing is known is an answer too (`silence`), never a guess. */
export type Decider = (reading: Reading) => Promise<Outcome<ScanAnswer>>

/** How long somebody stands at the door without an answer, in milliseconds. */
const doorPatience = 2000

/** The service decides, and notes that it did. */
export function decideByService(server: Server): Decider {
  return ({ code, nonce, eventId }) =>
    server.call({
      ...{ method: 'POST', path: '/scan/ticket/', patience: doorPatience },
      body: { qrcode_data: code, event_uuid: eventId, nonce },
    })
}
