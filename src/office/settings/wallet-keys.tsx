import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { isIssuerId, isPassType, isTeam, type Wallet, wallets } from '../../features/wallet/wallet.ts'
import {
  clearWalletKeys,
  describeWalletKeys,
  setAppleKeys,
  setGoogleKeys,
  type WalletsInWords,
} from '../../features/wallet/wallet-keys.ts'
import { type WalletKeysProblem, WalletKeysRefusedError } from '../../integrations/wallet/wallet-keys-refused-error.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { staff, type Asked } from '../../http/route.ts'
import { walletProblemText } from '../../http/wallet-problem-text.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { walletTexts } from '../../messages/office/wallet.ts'
import { Maybe, SecretText, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { saidOf } from '../kit/parts.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'
import { AppleKeys, GoogleKeys } from './wallet-key-forms.tsx'

const { path: url, permission } = settingsRooms.wallets
const sensitive = { access: staff(permission), asksAgain: true } as const

/** The most bytes of a file; certificates and keys have a few thousand. */
const mostKeyBytes = 100_000
const none = Buffer.alloc(0)

/** Registers the page of the keys that sign tickets for phone wallets: set and taken away, and never shown (ADR 0180). */
export function registerWalletKeys(app: FastifyInstance, context: Context): void {
  const read = async ({ request: { tenant } }: Asked) => {
    requireSelling(tenant)
    return describeWalletKeys(context, tenant)
  }
  const shared = { ...sensitive, of: url }
  const again = async (asked: Asked, problemsOf: State['problemsOf'], typed: Typed) =>
    show(asked, await read(asked), { problemsOf, typed })
  detailPage(app, {
    ...sensitive,
    url,
    read,
    show: (asked, keys, { done }) => show(asked, keys, { done, problemsOf: {}, typed: {} }),
  })
  actionPage(app, {
    ...shared,
    name: 'apple',
    withFiles: true,
    body: {
      pass_type: Maybe(TypedText({ max: 200 })),
      team: Maybe(TypedText({ max: 50 })),
      passphrase: Maybe(SecretText({ max: 500 })),
    },
    act: (asked, _, body) => orRefuse(asked, () => setApple(context, asked, body)),
    refused: {
      show: (asked, _, problems, body) =>
        again(asked, { apple: problems }, { pass_type: body.pass_type ?? '', team: body.team ?? '' }),
    },
  })
  actionPage(app, {
    ...shared,
    name: 'google',
    withFiles: true,
    body: { issuer: Maybe(TypedText({ max: 50 })) },
    act: (asked, _, body) => orRefuse(asked, () => setGoogle(context, asked, body)),
    refused: { show: (asked, _, problems, body) => again(asked, { google: problems }, { issuer: body.issuer ?? '' }) },
  })
  for (const wallet of wallets)
    actionPage(app, {
      ...shared,
      name: `${wallet}/removal`,
      act: ({ request: { tenant, actor } }) => clearWalletKeys(context, tenant, actor, [wallet]),
      goesOn: () => `${url}?done=saved`,
    })
}

/** What was typed: names and numbers, which are no secrets; files and a passphrase are never sent back. */
type Typed = { readonly [Name in 'pass_type' | 'team' | 'issuer']?: string | null }
type AppleBody = Pick<Typed, 'pass_type' | 'team'> & { readonly passphrase?: string | null }

function setApple(context: Context, { request }: Asked, { pass_type, team: typedTeam, passphrase }: AppleBody) {
  const { tenant, actor, language, uploads } = request
  const words = walletTexts[language]
  const [passType, team] = [pass_type ?? '', typedTeam ?? '']
  refuseUnlessEmpty([
    ...(isPassType(passType) ? [] : [{ field: 'pass_type', detail: words.passTypeWrong }]),
    ...(isTeam(team) ? [] : [{ field: 'team', detail: words.teamWrong }]),
    ...fileProblems(request, ['certificate', 'key', 'intermediate']),
  ])
  const file = (name: string) => uploads.get(name) ?? none
  return setAppleKeys(context, tenant, actor, {
    passType,
    team,
    passphrase: passphrase || null,
    certificate: file('certificate'),
    key: file('key'),
    intermediate: file('intermediate'),
  })
}

function setGoogle(context: Context, { request }: Asked, { issuer }: Pick<Typed, 'issuer'>) {
  const { tenant, actor, language, uploads } = request
  const issuerId = issuer ?? ''
  refuseUnlessEmpty([
    ...(isIssuerId(issuerId) ? [] : [{ field: 'issuer', detail: walletTexts[language].issuerWrong }]),
    ...fileProblems(request, ['account']),
  ])
  return setGoogleKeys(context, tenant, actor, { issuerId, file: uploads.get('account') ?? none })
}

function refuseUnlessEmpty(problems: readonly FormProblem[]): void {
  if (problems.length > 0) throw new PageRefusal(400, problems)
}

function fileProblems({ uploads, language }: FastifyRequest, fields: readonly string[]): FormProblem[] {
  const words = walletTexts[language]
  return fields.flatMap((field) => {
    const size = uploads.get(field)?.length ?? 0
    if (size === 0) return [{ field, detail: words.fileMissing }]
    return size > mostKeyBytes ? [{ field, detail: words.fileTooLarge }] : []
  })
}

/** The field that a problem is shown beside, where the problem does not name its own; null: the whole form. */
const fieldOf = {
  certificate_unreadable: null,
  key_closed: 'key',
  key_not_rsa: 'key',
  key_of_another: 'key',
  other_pass_type: 'pass_type',
  other_team: 'team',
  other_issuer: 'intermediate',
  too_early: null,
  expired: null,
  account_not_json: 'account',
  account_of_nobody: 'account',
  account_without_key: 'account',
  account_key_unreadable: 'account',
} as const satisfies Record<WalletKeysProblem['kind'], string | null>

/** @throws PageRefusal what is wrong with the keys, beside the field that it is about */
async function orRefuse({ request }: Asked, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WalletKeysRefusedError)) throw error
    const { tenant, language } = request
    const { problem } = error
    const say = (at: Date) =>
      withinSentence(momentText({ at, now: null, timeZone: tenant.timeZone, language }), language)
    const field = 'which' in problem ? problem.which : fieldOf[problem.kind]
    throw new PageRefusal(400, [{ field, detail: walletProblemText(problem, say, language) }])
  }
}

type State = {
  readonly done?: string | undefined
  readonly problemsOf: { readonly [W in Wallet]?: readonly FormProblem[] }
  readonly typed: Typed
}

function show(asked: Asked, { apple, google }: WalletsInWords, { done, problemsOf, typed }: State): string {
  const { language } = asked.request
  return showSettingsPage(
    asked,
    'wallets',
    <>
      <Done>{saidOf(done, { saved: deskTexts[language].saved })}</Done>
      <p class="prose">{walletTexts[language].writeOnly}</p>
      <AppleKeys
        keys={apple}
        problems={problemsOf.apple ?? []}
        typed={{ passType: typed.pass_type ?? apple?.passType ?? '', team: typed.team ?? apple?.team ?? '' }}
      />
      <GoogleKeys keys={google} problems={problemsOf.google ?? []} typed={typed.issuer ?? google?.issuerId ?? ''} />
    </>,
  )
}
