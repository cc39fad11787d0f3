import type { SolvedChallenge } from '../../features/reservation/proof-of-work.ts'
import { integer, shapeOf, text } from '../../lib/shape.ts'
import { MachineText } from './schemas.ts'

/** Three times as long as one of ours. */
export const AltchaIn = MachineText({ max: 2_000, example: 'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6e319fQ==' })

/** The members of our challenges alone: what is signed is what is read here. */
const readSolved = shapeOf<SolvedChallenge>({
  challenge: shapeOf<SolvedChallenge['challenge']>({
    parameters: shapeOf<SolvedChallenge['challenge']['parameters']>({
      algorithm: text,
      nonce: text,
      salt: text,
      cost: integer,
      keyLength: integer,
      keyPrefix: text,
      keySignature: text,
      expiresAt: integer,
    }),
    signature: text,
  }),
  solution: shapeOf<SolvedChallenge['solution']>({ counter: integer, derivedKey: text }),
})

/** A challenge with its solution, as clients of ALTCHA send it: JSON in Base64. Null: it is none. */
export function readAltcha(sent: string): SolvedChallenge | null {
  try {
    return readSolved(JSON.parse(Buffer.from(sent, 'base64').toString()))
  } catch {
    return null
  }
}
