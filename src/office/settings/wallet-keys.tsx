import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { isIssuerId, isPassType, isTeam, wallets } from '../../features/wallet/wallet.ts'
import { clearWalletKeys, describeWalletKeys, setAppleKeys, setGoogleKeys } from '../../features/wallet/wallet-keys.ts'
import { type WalletKeysProblem, WalletKeysRefusedError } from '../../integrations/wallet/wallet-keys-refused-error.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { staff, type Asked } from '../../http/route.ts'
import { walletProblemText } from '../../http/wallet-problem-text.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { walletTexts } from '../../messages/office/wallet.ts'
import { Maybe, SecretText, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'
import { AppleKeys, GoogleKeys } from './wallet-key-forms.tsx'

const { path: url, permission } = settingsRooms.wallets
const sensitive = { access: staff(permission), asksAgain: true } as const

/** Names and numbers, which are no secrets; files and a passphrase are never sent back. */
type Typed = Readonly<Record<'pass_type' | 'team' | 'issuer', string>>

/** Certificates and keys have a few thousand bytes. */
const mostKeyBytes = 100_000
const none = Buffer.alloc(0)

/** With what tickets are signed for the wallets of phones: set and taken away, and never shown (ADR 0180). */
export function registerWalletKeys(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    ...sensitive,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) => show(context, { request, reply }, { isSaved: query.done === 'saved' }),
  })

  page(app, {
    method: 'POST',
    url: `${url}apple/`,
    ...sensitive,
    forms: 'with_files',
    body: Type.Object({
      pass_type: Maybe(TypedText({ max: 200 })),
      team: Maybe(TypedText({ max: 50 })),
      passphrase: Maybe(SecretText({ max: 500 })),
    }),
    handler: ({ tenant, actor, language, body, request, reply }) => {
      const words = walletTexts[language]
      const [passType, team] = [body.pass_type ?? '', body.team ?? '']
      const problems = [
        ...(isPassType(passType) ? [] : [{ field: 'pass_type', detail: words.passTypeWrong }]),
        ...(isTeam(team) ? [] : [{ field: 'team', detail: words.teamWrong }]),
        ...fileProblems(request, ['certificate', 'key', 'intermediate']),
      ]
      const file = (name: string) => request.uploads.get(name) ?? none
      return orExplain(context, { request, reply }, { pass_type: passType, team }, problems, () =>
        setAppleKeys(context, tenant, actor, {
          passType,
          team,
          passphrase: body.passphrase || null,
          certificate: file('certificate'),
          key: file('key'),
          intermediate: file('intermediate'),
        }),
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}google/`,
    ...sensitive,
    forms: 'with_files',
    body: Type.Object({ issuer: Maybe(TypedText({ max: 50 })) }),
    handler: ({ tenant, actor, language, body, request, reply }) => {
      const issuerId = body.issuer ?? ''
      const problems = [
        ...(isIssuerId(issuerId) ? [] : [{ field: 'issuer', detail: walletTexts[language].issuerWrong }]),
        ...fileProblems(request, ['account']),
      ]
      const file = request.uploads.get('account') ?? none
      return orExplain(context, { request, reply }, { issuer: issuerId }, problems, () =>
        setGoogleKeys(context, tenant, actor, { issuerId, file }),
      )
    },
  })

  for (const wallet of wallets)
    page(app, {
      method: 'POST',
      url: `${url}${wallet}/removal/`,
      ...sensitive,
      forms: true,
      handler: async ({ tenant, actor, reply }) => {
        await clearWalletKeys(context, tenant, actor, [wallet])
        return reply.redirect(`${url}?done=saved`, 303)
      },
    })
}

function fileProblems({ uploads, language }: FastifyRequest, fields: readonly string[]): FormProblem[] {
  const words = walletTexts[language]
  return fields.flatMap((field) => {
    const size = uploads.get(field)?.length ?? 0
    if (size === 0) return [{ field, detail: words.fileMissing }]
    return size > mostKeyBytes ? [{ field, detail: words.fileTooLarge }] : []
  })
}

/** Where on the page that is said which no field shows by itself. */
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

/** What is wrong with the keys is said on the page, beside the field that it is about. */
async function orExplain(
  context: Context,
  asked: Asked,
  typed: Partial<Typed>,
  problems: readonly FormProblem[],
  work: () => Promise<unknown>,
): Promise<string | FastifyReply> {
  const { request, reply } = asked
  try {
    if (problems.length === 0) {
      await work()
      return reply.redirect(`${url}?done=saved`, 303)
    }
    reply.code(400)
    return show(context, asked, { problems, typed })
  } catch (error) {
    if (!(error instanceof WalletKeysRefusedError)) throw error
    const { tenant, language } = request
    const { problem } = error
    const say = (at: Date) =>
      withinSentence(momentText({ at, now: null, timeZone: tenant.timeZone, language }), language)
    const field = 'which' in problem ? problem.which : fieldOf[problem.kind]
    const refused = { field, detail: walletProblemText(problem, say, language) }
    reply.code(400)
    return show(context, asked, { problems: [refused], typed })
  }
}

type Shown = { readonly isSaved?: boolean; readonly problems?: readonly FormProblem[]; readonly typed?: Partial<Typed> }

async function show(
  context: Context,
  { request, reply }: Asked,
  { isSaved = false, problems = [], typed = {} }: Shown,
): Promise<string> {
  const { tenant, language } = request
  requireSelling(tenant)
  const { apple, google } = await describeWalletKeys(context, tenant)
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  // Each is said at the form that it is about.
  const isGoogle = problems.some(({ field }) => field === 'issuer' || field === 'account')
  return showSettingsPage(
    { request, reply },
    'wallets',
    <>
      <Done>{isSaved ? deskTexts[language].saved : null}</Done>
      <p class="prose">{walletTexts[language].writeOnly}</p>
      <AppleKeys
        keys={apple}
        problems={isGoogle ? [] : problems}
        typed={{ passType: typed.pass_type ?? apple?.passType ?? '', team: typed.team ?? apple?.team ?? '' }}
        {...{ url, when }}
      />
      <GoogleKeys
        keys={google}
        problems={isGoogle ? problems : []}
        typed={typed.issuer ?? google?.issuerId ?? ''}
        {...{ url, when }}
      />
    </>,
  )
}
