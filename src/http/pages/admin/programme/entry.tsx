import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { findEntry, listEntries } from '../../../../features/tenant/programme.queries.ts'
import {
  entryValues,
  type ProgrammeEntry,
  type ProgrammeNoun,
} from '../../../../features/tenant/programme.ts'
import { createEntry, deleteEntry, updateEntry } from '../../../../features/tenant/save-programme-entry.ts'
import { newId, repeatableId } from '../../../../lib/ids.ts'
import type { Language } from '../../../../lib/language.ts'
import { isUuid } from '../../../../lib/text.ts'
import { versionOf } from '../../../../lib/version.ts'
import { UuidParams } from '../../../api/params.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { entryTexts } from '../../../texts/admin/entry-texts.ts'
import { texts } from '../../../texts/texts.ts'
import { BooleanIn, TextQuery, TypedText, UuidIn } from '../../../wire/schemas.ts'
import { Done } from '../../form/done.tsx'
import { type FormProblem, Problems } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { Written } from '../../written.tsx'
import { adminAreas } from '../areas.ts'
import { explainDifferences, explainFields } from '../explain.ts'
import { showAdminPage } from '../frame.tsx'
import { EntryForm } from './entry-form.tsx'
import {
  askedFields,
  EntryBody,
  type EntryRoom,
  emptyEntry,
  type FilledEntry,
  filledFrom,
  filledIn,
  mayAdd,
  readEntry,
  ruleOf,
} from './entry-rooms.ts'
import { showNotAllowed } from './not-allowed.tsx'

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }
type Shown<Noun extends ProgrammeNoun> = {
  readonly entry: ProgrammeEntry<Noun>
  readonly locations: readonly ProgrammeEntry<'location'>[]
}
type Form = {
  readonly filled: FilledEntry
  readonly problems: readonly FormProblem[]
  readonly done?: string
}

/** One of a room: made, changed, put away or brought back, and deleted while nothing names it. */
export function registerEntryPages<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  registerNewEntry(app, context, room)
  registerEntry(app, context, room)
  registerEnds(app, context, room)
}

function registerNewEntry<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  const { path } = adminAreas[room.area]
  page(app, {
    method: 'GET',
    url: `${path}new/`,
    access: staff('programme'),
    summary: `The form of a new one of the room "${room.area}"`,
    query: Type.Object({ like: Type.Optional(TextQuery) }),
    handler: async ({ query: { like = '' }, request, reply }) => {
      const { tenant } = request
      const model = isUuid(like)
        ? await context.database.asTenant(tenant.id, (tx) => findEntry(tx, room.noun, like))
        : null
      const filled = model === null ? emptyEntry : filledFrom(room, model)
      return showNew(context, { request, reply }, room, { filled, key: newId(), problems: [] })
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}new/`,
    access: staff('programme'),
    summary: `Make one of the room "${room.area}"`,
    forms: true,
    body: Type.Object({ ...EntryBody.properties, key: UuidIn }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(askedFields(room, tenant), body)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showNew(context, { request, reply }, room, { filled, key: body.key, problems })
      }
      const { values, problems } = readEntry(room, filled, { tenant, language })
      if (problems.length > 0) return again(problems, 400)
      try {
        const id = repeatableId(tenant.id, body.key)
        const made = await createEntry(context, tenant, actor, room.noun, values, id)
        return reply.redirect(`${path}${made.id}/?done=made`, 303)
      } catch (error) {
        const explained = error instanceof AppError ? explainFields(error, language, fieldOf) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
    },
  })
}

function registerEntry<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  const { path } = adminAreas[room.area]
  page(app, {
    method: 'GET',
    url: `${path}:uuid/`,
    access: staff('programme'),
    summary: `One of the room "${room.area}", to be changed`,
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ params, query: { done = '' }, request, reply }) => {
      const shown = await read(context, request, room, params.uuid)
      const filled = filledFrom(room, shown.entry)
      return show({ request, reply }, room, shown, { filled, problems: [], done })
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}:uuid/`,
    access: staff('programme'),
    summary: `Change one of the room "${room.area}"`,
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...EntryBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await read(context, request, room, params.uuid)
      const { id } = shown.entry
      const filled = filledIn(askedFields(room, tenant), body, filledFrom(room, shown.entry))
      const again = (now: Shown<Noun>, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show({ request, reply }, room, now, { filled, problems })
      }
      const { values, problems } = readEntry(room, filled, { tenant, language })
      if (problems.length > 0) return again(shown, problems, 400)
      try {
        await updateEntry(context, tenant, actor, room.noun, id, { values, seen: body.seen })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await read(context, request, room, id)
          return again(now, explainChanges(room, now, filled, language), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(shown, explained, errorStatus[error.code])
      }
      return reply.redirect(`${path}${id}/?done=saved`, 303)
    },
  })
}

function registerEnds<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  const { path } = adminAreas[room.area]
  const refused = async (asked: Asked, id: string, error: unknown) => {
    const { language } = asked.request
    const detail = error instanceof AppError ? explainEnd(error, language) : null
    if (!(error instanceof AppError) || detail === null) throw error
    asked.reply.code(errorStatus[error.code])
    const shown = await read(context, asked.request, room, id)
    const filled = filledFrom(room, shown.entry)
    return show(asked, room, shown, { filled, problems: [{ field: 'ends', detail }] })
  }

  page(app, {
    method: 'POST',
    url: `${path}:uuid/archive/`,
    access: staff('programme'),
    summary: `Put one of the room "${room.area}" away, or bring it back`,
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, request, reply }) => {
      try {
        const { id } = await updateEntry(context, tenant, actor, room.noun, params.uuid, { archived })
        return reply.redirect(`${path}${id}/?done=saved`, 303)
      } catch (error) {
        return refused({ request, reply }, params.uuid, error)
      }
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}:uuid/deletion/`,
    access: staff('programme'),
    summary: `Delete one of the room "${room.area}" that nothing names`,
    params: UuidParams,
    handler: async ({ tenant, actor, params, request, reply }) => {
      try {
        await deleteEntry(context, tenant, actor, room.noun, params.uuid)
        return reply.redirect(path, 303)
      } catch (error) {
        return refused({ request, reply }, params.uuid, error)
      }
    },
  })
}

/** Fields of the form, by what use cases call them. */
const fieldOf = { postalCode: 'postal_code' }

/** Beside the field it is about. Null: nothing the form could put right. */
function explainRefusal(error: AppError, language: Language): readonly FormProblem[] | null {
  // A stage moves away from under events that name the place it is at.
  if (error.code === 'in_use') return [{ field: 'location', detail: texts[language].errors.in_use.detail }]
  return explainFields(error, language, fieldOf)
}

function explainEnd(error: AppError, language: Language): string | null {
  const words = entryTexts[language]
  if (error.code === 'in_use') return words.inUse
  return error.code === 'category_rule' ? words.rules.last : null
}

function explainChanges<Noun extends ProgrammeNoun>(
  room: EntryRoom<Noun>,
  { entry, locations }: Shown<Noun>,
  typed: FilledEntry,
  language: Language,
): readonly FormProblem[] {
  const { nouns, insist } = entryTexts[language]
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  const given = { changed: `${nouns[room.noun].changed} ${insist}`, language }
  return explainDifferences(filledFrom(room, entry), typed, given, (value) => names.get(value) ?? value)
}

/** Those a stage may be at: not what is put away, but where it is already. */
async function listLocations(
  context: Pick<Context, 'database'>,
  { tenant }: FastifyRequest,
  { noun }: { readonly noun: ProgrammeNoun },
): Promise<readonly ProgrammeEntry<'location'>[]> {
  if (noun !== 'stage') return []
  return context.database.asTenant(tenant.id, (tx) => listEntries(tx, 'location', { limit: 1000 }))
}

/** @throws AppError not_found */
async function read<Noun extends ProgrammeNoun>(
  context: Pick<Context, 'database'>,
  request: FastifyRequest,
  room: EntryRoom<Noun>,
  id: string,
): Promise<Shown<Noun>> {
  const entry = await context.database.asTenant(request.tenant.id, (tx) => findEntry(tx, room.noun, id))
  if (!entry) throw new AppError('not_found')
  return { entry, locations: await listLocations(context, request, room) }
}

async function showNew<Noun extends ProgrammeNoun>(
  context: Pick<Context, 'database'>,
  { request, reply }: Asked,
  room: EntryRoom<Noun>,
  { filled, key, problems }: Form & { readonly key: string },
): Promise<string> {
  const { tenant, language } = request
  if (!mayAdd(room.noun, tenant)) return showNotAllowed({ request, reply }, room)
  const words = entryTexts[language].nouns[room.noun]
  const { path } = adminAreas[room.area]
  return showAdminPage(
    { request, reply },
    { title: words.newTitle, area: room.area },
    <div class="stack">
      <p>
        <a href={path}>{words.back}</a>
      </p>
      <h1>{words.newTitle}</h1>
      <EntryForm
        action={`${path}new/`}
        noun={room.noun}
        asked={askedFields(room, tenant)}
        locations={await listLocations(context, request, room)}
        {...{ filled, problems, language }}
        hidden={<input type="hidden" name="key" value={key} />}
        buttons={
          <button class="button" type="submit">
            {deskTexts[language].save}
          </button>
        }
      />
    </div>,
  )
}

function show<Noun extends ProgrammeNoun>(
  { request, reply }: Asked,
  room: EntryRoom<Noun>,
  { entry, locations }: Shown<Noun>,
  { filled, problems: all, done = '' }: Form,
): string {
  const { tenant, language } = request
  const words = entryTexts[language]
  const of = words.nouns[room.noun]
  const desk = deskTexts[language]
  const { path } = adminAreas[room.area]
  const action = `${path}${entry.id}/`
  const ofEnds = all.filter(({ field }) => field === 'ends')
  const problems = all.filter(({ field }) => field !== 'ends')
  const asked = askedFields(room, tenant)
  const rule = asked.length < room.fields.length ? ruleOf(room.noun, tenant, language) : null
  const said = done === 'saved' ? desk.saved : done === 'made' ? words.made : null
  return showAdminPage(
    { request, reply },
    { title: entry.name, area: room.area },
    <div class="stack">
      <p>
        <a href={path}>{of.back}</a>
      </p>
      <h1>
        <Written>{entry.name}</Written>
      </h1>
      <Done>{said}</Done>
      {entry.archived ? <p class="notice">{words.isArchived}</p> : null}
      {rule === null ? null : <p class="notice">{rule}</p>}
      <Problems problems={ofEnds} title={desk.refused} />
      <EntryForm
        {...{ action, noun: room.noun, asked, locations, filled, problems, language }}
        hidden={<input type="hidden" name="seen" value={versionOf(entryValues(room.noun, entry))} />}
        buttons={
          <>
            <button class="button" type="submit">
              {desk.save}
            </button>
            {problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
          </>
        }
      />
      {mayAdd(room.noun, tenant) ? (
        <>
          <p>
            <a class="button quiet" href={`${path}new/?like=${entry.id}`}>
              {words.like}
            </a>
          </p>
          <Ends {...{ entry, action, language }} words={of} />
        </>
      ) : null}
      <p>
        <a href={`/admin/audit/?of=${entry.id}`}>{desk.log}</a>
      </p>
    </div>,
  )
}

type EndsProps = {
  readonly entry: { readonly archived: boolean }
  readonly action: string
  readonly words: { readonly archive: string; readonly bringBack: string; readonly delete: string }
  readonly language: Language
}

/** Put away, or deleted where nothing names it. */
function Ends({ entry, action, words, language }: EndsProps) {
  const { archiveHelp, bringBackHelp, deleteHelp } = entryTexts[language]
  return (
    <>
      <section class="stack" aria-labelledby="ends">
        <h2 id="ends">{entry.archived ? words.bringBack : words.archive}</h2>
        <p class="prose">{entry.archived ? bringBackHelp : archiveHelp}</p>
        <form method="post" action={`${action}archive/`}>
          <input type="hidden" name="archived" value={String(!entry.archived)} />
          <button class="button quiet" type="submit">
            {entry.archived ? words.bringBack : words.archive}
          </button>
        </form>
      </section>
      <section class="stack" aria-labelledby="deletion">
        <h2 id="deletion">{words.delete}</h2>
        <p class="prose">{deleteHelp}</p>
        <form method="post" action={`${action}deletion/`}>
          <button class="button danger" type="submit">
            {words.delete}
          </button>
        </form>
      </section>
    </>
  )
}
