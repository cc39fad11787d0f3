import { serverSide, type TenantTx } from '../../db/database.ts'
import type { Language } from '../../lib/language.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { findAccountByEmail, findRole, holdsRights } from '../account/account.queries.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { signInLinkLifeMs } from '../account/session.ts'
import { newSignInCode } from '../account/sign-in-code.ts'
import { mayMailLink } from '../account/sign-in-mails.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { signInLetter } from './mail-texts.ts'
import type { Tenant } from './tenant.ts'

/**
 * Mails a sign-in link and a code, to known and unknown people alike: nothing tells a stranger who has an account. Where enough of
 * them are in the mailbox and still work, nothing is sent and the answer is the same (ADR 0080). A person with rights here who asks
 * at an own domain of the organisation gets a link to the label's host, and no code (ADR 0227).
 *
 * @returns the handle without which the code is worth nothing, for the browser that asked
 */
export async function requestSignIn(
  deps: BasicDeps<'enqueue' | 'urls'>,
  tenant: Tenant,
  input: {
    readonly email: string
    readonly language: Language
    /** The host the person is on, where the session will be good; null: the label. */
    readonly ownDomain: string | null
    /** The path on that host that the link leads back to; null: none in particular. */
    readonly next: string | null
    /** False: mails to one address are not limited. */
    readonly limited: boolean
  },
): Promise<string> {
  const email = normalizeEmail(input.email)
  const code = newSignInCode()
  await deps.database.asTenant(tenant.id, async (tx) => {
    // An organisation that is not approved yet mails only the people who work there.
    if (tenant.approval !== 'approved' && !(await holdsRights(tx, email))) return
    const asked = { tenantId: tenant.id, email, now: deps.now() }
    if (input.limited && !(await mayMailLink(serverSide(tx), asked))) return
    const isStaff = input.ownDomain !== null && (await hasRights(tx, email))
    const ownDomain = isStaff ? null : input.ownDomain
    const token = await issueSignInLink(serverSide(tx), {
      ...asked,
      lifeMs: signInLinkLifeMs,
      ownDomain,
      ...(isStaff ? {} : { code }),
    })
    const url =
      deps.urls.base(ownDomain ?? tenant.label) + at(visitorPaths.mailedSignIn, { token }, { next: input.next })
    await queueMail(deps, tx, {
      ...signInLetter(input.language, {
        organisation: tenant.category === 'root' ? 'Guichet' : tenant.organisation,
        url,
        digits: isStaff ? null : code.digits,
      }),
      recipient: email,
      usefulUntil: new Date(asked.now.getTime() + signInLinkLifeMs),
    })
  })
  return code.handle
}

/** Whether somebody may do more here than a visitor. */
export async function hasRights(tx: TenantTx, email: string): Promise<boolean> {
  const account = await findAccountByEmail(serverSide(tx), email)
  return account !== null && (account.isSuperUser || (await findRole(tx, account.id)) !== null)
}
