import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { forgetFilter, keepFilter, mostFilters } from '../../features/team/keep-filter.ts'
import { type ListFilter, listFilters } from '../../features/team/list-filter.queries.ts'
import { staff } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { EnumIn, MachineText, TypedText } from '../../http/wire/schemas.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Field } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { ActionButton, FoldedForm } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type AdminArea, adminAreas } from './areas.ts'
import { mayEnter } from './frame.tsx'

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
    }),
    handler: async ({ request, tenant, body: { list, name, query }, reply }) => {
      if (!mayEnter(request, list)) throw new AppError('permission_denied')
      const filter = filterText(Object.fromEntries(new URLSearchParams(query)))
      await keepFilter(context, tenant, { accountId: accountOf(request), list, name, query: filter })
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
      const { list, query } = await forgetFilter(context, tenant, accountOf(request), params.uuid)
      const area = areas.find((one) => one === list) ?? 'overview'
      return reply.redirect(`${adminAreas[area].path}?${query}`, 303)
    },
  })
}

function accountOf({ actor }: FastifyRequest): string {
  if (actor.kind !== 'account') throw new AppError('permission_denied')
  return actor.accountId
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

/** Reads the filters that the caller keeps of the list in a room. */
export async function readFilters({ database }: Pick<Context, 'database'>, request: FastifyRequest, list: AdminArea) {
  const accountId = accountOf(request)
  return database.asTenant(request.tenant.id, (tx) => listFilters(tx, { accountId, list }))
}

type ListFiltersProps = {
  readonly list: AdminArea
  readonly filters: readonly ListFilter[]
  /** What the list is narrowed by now (`filterText`); '': nothing. */
  readonly query: string
}

/** The filters that somebody keeps of a list, with what keeps the one that is chosen, or forgets it. */
export function ListFilters({ list, filters, query }: ListFiltersProps) {
  const words = useTexts(deskTexts).filters
  const current = filters.find((filter) => filter.query === query)
  return (
    <>
      {filters.length === 0 ? null : (
        <ul class="chips" aria-label={words.title}>
          {filters.map((filter) => (
            <li key={filter.id}>
              <a href={`?${filter.query}`} {...(filter === current ? { 'aria-current': 'page' as const } : {})}>
                {filter.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {current ? (
        <ActionButton action={at(paths.listFilterDeletion, { uuid: current.id })}>
          {words.forget({ name: current.name })}
        </ActionButton>
      ) : query === '' || filters.length >= mostFilters ? null : (
        <FoldedForm
          title={words.keep}
          action={paths.listFilters}
          sends={{ list, query }}
          class="narrow"
          button={words.button}
          look="quiet"
        >
          <Field id="filter-name" name="name" label={words.name} maxLength={longestName} required />
        </FoldedForm>
      )}
    </>
  )
}
