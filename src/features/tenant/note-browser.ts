import { serverSide } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { randomToken } from '../../lib/hash.ts'
import { visitorPaths } from '../../lib/paths.ts'
import type { Account } from '../account/account.queries.ts'
import { addBrowser, markBrowserSeen } from '../account/known-browser.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { newBrowserLetter } from './mail-texts.ts'
import type { Tenant } from './tenant.ts'

/**
 * Notes the browser with which a person who works here signed in. If it was not seen here before their account is told, unless it is
 * the first that they ever signed in with (ADR 0239).
 *
 * @param browser `token`: the mark it keeps, null: it has none; `device`: in words of a closed list, null: unknown
 * @returns the mark that it keeps from now on
 */
export async function noteBrowser(
  deps: BasicDeps<'enqueue' | 'urls'>,
  tenant: Tenant,
  account: Account,
  browser: { readonly token: string | null; readonly device: string | null },
): Promise<string> {
  const seen = { accountId: account.id, tenantId: tenant.id, now: deps.now() }
  return deps.database.asTenant(tenant.id, async (tx) => {
    const { token, device } = browser
    if (token !== null && (await markBrowserSeen(serverSide(tx), { ...seen, token }))) return token
    const made = randomToken()
    if (await addBrowser(serverSide(tx), { ...seen, token: made })) return made
    const { language, timeZone } = tenant
    await queueMail(deps, tx, {
      ...newBrowserLetter(language, {
        organisation: tenant.category === 'root' ? 'Guichet' : tenant.organisation,
        when: `${momentText({ at: seen.now, timeZone, language, now: null })} (${timeZone})`,
        device,
        url: `${deps.urls.base(tenant.label)}${visitorPaths.account}#sessions`,
      }),
      recipient: account.email,
    })
    return made
  })
}
