import type { ServerTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { equalBytes, randomToken, sha256 } from '../../lib/hash.ts'
import { normalizeEmail } from '../../lib/text.ts'
import type { BasicDeps } from '../deps.ts'
import { type Account, ensureAccount } from './account.queries.ts'
import { endSession, endSessionsOf } from './session.queries.ts'
import { mostCodeTries, rootSessionLifeMs, sessionLifeMs } from './session.ts'
import { hasSuperUser } from './set-up-link.ts'
import { codeHash, type SignInCode } from './sign-in-code.ts'

export type BrowserInput = {
  readonly tenantId: string
  /** The own domain that the browser is at; null: the label. The session is good there alone. */
  readonly ownDomain: string | null
  /** The session the browser still holds: it ends, so that no token outlives a sign-in. */
  readonly formerSession: string | null
  /** What its owner knows the browser by (lib/device-words.ts). */
  readonly device: string | null
}

export type SignInInput = BrowserInput & { readonly token: string }

export type SignedIn = {
  readonly account: Account
  readonly sessionToken: string
  /** Whether it is a super-user who enters an organisation. */
  readonly fromRoot: boolean
}

/** Finds whom an unused link would sign in, without using it; a null e-mail is the set-up link. Null: no such link here. */
export async function findUsableLink(
  deps: BasicDeps,
  asked: { readonly tenantId: string; readonly ownDomain: string | null; readonly token: string },
): Promise<{ readonly email: string | null } | null> {
  const row = await deps.database.asServer((tx) =>
    tx
      .selectFrom('signInLink')
      .select('email')
      .where('tokenHash', '=', sha256(asked.token))
      .where('tenantId', '=', asked.tenantId)
      .where('ownDomain', 'is not distinct from', asked.ownDomain)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', deps.now())
      .executeTakeFirst(),
  )
  return row ?? null
}

/**
 * Uses the link, once, and starts a session. An unknown person gets an account only here: the link came by e-mail or
 * from the person who runs the server, so the address is theirs.
 *
 * @throws AppError link_invalid
 */
export async function followLink(tx: ServerTx, input: SignInInput, now: Date): Promise<SignedIn> {
  const { email, fromRoot } = await consumeLink(tx, input, now)
  if (email === null) throw new AppError('link_invalid')
  return signInAs(tx, input, { email, fromRoot }, now)
}

export type CodeOutcome =
  | { readonly kind: 'signed_in'; readonly signedIn: SignedIn }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** The code's ten minutes are over, its tries are used up, or it was used, by link or by code. */
  | { readonly kind: 'ended' }

/** Signs in by the digits of the mail. */
export async function enterSignInCode(
  deps: BasicDeps,
  input: BrowserInput & { readonly code: SignInCode },
): Promise<CodeOutcome> {
  return deps.database.asServer(async (tx) => {
    const now = deps.now()
    const outcome = await useSignInCode(tx, input, now)
    if (outcome.kind !== 'used') return outcome
    const { email } = outcome
    return { kind: 'signed_in', signedIn: await signInAs(tx, input, { email, fromRoot: false }, now) }
  })
}

type AskedCode = Pick<BrowserInput, 'tenantId' | 'ownDomain'> & { readonly code: SignInCode }

/** Uses up the digits of a mail, and the link beside them; at most five tries, each counted before it is looked at. */
export async function useSignInCode(
  tx: ServerTx,
  input: AskedCode,
  now: Date,
): Promise<{ readonly kind: 'used'; readonly email: string } | Exclude<CodeOutcome, { kind: 'signed_in' }>> {
  const link = await countTry(tx, input, now)
  if (!link?.codeHash || link.email === null) return { kind: 'ended' }
  const triesLeft = mostCodeTries - link.codeTries
  if (!equalBytes(codeHash(input.code), link.codeHash))
    return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'ended' }
  await tx.updateTable('signInLink').set({ usedAt: now }).where('tokenHash', '=', link.tokenHash).execute()
  return { kind: 'used', email: link.email }
}

/**
 * Makes the first super-user by the set-up link, once. The address was only typed, so it isn't taken as verified.
 *
 * @throws AppError link_invalid when the link was used or somebody administers the server already
 */
export async function setUpServer(deps: BasicDeps, input: SignInInput & { readonly email: string }): Promise<SignedIn> {
  return deps.database.asServer(async (tx) => {
    const now = deps.now()
    const { email } = await consumeLink(tx, input, now)
    if (email !== null || (await hasSuperUser(tx))) throw new AppError('link_invalid')
    const { id } = await ensureAccount(tx, normalizeEmail(input.email), now)
    await endSessionsOf(tx, id)
    const account = await tx
      .updateTable('account')
      .set({ isSuperUser: true })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return startSession(tx, input, account, { now, fromRoot: false })
  })
}

/** The conditional update is what makes a link work once: of two who follow it, one changes the row. */
async function consumeLink(tx: ServerTx, input: SignInInput, now: Date) {
  const link = await tx
    .updateTable('signInLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', sha256(input.token))
    .where('tenantId', '=', input.tenantId)
    .where('ownDomain', 'is not distinct from', input.ownDomain)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['email', 'fromRoot'])
    .executeTakeFirst()
  if (!link) throw new AppError('link_invalid')
  return link
}

/** The conditional update counts the try and locks the row, so that tries made at once are tries all the same. */
function countTry(tx: ServerTx, input: AskedCode, now: Date) {
  return tx
    .updateTable('signInLink')
    .set((column) => ({ codeTries: column('codeTries', '+', 1) }))
    .where('handleHash', '=', sha256(input.code.handle))
    .where('tenantId', '=', input.tenantId)
    .where('ownDomain', 'is not distinct from', input.ownDomain)
    .where('usedAt', 'is', null)
    .where('codeExpiresAt', '>', now)
    .where('codeTries', '<', mostCodeTries)
    .returning(['tokenHash', 'codeHash', 'codeTries', 'email'])
    .executeTakeFirst()
}

/** Signs in the person who reads mail to this address; unknown people get their account here. */
export async function signInAs(
  tx: ServerTx,
  input: BrowserInput,
  { email, fromRoot }: { readonly email: string; readonly fromRoot: boolean },
  now: Date,
): Promise<SignedIn> {
  const { id } = await ensureAccount(tx, email, now)
  const account = await tx
    .updateTable('account')
    .set((column) => ({ emailVerifiedAt: column.fn.coalesce('emailVerifiedAt', column.val(now)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return startSession(tx, input, account, { now, fromRoot })
}

/** Signs in whom the provider of an organisation names. That their address is theirs is its word, which nobody else takes. */
export async function signInByProvider(
  tx: ServerTx,
  input: BrowserInput,
  account: Account,
  now: Date,
): Promise<SignedIn> {
  return startSession(tx, input, account, { now, fromRoot: false, byProvider: true })
}

type Started = { readonly now: Date; readonly fromRoot: boolean; readonly byProvider?: boolean }

async function startSession(
  tx: ServerTx,
  input: BrowserInput,
  account: Account,
  { now, fromRoot, byProvider = false }: Started,
): Promise<SignedIn> {
  if (input.formerSession !== null) await endSession(tx, input.tenantId, input.formerSession)
  await tx.deleteFrom('session').where('accountId', '=', account.id).where('expiresAt', '<', now).execute()
  const token = randomToken()
  await tx
    .insertInto('session')
    .values({
      tokenHash: sha256(token),
      tenantId: input.tenantId,
      ownDomain: input.ownDomain,
      accountId: account.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + (fromRoot ? rootSessionLifeMs : sessionLifeMs)),
      fromRoot,
      byProvider,
      device: input.device,
    })
    .execute()
  return { account, sessionToken: token, fromRoot }
}
