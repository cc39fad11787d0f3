import type { ServerTx } from '../../db/database.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'

export type SignInLink = {
  readonly tenantId: string
  /** Null: the set-up link of a new server, which asks for the address. */
  readonly accountId: string | null
  readonly now: Date
  readonly lifeMs: number
}

/** A new one-time token; only its hash is kept. */
export async function issueSignInLink(tx: ServerTx, link: SignInLink): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('signInLink')
    .values({
      tokenHash: sha256(token),
      tenantId: link.tenantId,
      accountId: link.accountId,
      createdAt: link.now,
      expiresAt: new Date(link.now.getTime() + link.lifeMs),
    })
    .execute()
  return token
}
