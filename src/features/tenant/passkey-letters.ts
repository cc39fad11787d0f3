import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from './tenant.ts'

/** `reset`: by whoever runs the server. `recovered`: somebody came in by a code instead. */
type PasskeyNews = 'added' | 'removed' | 'recovered' | 'reset'

type Values = {
  readonly news: PasskeyNews
  /** Of the passkey; null: none in particular. */
  readonly name: string | null
  readonly url: string
}

const said = {
  en: {
    added: 'A passkey was added',
    removed: 'A passkey was removed',
    recovered: 'Somebody signed in as you with a recovery code',
    reset: 'Your passkeys were reset',
  },
  fr: {
    added: 'Une clé d’accès a été ajoutée',
    removed: 'Une clé d’accès a été retirée',
    recovered: 'Quelqu’un s’est connecté en votre nom avec un code de secours',
    reset: 'Vos clés d’accès ont été réinitialisées',
  },
} as const

const passkeyLetter = defineLetter<Values>('passkey_changed', {
  en: ({ news, name, url }) => ({
    subject: said.en[news],
    title: said.en[news],
    paragraphs: [
      news === 'reset'
        ? 'Whoever runs this server removed your passkeys and recovery codes, and signed you out everywhere. Make a new passkey when you sign in next.'
        : 'Was it you? Then there is nothing to do.',
    ],
    ...(name === null ? {} : { facts: [{ label: 'Passkey', value: name }] }),
    action: { label: 'Look at your passkeys', url },
    notes: ['It was not you? Sign out everywhere else on your account page, and tell an owner.'],
  }),
  fr: ({ news, name, url }) => ({
    subject: said.fr[news],
    title: said.fr[news],
    paragraphs: [
      news === 'reset'
        ? 'La personne qui gère ce serveur a retiré vos clés d’accès et vos codes de secours, et vous a déconnecté partout. Créez une nouvelle clé à la prochaine connexion.'
        : 'C’était vous ? Alors il n’y a rien à faire.',
    ],
    ...(name === null ? {} : { facts: [{ label: 'Clé d’accès', value: name }] }),
    action: { label: 'Regarder vos clés d’accès', url },
    notes: [
      'Ce n’était pas vous ? Déconnectez tout le reste dans votre compte, et prévenez un propriétaire.',
    ],
  }),
})

/** Tells somebody what became of their passkeys, in the transaction that does it. */
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
  const url = `${deps.urls.base(tenant.label)}/account/passkeys/`
  await queueMail(deps, tx, { ...passkeyLetter(tenant.language, { news, name, url }), recipient: email })
}
