import { serverSide } from '../../db/database.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { signInLinkLifeMs } from '../account/session.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { signInMail } from './mail-texts.ts'
import type { Language, Tenant } from './tenant.ts'

/** Mails a sign-in link, to known and unknown people alike: nothing tells a stranger who has an account. */
export async function requestSignIn(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue'>,
  tenant: Tenant,
  input: {
    readonly email: string
    readonly language: Language
    /** Of the host the person is on: the session will be good there. */
    readonly base: string
  },
): Promise<void> {
  const email = normalizeEmail(input.email)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const token = await issueSignInLink(serverSide(tx), {
      tenantId: tenant.id,
      email,
      now: deps.now(),
      lifeMs: signInLinkLifeMs,
    })
    const url = `${input.base}/sign-in/${token}`
    await queueMail(deps, tx, {
      kind: 'sign_in',
      recipient: email,
      ...signInMail(input.language, tenant.category === 'root' ? 'Guichet' : tenant.organisation, url),
    })
  })
}
