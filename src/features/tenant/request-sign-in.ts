import { serverSide } from '../../db/database.ts'
import type { Language } from '../../lib/language.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { signInLinkLifeMs } from '../account/session.ts'
import { newSignInCode } from '../account/sign-in-code.ts'
import { mayMailLink } from '../account/sign-in-mails.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { signInLetter } from './mail-texts.ts'
import type { Tenant } from './tenant.ts'

/**
 * Mails a sign-in link and a code, to known and unknown people alike: nothing tells a stranger who has an account. Where
 * enough of them lie in the mailbox and still work, nothing is sent and the answer is the same (ADR 0080).
 *
 * @returns the handle without which the code is worth nothing, for the browser that asked
 */
export async function requestSignIn(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue'>,
  tenant: Tenant,
  input: {
    readonly email: string
    readonly language: Language
    /** Of the host the person is on: the session will be good there. */
    readonly base: string
    /** The path of that host that the link brings back to; null: none in particular. */
    readonly next: string | null
    /** False lifts the limit of mails to one address. */
    readonly limited: boolean
  },
): Promise<string> {
  const email = normalizeEmail(input.email)
  const code = newSignInCode()
  await deps.database.asTenant(tenant.id, async (tx) => {
    const asked = { tenantId: tenant.id, email, now: deps.now() }
    if (input.limited && !(await mayMailLink(serverSide(tx), asked))) return
    const token = await issueSignInLink(serverSide(tx), { ...asked, lifeMs: signInLinkLifeMs, code })
    const query = input.next === null ? '' : `?${new URLSearchParams({ next: input.next })}`
    const url = `${input.base}/sign-in/${token}${query}`
    await queueMail(deps, tx, {
      ...signInLetter(input.language, {
        organisation: tenant.category === 'root' ? 'Guichet' : tenant.organisation,
        url,
        digits: code.digits,
      }),
      recipient: email,
      usefulUntil: new Date(asked.now.getTime() + signInLinkLifeMs),
    })
  })
  return code.handle
}
