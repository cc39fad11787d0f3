import { hkdfSync } from 'node:crypto'
import { signingEach } from '../ticket/qr-code.ts'
import { lookupOf } from './lookup.ts'

/** What is made of a code for a snapshot: its name on the device, and the key under which its holder is (`sealHolder`). */
export type TicketMark = { readonly lookup: Buffer; readonly holderKey: Buffer }

/** What all tickets have a code of: a signing key, or the keys of another server together. */
export type Coding = {
  readonly id: string
  /** Makes the text of which a ticket's lookup is the hash. */
  readonly textOf: (ticketId: string) => Promise<string>
}

export type TicketMarks = {
  /** Reads the marks of some tickets under one coding. */
  read(coding: Coding, ticketIds: readonly string[]): Promise<ReadonlyMap<string, TicketMark>>
}

/** Most marks kept, those of two large events: some twenty megabytes. */
const mostKept = 100_000
const lookupBytes = 32

/**
 * Signing is most of what a snapshot costs, and what it gives never changes: a process keeps it, for the next phone. As text, since a
 * small buffer is three times as large.
 */
export function createTicketMarks(): TicketMarks {
  const kept = new Map<string, string>()

  async function make(name: string, text: Promise<string>): Promise<TicketMark> {
    const code = await text
    const mark = { lookup: lookupOf(code), holderKey: holderKeyOf(code) }
    if (kept.size >= mostKept) kept.clear()
    kept.set(name, Buffer.concat([mark.lookup, mark.holderKey]).toString('latin1'))
    return mark
  }

  return {
    async read({ id, textOf }, ticketIds) {
      const marks = await signingEach(ticketIds, async (ticketId) => {
        const name = `${id}${ticketId}`
        const known = kept.get(name)
        return [ticketId, known ? markOf(known) : await make(name, textOf(ticketId))] as const
      })
      return new Map(marks)
    },
  }
}

function markOf(text: string): TicketMark {
  const bytes = Buffer.from(text, 'latin1')
  return { lookup: bytes.subarray(0, lookupBytes), holderKey: bytes.subarray(lookupBytes) }
}

const keyPurpose = 'guichet holder'
const noSalt = Buffer.alloc(0)

/** HKDF-SHA256 of the signature of the code; of what was signed where nobody can make that again (`formerCoding`). */
function holderKeyOf(code: string): Buffer {
  const secret = Buffer.from(code.slice(code.indexOf(':') + 1), 'base64url')
  return Buffer.from(hkdfSync('sha256', secret, noSalt, keyPurpose, 32))
}
