import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { randomDigits, randomToken } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { signInLinkLifeMs } from '../account/session.ts'
import { useSignInCode } from '../account/sign-in.ts'
import type { SignInCode } from '../account/sign-in-code.ts'
import { mayMailLink } from '../account/sign-in-mails.ts'
import type { BasicDeps, Deps, TellDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { hasRights } from '../tenant/request-sign-in.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { bookingCodeLetter } from './mail-texts.ts'

/** Digits of the code: fewer than to sign in, since it is good in one browser, for one address, and five tries. */
const digitsOfCode = 6

/** What somebody is about to book, and where; nothing is held for it. */
export type CodedBooking = {
  readonly eventId: string
  /** The booker's normalised address. */
  readonly email: string
  /** The host the person is on; null: the label. */
  readonly ownDomain: string | null
}

/**
 * Mails a code with which its reader may book at that event while many book at once, and a link that signs them in. It is one of the
 * mails to sign in, and under their limit (ADR 0080): over it nothing is sent, and the answer is the same. The link of a person who
 * works there leads to the label's host (ADR 0227); the code books at the own domain, and signs nobody in.
 *
 * @returns the handle without which the code is worth nothing, for the browser that asked
 */
export async function mailBookingCode(
  deps: TellDeps,
  tenant: Tenant,
  booking: CodedBooking,
  asked: {
    readonly event: { readonly name: string; readonly path: string }
    readonly language: Language
    /** False: mails to one address are not limited. */
    readonly limited: boolean
  },
): Promise<string> {
  const { email, ownDomain } = booking
  const code = { handle: randomToken(), digits: randomDigits(digitsOfCode) }
  await deps.database.asTenant(tenant.id, async (tx) => {
    const mailed = { tenantId: tenant.id, email, now: deps.now() }
    if (asked.limited && !(await mayMailLink(serverSide(tx), mailed))) return
    const link = { ...mailed, lifeMs: signInLinkLifeMs }
    const beside = await issueSignInLink(serverSide(tx), {
      ...link,
      ownDomain,
      code: ofBooking(deps, tenant.id, booking, code),
    })
    const isStaff = ownDomain !== null && (await hasRights(tx, email))
    const token = isStaff ? await issueSignInLink(serverSide(tx), { ...link, ownDomain: null }) : beside
    const host = isStaff ? tenant.label : (ownDomain ?? tenant.label)
    await queueMail(deps, tx, {
      ...bookingCodeLetter(asked.language, {
        event: asked.event.name,
        digits: code.digits,
        url: deps.urls.base(host) + at(visitorPaths.mailedSignIn, { token }, { next: asked.event.path }),
      }),
      recipient: email,
      usefulUntil: new Date(mailed.now.getTime() + signInLinkLifeMs),
    })
  })
  return code.handle
}

/**
 * Accepts a code and uses it up: the person who types it reads mail to that address, as if they had signed in.
 *
 * @throws AppError link_invalid (wrong, with the tries that are left; without any it has ended)
 */
export async function takeBookingCode(
  deps: BasicDeps<'secrets'>,
  tenantId: string,
  booking: CodedBooking,
  code: SignInCode,
): Promise<void> {
  const { ownDomain } = booking
  const asked = { tenantId, ownDomain, code: ofBooking(deps, tenantId, booking, code) }
  const outcome = await deps.database.asServer((tx) => useSignInCode(tx, asked, deps.now()))
  if (outcome.kind !== 'used')
    throw new AppError('link_invalid', { triesLeft: outcome.kind === 'wrong' ? outcome.triesLeft : 0 })
}

/** The handle for booking, which signs nobody in and books nothing else: only the server makes it out of the one that a browser has. */
function ofBooking(
  { secrets }: Pick<Deps, 'secrets'>,
  tenantId: string,
  { eventId, email }: CodedBooking,
  { handle, digits }: SignInCode,
): SignInCode {
  const text = `${tenantId} ${eventId} ${handle} ${email}`
  return { handle: secrets.mac('code of a booking', text).toString('base64url'), digits }
}
