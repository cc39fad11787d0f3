import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Static, TObject } from 'typebox'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { updateTenantWithTimes } from '../../features/event-notice/change-time-zone.ts'
import { findAmounts, getTenant } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { type TenantValues, tenantVersion } from '../../features/tenant/update-tenant.ts'
import type { Fields, ValuesOf } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { type Access, type Asked, staff } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import {
  type FieldWords,
  type Filled,
  type FilledFields,
  filledFrom,
  filledIn,
  formName,
  formNames,
  readForm,
  typedFields,
} from '../kit/form-values.ts'
import { SaveButton } from '../kit/parts.tsx'
import { readTyped, type TypedForm } from '../kit/typed.ts'
import { type SettingsRoom, settingsRooms, showSettingsPage } from './settings-page.tsx'
import { askOfTimes, TimeZoneAsked, timesProblem } from './time-zone-question.tsx'

type Shown = {
  readonly tenant: Tenant
  /** The address of the organisation's pages. */
  readonly address: string
  /** Whether there are prices or payments: the currency then stays. */
  readonly hasAmounts: boolean
}

export type FormProps<Of extends Fields> = Shown & {
  readonly filled: Filled<Of>
  readonly problems: readonly FormProblem[]
}

/** A form of the settings, which changes columns of the organisation. */
export type SettingsForm<Of extends Fields> = {
  readonly room: SettingsRoom
  readonly fields: Of
  /** Columns that the form changes; it says when somebody else has changed one. */
  readonly columns: readonly (keyof TenantValues)[]
  /** Fields that the form does not always ask for; a field that is not asked keeps its value. */
  readonly unasked?: readonly (keyof Of & string)[]
  words(language: Language): FieldWords<Of>
  valuesOf(tenant: Tenant): ValuesOf<Of>
  columnsOf(values: ValuesOf<Of>, tenant: Tenant): Partial<TenantValues>
  /** Notes what else is wrong. */
  check?(values: ValuesOf<Of>, typed: TypedForm, language: Language): void
  /** Set if several fields may be wrong in the same words: each then says which it is. */
  readonly saysWhich?: true
  /** Names the value of a field as people call it. */
  named(value: string, field: string, language: Language): string
  show(props: FormProps<Of>): ComponentChildren
  /** What stands beside the button that saves, on the organisation's own pages. */
  beside?(): ComponentChildren
}

type Changing = { readonly seen: string; readonly keepHours: boolean }

/** The place of a settings form: with the organisation itself, or at Root. */
export type SettingsPlace = {
  readonly url: string
  readonly access: Access
  /** The id of the tenant that the settings belong to. @throws AppError not_found */
  whose(asked: Asked): string
  /** The address that the form is sent to, with the organisation filled in. */
  path(tenant: Tenant): string
  change(actor: Actor, tenant: Tenant, values: Partial<TenantValues>, how: Changing): Promise<unknown>
  /** Whether the organisation's pages are on the same host. */
  readonly isAtHome: boolean
  show(asked: Asked, tenant: Tenant, content: ComponentChildren): string
}

/** What happens to the times of coming events, and the change that this answer was given for. */
const timesInputs = { times: Maybe(TypedText({ max: 10 })), times_of: Maybe(TypedText({ max: 200 })) }
const unsaid = { times: '', timesOf: '' }
type TimesBody = Static<TObject<typeof timesInputs>>

/** Registers the form on the organisation's own pages. */
export function registerSettingsForm<const Of extends Fields>(
  app: FastifyInstance,
  context: Context,
  form: SettingsForm<Of>,
): void {
  const { path: url } = settingsRooms[form.room]
  registerFormAt(app, context, form, {
    url,
    access: staff('settings'),
    whose: ({ request: { tenant } }) => tenant.id,
    path: () => url,
    isAtHome: true,
    change: (actor, { id }, values, how) => updateTenantWithTimes(context, actor, id, values, how),
    show: (asked, _, content) => showSettingsPage(asked, form.room, content),
  })
}

export function registerFormAt<const Of extends Fields>(
  app: FastifyInstance,
  context: Context,
  form: SettingsForm<Of>,
  place: SettingsPlace,
): void {
  editPage(app, {
    url: place.url,
    access: place.access,
    body: { ...typedFields(form.fields), ...timesInputs },
    read: (asked) => readShown(context, place.whose(asked)),
    typed: (body, _, { tenant }) => filledWithUnasked(form, body, tenant),
    check: ({ asked: { request }, shown: { tenant }, filled }) => readSettings(form, filled, tenant, request.language),
    ask: async ({ asked: { request }, shown: { tenant }, values, body }) =>
      (await askOfTimes(context, tenant, values.timeZone, timesSaid(body))) === null
        ? []
        : [timesProblem(request.language)],
    save: ({ asked: { request }, shown: { tenant }, values, body }) =>
      place.change(request.actor, tenant, values, { seen: body.seen, keepHours: timesSaid(body).times === 'hours' }),
    explain: (error, { request: { language } }) =>
      error.code === 'in_use'
        ? [{ field: 'currency', detail: settingsTexts[language].identity.currencyStays }]
        : explainFields(error, language),
    changes: ({ asked: { request }, shown: { tenant }, filled }) => {
      const { language } = request
      const { changed } = settingsTexts[language]
      const named = (value: string, field: string) => form.named(value, field, language)
      return explainDifferences<FilledFields>(filledOf(form, tenant), filled, { changed, language }, named)
    },
    show: (asked, shown, state) => show(context, asked, form, place, shown, state),
  })
}

function timesSaid(body: object) {
  const { times, times_of: timesOf }: TimesBody = body
  return { times: times ?? '', timesOf: timesOf ?? '' }
}

function filledOf<Of extends Fields>({ fields, valuesOf }: SettingsForm<Of>, tenant: Tenant): Filled<Of> {
  // The language is for amounts, and the settings have none.
  return filledFrom(fields, valuesOf(tenant), { tenant, language: tenant.language })
}

/** Fills the form as it was typed; a field that was not asked keeps its value. */
function filledWithUnasked<Of extends Fields>(form: SettingsForm<Of>, body: object, tenant: Tenant): Filled<Of> {
  const { fields, unasked = [] } = form
  const sent: Readonly<Record<string, unknown>> = { ...body }
  const there: Readonly<Record<string, unknown>> = filledOf(form, tenant)
  const names = unasked.flatMap((key) => formNames(fields)[key] ?? [])
  const left = names.filter((name) => sent[name] === undefined || sent[name] === null || sent[name] === '')
  return { ...filledIn(fields, body), ...Object.fromEntries(left.map((name) => [name, there[name]])) }
}

function readSettings<Of extends Fields>(
  form: SettingsForm<Of>,
  filled: Filled<Of>,
  tenant: Tenant,
  language: Language,
) {
  const typed = readTyped({ tenant, language })
  const words = form.words(language)
  const said = readForm(form.fields, filled, { typed, words })
  form.check?.(said, typed, language)
  const names: Readonly<Record<string, unknown>> = words
  const about = new Map(Object.entries(form.fields).map(([key, field]) => [formName(field), String(names[key])]))
  const problems = typed.problems.map((problem) => ({ ...problem, about: about.get(problem.field ?? '') ?? '' }))
  return { values: form.columnsOf(said, tenant), problems: form.saysWhich ? problems : typed.problems }
}

/** Reads the time zone that the form says, to be asked about. */
function zoneIn<Of extends Fields>(form: SettingsForm<Of>, filled: Filled<Of>, tenant: Tenant, language: Language) {
  return readSettings(form, filled, tenant, language).values.timeZone
}

/** Reads the settings from the database, not from what this process remembers: somebody may have just changed them. */
async function readShown(context: Pick<Context, 'database' | 'urls'>, id: string): Promise<Shown> {
  const tenant = await context.database.asServer((tx) => getTenant(tx, id))
  return {
    tenant,
    address: context.urls.base(tenant.host),
    hasAmounts: (await context.database.asTenant(tenant.id, findAmounts)) !== null,
  }
}

async function show<Of extends Fields>(
  context: Context,
  asked: Asked,
  form: SettingsForm<Of>,
  place: SettingsPlace,
  shown: Shown,
  { filled, problems, seen, done, isAsked = false }: FormState<Filled<Of>>,
): Promise<string> {
  const { language } = asked.request
  const { tenant } = shown
  const desk = deskTexts[language]
  const action = place.path(tenant)
  const question =
    isAsked && filled !== null
      ? await askOfTimes(context, tenant, zoneIn(form, filled, tenant, language), unsaid)
      : null
  return place.show(
    asked,
    tenant,
    <>
      <Done>{done === 'saved' ? desk.saved : null}</Done>
      <form method="post" action={action} class="narrow">
        <Seen version={tenantVersion(tenant, form.columns)} seen={seen} />
        <Problems problems={problems} title={desk.refused} />
        {question === null ? null : <TimeZoneAsked question={question} />}
        {form.show({ ...shown, filled: filled ?? filledOf(form, tenant), problems })}
        <div class="actions">
          <SaveButton asItIs={problems.length > 0 ? action : null} />
          {place.isAtHome ? form.beside?.() : null}
        </div>
      </form>
    </>,
  )
}
