import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { countEntries, getEntry, listEntries } from '../features/tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../features/tenant/programme.ts'
import { programmeFields, type ProgrammeNoun, type ProgrammeValues } from '../features/tenant/programme-fields.ts'
import { createEntry, deleteEntry, updateEntry } from '../features/tenant/save-programme-entry.ts'
import { type Fields, unsaid } from '../lib/field.ts'
import { needs, open } from '../http/route.ts'
import { BooleanIn, Maybe } from '../http/wire/schemas.ts'
import { type AnswerField, fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { fieldsIn, readFields, wireNames } from '../http/wire/field-wire.ts'
import { byId, byText, listOffer } from './list-offer.ts'
import { PostalCodeOut, presentPostalCode } from './postal-code.ts'

/** One part of the programme: its address, and what the documentation calls it. */
type EntrySection<Noun extends ProgrammeNoun> = {
  readonly noun: Noun
  readonly url: `/api/${string}/`
  readonly title: string
  /** `a stage`, `stages`. */
  readonly one: string
  readonly many: string
  readonly description: string
  /** What an answer has besides its fields. */
  readonly also?: Readonly<Record<string, AnswerField<ProgrammeEntry<Noun>, unknown>>>
}

const ofLocation = fieldsOf<ProgrammeEntry<'location'>>()

/** What events are made of (docs/interface/events.md, "The programme"). */
export function registerProgramme(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'ticketOption',
    url: '/api/optionticket/',
    title: 'Option',
    one: 'an option',
    many: 'options',
    description: 'What a person may ask for with a ticket; an event names the options it offers.',
  })
  registerEntries(app, context, {
    noun: 'location',
    url: '/api/locations/',
    title: 'Location',
    one: 'a location',
    many: 'locations',
    description:
      'Where events take place. A venue has exactly one, whose address is that of the organisation; a festival has one or more, the others any number.',
    also: {
      postal_code: ofLocation.value(PostalCodeOut, ({ postalCode }) => presentPostalCode(postalCode)),
      postal_code_text: ofLocation.textOrNull('postalCode', '31520'),
    },
  })
  registerEntries(app, context, {
    noun: 'stage',
    url: '/api/stages/',
    title: 'Stage',
    one: 'a stage',
    many: 'stages',
    description: 'A stage of a location. A venue has exactly one, a festival one or more, the others any number.',
  })
  registerEntries(app, context, {
    noun: 'project',
    url: '/api/projects/',
    title: 'Project',
    one: 'a project',
    many: 'projects',
    description: 'What a producer tours with. A producer has one or more, the others none.',
  })
  registerEntries(app, context, {
    noun: 'artist',
    url: '/api/artists/',
    title: 'Artist',
    one: 'an artist',
    many: 'artists',
    description: 'Who plays; an event names its artists with the time of each.',
  })
}

/** An entry as an answer tells it. */
function shown<Noun extends ProgrammeNoun>({ noun, title, also }: EntrySection<Noun>) {
  const of = fieldsOf<ProgrammeEntry<Noun>>()
  const said: Fields = programmeFields[noun]
  // Archived: still named by what names it, and chosen for nothing new.
  const fields = { ...of.said(said), ...also, archived: of.yesNo((entry) => entry.archived, false) }
  return of.object(title, { uuid: of.uuid((entry) => entry.id), ...fields })
}

/** List, one, create, change and delete: alike for all five. */
function registerEntries<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  section: EntrySection<Noun>,
): void {
  const { noun, url, title, one, many, description } = section
  const fields: Fields = programmeFields[noun]
  // No field has a time.
  const read = (body: object) => readFields(fields, body, 'UTC') as Partial<ProgrammeValues[Noun]>
  const entries = collection({
    tag: 'Programme',
    url,
    access: open,
    writes: needs('event:write', 'programme'),
    ...shown(section),
    read: (id, { inTenant }) => inTenant((tx) => getEntry(tx, noun, id)),
    wireFields: wireNames(fields),
  })

  entries.list({
    summary: `List ${many}`,
    description,
    offer: listOffer({
      sorts: { created: byId, name: byText(({ name }: { readonly id: string; readonly name: string }) => name) },
    }),
    rows: (page, { inTenant }) => inTenant((tx) => listEntries(tx, noun, page)),
    count: (narrowing, { inTenant }) => inTenant((tx) => countEntries(tx, noun, narrowing)),
  })
  entries.one({ summary: `Read ${one}` })
  entries.create({
    refuses: ['category_rule', 'in_use'],
    summary: `Create ${one}`,
    body: Type.Object(fieldsIn(fields), { title: `${title}Creation` }),
    handler: ({ context, tenant, actor, body }) => {
      const values = { ...unsaid(fields), ...read(body) } as ProgrammeValues[Noun]
      return createEntry(context, tenant, actor, noun, values)
    },
  })
  entries.change({
    refuses: ['category_rule', 'in_use', 'changed_meanwhile'],
    summary: `Change ${one}`,
    description: 'Changes the fields that are sent. Nobody chooses what is archived any more.',
    body: Type.Partial(Type.Object({ ...fieldsIn(fields), archived: Maybe(BooleanIn) }), { title: `${title}Change` }),
    handler: ({ context, id, tenant, actor, body }) => {
      const change = { values: read(body), archived: body.archived ?? undefined }
      return updateEntry(context, tenant, actor, noun, id, change)
    },
  })
  entries.delete(':uuid/', {
    operationId: `delete${title}`,
    refuses: ['category_rule', 'in_use'],
    summary: `Delete ${one}`,
    description: 'Refused with `in_use` while something refers to it.',
    response: { 204: Type.Null() },
    handler: ({ context, id, tenant, actor }) => deleteEntry(context, tenant, actor, noun, id),
  })
  entries.register(app, context)
}
