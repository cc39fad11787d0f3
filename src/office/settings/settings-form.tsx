import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type TObject, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import { updateTenantWithTimes } from '../../features/event-notice/change-time-zone.ts'
import { getTenant, hasAmounts } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { type TenantValues, tenantVersion } from '../../features/tenant/update-tenant.ts'
import type { Language } from '../../lib/language.ts'
import { errorStatus } from '../../http/error-status.ts'
import { type Access, staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { ArrayIn, Maybe, TextQuery, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { page } from '../../pages/page.ts'
import { explainDifferences } from '../kit/explain.ts'
import { type SettingsRoom, settingsRooms, showSettingsPage } from './settings-page.tsx'
import { askOfTimes, TimeZoneAsked, type TimeZoneQuestion, timesProblem } from './time-zone-question.tsx'

/** A form as it was typed, by the names of its fields; what is not ticked is empty. */
export type Filled = Readonly<Record<string, string>>

export type FormProps = {
  readonly filled: Filled
  readonly problems: readonly FormProblem[]
  readonly tenant: Tenant
  /** Of its pages. */
  readonly address: string
  /** There are prices or payments: the currency stays. */
  readonly hasAmounts: boolean
  readonly language: Language
}

/** More than is kept: the form says what is too long, beside it. */
const kinds = {
  line: TypedText({ max: 4000 }),
  lines: TypedLongText({ max: 60_000 }),
  ticks: ArrayIn(Maybe(TypedText({ max: 35 })), { max: 100 }),
}

/** One of the forms of the settings, which change what the row of the organisation says. */
export type SettingsForm<Field extends keyof TenantValues> = {
  readonly room: SettingsRoom
  /** What it changes, and is told of when somebody else did. */
  readonly fields: readonly Field[]
  /** Of the form. `ticks`: any of several, with blanks between them in `Filled`. */
  readonly inputs: Readonly<Record<string, keyof typeof kinds>>
  /** Of these, what it does not always ask for: where it does not, they say what is there. */
  readonly unasked?: readonly string[]
  fill(tenant: Tenant): Filled
  /** What the form says, or what is wrong with it, beside each field. */
  read(
    filled: Filled,
    tenant: Tenant,
    language: Language,
  ): { readonly values: Pick<TenantValues, Field>; readonly problems: readonly FormProblem[] }
  /** What people call the value of a field. */
  named(value: string, field: string, language: Language): string
  show(props: FormProps): ComponentChildren
}

type Changing = { readonly seen: string; readonly keepHours: boolean }

/** Where a form of the settings stands: with the organisation itself, or at Root. */
export type SettingsPlace = {
  readonly url: string
  readonly access: Access
  readonly params?: TObject
  /** Whose settings they are. @throws AppError not_found */
  whose(request: FastifyRequest): string
  /** As the form sends it, with what identifies the organisation filled in. */
  path(tenant: Tenant): string
  change(actor: Actor, tenant: Tenant, values: Partial<TenantValues>, how: Changing): Promise<unknown>
  show(asked: Asked, tenant: Tenant, content: ComponentChildren): string
}

type Typed = {
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
  readonly question?: TimeZoneQuestion | null
}
type Shown = Pick<FormProps, 'tenant' | 'address' | 'hasAmounts'>

/** What happens to the times of coming events, and of which change that was said. */
const timesInputs = { times: Maybe(TypedText({ max: 10 })), times_of: Maybe(TypedText({ max: 200 })) }

/** On the organisation's own pages. */
export function registerSettingsForm<Field extends keyof TenantValues>(
  app: FastifyInstance,
  context: Context,
  form: SettingsForm<Field>,
): void {
  const { path: url } = settingsRooms[form.room]
  registerFormAt(app, context, form, {
    url,
    access: staff('settings'),
    whose: ({ tenant }) => tenant.id,
    path: () => url,
    change: (actor, { id }, values, how) => updateTenantWithTimes(context, actor, id, values, how),
    show: (asked, _, content) => showSettingsPage(asked, form.room, content),
  })
}

export function registerFormAt<Field extends keyof TenantValues>(
  app: FastifyInstance,
  context: Context,
  form: SettingsForm<Field>,
  place: SettingsPlace,
): void {
  const { url, access, params } = place
  const where = { url, access, ...(params === undefined ? {} : { params }) }
  const inputs: object = Object.fromEntries(
    Object.entries(form.inputs).map(([name, kind]) => [name, Maybe(kinds[kind])]),
  )

  page(app, {
    method: 'GET' as const,
    ...where,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ query, request, reply }) => {
      const shown = await readShown(context, place.whose(request))
      const typed = { filled: null, problems: [] }
      return show({ request, reply }, form, place, shown, typed, query.done === 'saved')
    },
  })

  page(app, {
    method: 'POST' as const,
    ...where,
    forms: true,
    body: Type.Object({ ...inputs, ...timesInputs, seen: TypedText({ max: 50 }) }),
    handler: async ({ actor, language, body, request, reply }) => {
      const shown = await readShown(context, place.whose(request))
      const given: Readonly<Record<string, unknown>> = body
      const there = form.fill(shown.tenant)
      const filled = Object.fromEntries(
        Object.keys(form.inputs).map((name) => {
          const missing = form.unasked?.includes(name) ? there[name] : null
          const said = given[name]
          return [name, Array.isArray(said) ? said.filter(Boolean).join(' ') : String(said || (missing ?? ''))]
        }),
      )
      const again = (
        now: Shown,
        problems: readonly FormProblem[],
        status: number,
        question: TimeZoneQuestion | null = null,
      ) => {
        reply.code(status)
        return show({ request, reply }, form, place, now, { filled, problems, question })
      }
      const { values, problems } = form.read(filled, shown.tenant, language)
      if (problems.length > 0) return again(shown, problems, 400)
      const { timeZone }: Partial<TenantValues> = values
      const said = { times: body.times ?? '', timesOf: body.times_of ?? '' }
      const question = await askOfTimes(context, shown.tenant, timeZone, said)
      if (question !== null) return again(shown, [timesProblem(language)], 409, question)
      try {
        await place.change(actor, shown.tenant, values, { seen: body.seen, keepHours: body.times === 'hours' })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await readShown(context, shown.tenant.id)
          const { changed } = settingsTexts[language]
          const named = (value: string, field: string) => form.named(value, field, language)
          return again(now, explainDifferences(form.fill(now.tenant), filled, { changed, language }, named), 409)
        }
        if (error.code !== 'in_use') throw error
        const detail = settingsTexts[language].identity.currencyStays
        return again(shown, [{ field: 'currency', detail }], errorStatus.in_use)
      }
      return reply.redirect(`${place.path(shown.tenant)}?done=saved`, 303)
    },
  })
}

/** As it is, not as this process remembers it: another may have changed it a moment ago. */
async function readShown(context: Pick<Context, 'database' | 'urls'>, id: string): Promise<Shown> {
  const tenant = await context.database.asServer((tx) => getTenant(tx, id))
  return {
    tenant,
    address: context.urls.base(tenant.host),
    hasAmounts: await context.database.asTenant(tenant.id, hasAmounts),
  }
}

function show<Field extends keyof TenantValues>(
  { request, reply }: Asked,
  form: SettingsForm<Field>,
  place: SettingsPlace,
  shown: Shown,
  { filled, problems, question = null }: Typed,
  isSaved = false,
): string {
  const { language } = request
  const desk = deskTexts[language]
  const action = place.path(shown.tenant)
  return place.show(
    { request, reply },
    shown.tenant,
    <>
      <Done>{isSaved ? desk.saved : null}</Done>
      <form method="post" action={action} class="narrow">
        <Seen asked={{ request, reply }} version={tenantVersion(shown.tenant, form.fields)} />
        <Problems problems={problems} title={desk.refused} />
        {question === null ? null : <TimeZoneAsked {...{ question, language }} />}
        {form.show({ ...shown, filled: filled ?? form.fill(shown.tenant), problems, language })}
        <div class="actions">
          <button class="button" type="submit">
            {desk.save}
          </button>
          {problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
        </div>
      </form>
    </>,
  )
}
