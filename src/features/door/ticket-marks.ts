import { hkdfSync, type KeyObject } from 'node:crypto'
import { makeQrCodeAside, signingEach } from '../ticket/qr-code.ts'
import { lookupOf } from './lookup.ts'

/** What is made of a code for a snapshot: its name on the device, and the key under which its holder is (`sealHolder`). */
export type TicketMark = { readonly lookup: Buffer; readonly holderKey: Buffer }

export type TicketMarks = {
  /** Reads the marks of some tickets' codes under one signing key. */
  read(
    key: { readonly id: string; readonly privateKey: KeyObject },
    ticketIds: readonly string[],
  ): Promise<ReadonlyMap<string, TicketMark>>
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

  async function make(name: string, ticketId: string, privateKey: KeyObject): Promise<TicketMark> {
    const code = await makeQrCodeAside(ticketId, privateKey)
    const mark = { lookup: lookupOf(code), holderKey: holderKeyOf(code) }
    if (kept.size >= mostKept) kept.clear()
    kept.set(name, Buffer.concat([mark.lookup, mark.holderKey]).toString('latin1'))
    return mark
  }

  return {
    async read({ id, privateKey }, ticketIds) {
      const marks = await signingEach(ticketIds, async (ticketId) => {
        const name = `${id}${ticketId}`
        const known = kept.get(name)
        return [ticketId, known ? markOf(known) : await make(name, ticketId, privateKey)] as const
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

/** HKDF-SHA256 of the signature of the code. */
function holderKeyOf(code: string): Buffer {
  const signature = Buffer.from(code.slice(code.indexOf(':') + 1), 'base64url')
  return Buffer.from(hkdfSync('sha256', signature, noSalt, keyPurpose, 32))
}
