import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Solves a challenge, and returns the solution as clients of ALTCHA send it. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('a challenge has no solution')
  return packed({ challenge, solution })
}

export function packed(payload: object): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

export function unpacked(altcha: string) {
  return JSON.parse(Buffer.from(altcha, 'base64').toString())
}
