import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { forgetFilter, keepFilter, mostFilters } from '../../features/team/keep-filter.ts'
import { type ListFilter, listFilters } from '../../features/team/list-filter.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { staff } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { BooleanIn, EnumIn, MachineText, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Field } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { ActionButton, FoldedForm } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type AdminArea, adminAreas } from './areas.ts'
import { mayEnter } from './frame.tsx'
import { Deletion } from './parts.tsx'

const areas = Object.keys(adminAreas) as readonly AdminArea[]
const longestName = 40

/** Registers what keeps a filter of any list under a name, and what forgets it (ADR 0283). */
export function registerListFilters(app: FastifyInstance, context: Context): void {
  const access = staff('overview')
  page(app, {
    method: 'POST',
    url: paths.listFilters,
    access,
    forms: true,
    body: Type.Object({
      list: EnumIn(areas),
      query: MachineText({ max: 1000 }),
      name: TypedText({ max: longestName }),
      shared: Maybe(BooleanIn),
    }),
    handler: async ({ request, tenant, body: { list, name, query, shared }, reply }) => {
      if (!mayEnter(request, list) || (shared && !mayShare(request))) throw new AppError('permission_denied')
      const accountId = shared ? null : accountOf(request)
      const filter = filterText(Object.fromEntries(new URLSearchParams(query)))
      await keepFilter(context, tenant, { accountId, list, name, query: filter })
      return reply.redirect(`${adminAreas[list].path}?${filter}`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.listFilterDeletion,
    access,
    forms: true,
    params: UuidParams,
    handler: async ({ request, tenant, params, reply }) => {
      const mine = [accountOf(request), ...(mayShare(request) ? [null] : [])]
      const { list, query } = await forgetFilter(context, tenant, mine, params.uuid)
      const area = areas.find((one) => one === list) ?? 'overview'
      return reply.redirect(`${adminAreas[area].path}?${query}`, 303)
    },
  })
}

function accountOf({ actor }: FastifyRequest): string {
  if (actor.kind !== 'account') throw new AppError('permission_denied')
  return actor.accountId
}

/** Whether somebody keeps filters for everybody here, and forgets those. */
function mayShare({ actor, tenant }: FastifyRequest): boolean {
  return hasStaffPermission(actor, tenant, 'settings')
}

/** Writes what a list is narrowed by and its order as a query, always alike. What is searched for may name somebody, and is not kept. */
export function filterText({ q, page: number, done, ticked, ...kept }: Readonly<Record<string, string>>): string {
  return String(
    new URLSearchParams(
      Object.entries(kept)
        .filter(([, value]) => value !== '')
        .toSorted(),
    ),
  )
}

/** Reads the filters of the list in a room: those of everybody here, and of the caller. */
export async function readFilters({ database }: Pick<Context, 'database'>, request: FastifyRequest, list: AdminArea) {
  const accountId = accountOf(request)
  return database.asTenant(request.tenant.id, async (tx) => ({
    shared: await listFilters(tx, { accountId: null, list }),
    own: await listFilters(tx, { accountId, list }),
    mayShare: mayShare(request),
  }))
}

type ListFiltersProps = {
  readonly list: AdminArea
  readonly filters: Awaited<ReturnType<typeof readFilters>>
  /** What the list is narrowed by now (`filterText`); '': nothing. */
  readonly query: string
}

/** The filters that are kept of a list, with what keeps the one that is chosen, or forgets it. */
export function ListFilters({ list, filters: { shared, own, mayShare }, query }: ListFiltersProps) {
  const words = useTexts(deskTexts).filters
  const isChosen = (filter: ListFilter) => filter.query === query
  const isKept = shared.some(isChosen) || (own.some(isChosen) && !mayShare)
  const isFull = own.length >= mostFilters && !(mayShare && shared.length < mostFilters)
  return (
    <>
      <Chips label={words.shared} filters={shared} isChosen={isChosen} />
      <Chips label={words.title} filters={own} isChosen={isChosen} />
      {(mayShare ? shared : []).filter(isChosen).map(({ id, name }) => (
        <Deletion
          key={id}
          action={at(paths.listFilterDeletion, { uuid: id })}
          title={words.forget({ name })}
          help={words.forgetShared}
        />
      ))}
      {own.filter(isChosen).map(({ id, name }) => (
        <ActionButton key={id} action={at(paths.listFilterDeletion, { uuid: id })}>
          {words.forget({ name })}
        </ActionButton>
      ))}
      {query === '' || isKept || isFull ? null : (
        <FoldedForm
          title={words.keep}
          action={paths.listFilters}
          sends={{ list, query }}
          class="narrow"
          button={words.button}
          look="quiet"
        >
          <Field id="filter-name" name="name" label={words.name} maxLength={longestName} required />
          {mayShare ? (
            <label class="check">
              <input type="checkbox" name="shared" value="true" />
              <span>{words.share}</span>
            </label>
          ) : null}
        </FoldedForm>
      )}
    </>
  )
}

type ChipsProps = {
  readonly label: string
  readonly filters: readonly ListFilter[]
  isChosen(filter: ListFilter): boolean
}

function Chips({ label, filters, isChosen }: ChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul class="chips" aria-label={label}>
      {filters.map((filter) => (
        <li key={filter.id}>
          <a href={`?${filter.query}`} {...(isChosen(filter) ? { 'aria-current': 'page' as const } : {})}>
            {filter.name}
          </a>
        </li>
      ))}
    </ul>
  )
}
