import type { TenantTx } from '../../db/database.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { signInTexts } from '../../messages/mail/sign-in.ts'
import type { Deps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from './tenant.ts'

/** `reset`: by the administrator of the server. `recovered`: somebody used a recovery code instead. */
type PasskeyNews = 'added' | 'removed' | 'recovered' | 'reset'

type Values = {
  readonly news: PasskeyNews
  /** The passkey's name; null: none in particular. */
  readonly name: string | null
  readonly url: string
}

const passkeyLetter = defineLetter(
  'passkey_changed',
  signInTexts,
  ({ passkey: said }, { news, name, url }: Values) => ({
    subject: said.news[news],
    title: said.news[news],
    paragraphs: [news === 'reset' ? said.wasReset : said.text],
    facts: [[said.passkey, name]],
    action: { label: said.action, url },
    notes: [said.note],
  }),
)

/** Tells a person what became of their passkeys, in the transaction that changes them. */
export async function tellOfPasskey(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls'>,
  tx: TenantTx,
  told: {
    readonly tenant: Pick<Tenant, 'language' | 'label'>
    readonly email: string
    readonly news: PasskeyNews
    readonly name: string | null
  },
): Promise<void> {
  const { tenant, email, news, name } = told
  const url = deps.urls.base(tenant.label) + visitorPaths.passkeys
  await queueMail(deps, tx, { ...passkeyLetter(tenant.language, { news, name, url }), recipient: email })
}
