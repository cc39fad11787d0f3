import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { Context } from '../context.ts'
import { getEntry, listEntries } from '../features/tenant/programme.queries.ts'
import type { ProgrammeEntry, ProgrammeNoun, ProgrammeValues } from '../features/tenant/programme.ts'
import { createEntry, deleteEntry, updateEntry } from '../features/tenant/save-programme-entry.ts'
import { needs, open, route } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { withWireFields } from '../http/wire/field-names.ts'
import { BooleanIn, BooleanOut, Maybe, PageQuery, withExample } from '../http/wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { UuidParams } from '../http/wire/params.ts'

/** Archived: still named by what names it, and chosen for nothing new. */
export const ArchivedOut = withExample(BooleanOut, false)

/** One part of the programme: its address, its fields, and how they are called inside. */
export type EntrySection<Noun extends ProgrammeNoun, Fields extends TObject, Out extends TObject> = {
  readonly noun: Noun
  readonly url: `/api/${string}/`
  /** For the documentation: `a stage`, `stages`. */
  readonly one: string
  readonly many: string
  readonly description: string
  /** What a creation takes; a change takes any part of it. */
  readonly fields: Fields
  readonly out: Out
  /** What was sent, in our words; undefined where it was not. */
  readonly read: (body: Partial<Static<Fields>>) => {
    readonly [Column in keyof ProgrammeValues[Noun]]: ProgrammeValues[Noun][Column] | undefined
  }
  readonly present: (entry: ProgrammeEntry<Noun>) => Static<Out>
  /** The interface's name of a field by ours, where they differ and a change may be refused because of it. */
  readonly wireNames?: Readonly<Record<string, string>>
}

/** List, one, create, change and delete: alike for all five (docs/interface/events.md, "The programme"). */
export function registerEntries<Noun extends ProgrammeNoun, Fields extends TObject, Out extends TObject>(
  app: FastifyInstance,
  context: Context,
  section: EntrySection<Noun, Fields, Out>,
): void {
  const { noun, url, one, many, description, fields, out, read, present, wireNames = {} } = section
  const tag = 'Programme'
  const oneUrl = `${url}:uuid/`

  route(app, {
    method: 'GET',
    url,
    access: open,
    tag,
    summary: `List ${many}`,
    description,
    query: Type.Object(PageQuery),
    response: { 200: Type.Array(out) },
    handler: ({ tenant, query, request, reply }) =>
      answerList<ProgrammeEntry<Noun>, Out, string>(
        { query, request, reply },
        {
          item: out,
          present,
          keys: byId,
          next: (after, limit) =>
            context.database.asTenant(tenant.id, (tx) => listEntries(tx, noun, { after, limit })),
        },
      ),
  })

  route(app, {
    method: 'GET',
    url: oneUrl,
    access: open,
    tag,
    summary: `Read ${one}`,
    params: UuidParams,
    response: { 200: out },
    handler: async ({ tenant, params }) => {
      const entry = await context.database.asTenant(tenant.id, (tx) => getEntry(tx, noun, params.uuid))
      return present(entry)
    },
  })

  route(app, {
    method: 'POST',
    url,
    access: needs('event:write', 'programme'),
    tag,
    summary: `Create ${one}`,
    body: fields as TObject,
    response: { 201: out },
    handler: async ({ tenant, actor, body }) => {
      const values = orNull(read(body as Static<Fields>)) as ProgrammeValues[Noun]
      return present(await createEntry(context, tenant, actor, noun, values))
    },
  })

  route(app, {
    method: 'PATCH',
    url: oneUrl,
    access: needs('event:write', 'programme'),
    tag,
    summary: `Change ${one}`,
    params: UuidParams,
    description:
      'Changes the fields that are sent. What is archived is put away: nobody chooses it any more.',
    body: Type.Partial(Type.Object({ ...fields.properties, archived: Maybe(BooleanIn) })),
    response: { 200: out },
    handler: async ({ tenant, actor, params, body }) => {
      const { archived } = body as { readonly archived?: boolean | null }
      const values = defined(read(body as Partial<Static<Fields>>)) as Partial<ProgrammeValues[Noun]>
      const change = { values, archived: archived ?? undefined }
      return present(
        await withWireFields(wireNames, () => updateEntry(context, tenant, actor, noun, params.uuid, change)),
      )
    },
  })

  route(app, {
    method: 'DELETE',
    url: oneUrl,
    access: needs('event:write', 'programme'),
    tag,
    summary: `Delete ${one}`,
    description: 'Refused with `in_use` while something refers to it.',
    params: UuidParams,
    response: { 204: Type.Null() },
    handler: ({ tenant, actor, params }) => deleteEntry(context, tenant, actor, noun, params.uuid),
  })
}

/** What a creation left out is empty. */
function orNull(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value ?? null]))
}
