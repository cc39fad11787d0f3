import type { ServerTx } from '../../db/database.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { signInCodeLifeMs } from './session.ts'
import { codeHash, type SignInCode } from './sign-in-code.ts'

export type SignInLink = {
  readonly tenantId: string
  /** Normalised. Null: the set-up link of a new server, which asks for the address. */
  readonly email: string | null
  readonly now: Date
  readonly lifeMs: number
  /** The same sign-in by digits, for somebody who waits in a browser. Whichever of the two is used first uses up both. */
  readonly code?: SignInCode
  /** Whether it is for a super-user who enters from Root: the session then has an owner's permissions, for a short while. */
  readonly fromRoot?: boolean
  /** The host that it, and its code, are good at; absent or null: the label. */
  readonly ownDomain?: string | null
}

/** A new one-time token; only its hash is kept. Links that ended are deleted on the way. */
export async function issueSignInLink(tx: ServerTx, link: SignInLink): Promise<string> {
  const token = randomToken()
  await tx.deleteFrom('signInLink').where('expiresAt', '<', link.now).execute()
  await tx
    .insertInto('signInLink')
    .values({
      tokenHash: sha256(token),
      tenantId: link.tenantId,
      email: link.email,
      createdAt: link.now,
      fromRoot: link.fromRoot ?? false,
      ownDomain: link.ownDomain ?? null,
      expiresAt: new Date(link.now.getTime() + link.lifeMs),
      ...(link.code === undefined
        ? {}
        : {
            handleHash: sha256(link.code.handle),
            codeHash: codeHash(link.code),
            codeExpiresAt: new Date(link.now.getTime() + signInCodeLifeMs),
          }),
    })
    .execute()
  return token
}
