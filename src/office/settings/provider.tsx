import type { FastifyInstance } from 'fastify'
import { Fragment } from 'preact'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { examineProvider } from '../../features/team/enter-by-provider.ts'
import {
  countProvided,
  describeProvider,
  providerVersion,
  removeProvider,
  setProvider,
} from '../../features/team/keep-provider.ts'
import type { SignInProvider } from '../../features/team/sign-in-provider.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { OpenIdError } from '../../integrations/openid/openid.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { providerTexts } from '../../messages/office/provider.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { Maybe, SecretText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { actionPage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { filledIn, typedFields } from '../kit/form-values.ts'
import { Deletion, saidOf } from '../kit/parts.tsx'
import { ActionButton, Facts, Section } from '../../pages/parts.tsx'
import { type FilledProvider, fillProvider, ProviderForm, providerFields, readProvider } from './provider-form.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'
import { useTexts } from '../../pages/reader.ts'

const { path: url, permission } = settingsRooms.sign_in
const sensitive = { access: staff(permission), asksAgain: true } as const

type Shown = { readonly provider: SignInProvider | null; readonly provided: ReadonlyMap<string, number> }
type State = FormState<FilledProvider> & {
  /** Problems that a failed check found. */
  readonly checked?: readonly FormProblem[]
}

/** Registers the sign-in provider of the team: set, tried and taken away by an owner; the secret is never shown (ADR 0244). */
export function registerProvider(app: FastifyInstance, context: Context): void {
  const read = async ({ request: { tenant } }: Asked): Promise<Shown> => {
    requireSelling(tenant)
    return { provider: await describeProvider(context, tenant), provided: await countProvided(context, tenant) }
  }
  editPage(app, {
    url,
    ...sensitive,
    body: { ...typedFields(providerFields), client_secret: Maybe(SecretText({ max: 500 })) },
    read,
    typed: (body) => filledIn(providerFields, body),
    check: ({ asked: { request }, filled }) => readProvider(filled, request.language, context.openId.isIssuer),
    save: ({ asked: { request }, values, body: { client_secret: secret, seen } }) =>
      orRefuseSecret(request.language, () =>
        setProvider(context, request.tenant, request.actor, {
          settings: { ...values, clientSecret: secret ?? null },
          seen,
        }),
      ),
    explain: () => null,
    changes: ({ asked }) => [{ field: null, detail: providerTexts[asked.request.language].changedMeanwhile }],
    show: (asked, shown, state) => show(context, asked, shown, state),
    goesOn: (_, taken) => savedPath(taken),
  })
  actionPage(app, {
    of: url,
    name: 'checks',
    ...sensitive,
    act: ({ request: { tenant, language } }) => orRefuseCheck(language, () => examineProvider(context, tenant)),
    goesOn: () => `${url}?done=answers`,
    refused: {
      show: async (asked, _, checked) =>
        show(context, asked, await read(asked), { filled: null, problems: [], checked }),
    },
  })
  actionPage(app, {
    of: url,
    name: 'removal',
    ...sensitive,
    act: ({ request: { tenant, actor } }) => removeProvider(context, tenant, actor),
    goesOn: savedPath,
  })
}

/** @param taken how many people lost their role with it */
const savedPath = (taken: number) => `${url}?done=saved${taken === 0 ? '' : `-${taken}`}`

/** @throws PageRefusal another issuer or client needs a secret of its own */
async function orRefuseSecret(language: Language, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_transition') throw error
    throw new PageRefusal(400, [{ field: 'client_secret', detail: providerTexts[language].clientSecret.wrong }])
  }
}

/** @throws PageRefusal why the provider does not answer */
async function orRefuseCheck(language: Language, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error
    throw new PageRefusal(502, [{ field: null, detail: providerTexts[language].checkFailed[error.failure] }])
  }
}

function show(context: Context, asked: Asked, { provider, provided }: Shown, state: State): string {
  const { tenant, language } = asked.request
  const words = providerTexts[language]
  const { filled, problems, checked = [], done = '' } = state
  return showSettingsPage(
    asked,
    'sign_in',
    <>
      <Done>{doneWords(done, language)}</Done>
      <Problems title={words.check} problems={checked} />
      {provider === null ? <p class="notice">{words.none}</p> : <ProviderFacts {...{ provider, provided }} />}
      <Facts
        facts={[
          [
            words.returnAddress,
            <Fragment key="return">
              <code>{context.urls.base(tenant.label) + visitorPaths.providerReturn}</code>
              <p class="muted small">{words.returnHelp}</p>
            </Fragment>,
          ],
        ]}
      />
      <ProviderForm
        action={url}
        asked={asked}
        version={providerVersion(provider)}
        seen={state.seen}
        isSet={provider !== null}
        filled={filled ?? fillProvider(provider, asked.request)}
        problems={problems}
      />
      {provider === null ? null : <Deletion action={`${url}removal/`} title={words.remove} help={words.removeHelp} />}
    </>,
  )
}

function doneWords(done: string, language: Language): string | null {
  const { saved } = deskTexts[language]
  const { taken, answers } = providerTexts[language]
  const [, people] = /^saved-([1-9]\d{0,5})$/.exec(done) ?? []
  if (people !== undefined) return `${saved} ${taken({ people: Number(people) })}`
  return saidOf(done, { saved, answers })
}

type ProviderFactsProps = {
  readonly provider: SignInProvider
  /** The number of people who have a role from the provider, by mail domain. */
  readonly provided: ReadonlyMap<string, number>
}

/** Shows the provider as the sign-in page does, and whether it answers. */
function ProviderFacts({ provider, provided }: ProviderFactsProps) {
  const words = useTexts(providerTexts)
  const people = [...provided].map(([domain, count]) => words.peopleAt({ people: count, domain }))
  return (
    <Section id="state" title={words.state}>
      <Facts
        facts={[
          [words.button, useTexts(providerSignInTexts).button({ name: provider.name })],
          [words.issuer.label, provider.issuer],
          [words.secretSet, <When at={provider.secretSetAt} />],
          [words.provided, people.length === 0 ? null : people],
        ]}
      />
      <ActionButton action={`${url}checks/`}>{words.check}</ActionButton>
    </Section>
  )
}
