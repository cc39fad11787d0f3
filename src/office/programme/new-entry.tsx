import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findEntry } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeEntry, ProgrammeNoun } from '../../features/tenant/programme.ts'
import { createEntry } from '../../features/tenant/save-programme-entry.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import { isUuid } from '../../lib/text.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import { explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { EntryForm } from './entry-form.tsx'
import { type Form, listLocations } from './entry-page.tsx'
import {
  askedFields,
  EntryBody,
  type EntryRoom,
  emptyEntry,
  fieldOf,
  filledFrom,
  filledIn,
  mayAdd,
  readEntry,
} from './entry-rooms.ts'
import { showNotAllowed } from './not-allowed.tsx'

/** One more of a room. */
export function registerNewEntry<Noun extends ProgrammeNoun>(
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
    handler: async ({ query: { like }, request, reply }) => {
      const { tenant } = request
      const model = await findModel(context, request, room, like)
      const filled =
        model === null ? emptyEntry : { ...filledFrom(room, model), name: nameOfCopy(model, tenant) }
      return showNew(context, { request, reply }, room, { filled, key: newId(), problems: [], model })
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}new/`,
    access: staff('programme'),
    summary: `Make one of the room "${room.area}"`,
    forms: true,
    body: Type.Object({ ...EntryBody.properties, key: UuidIn, like: Maybe(TypedText({ max: 50 })) }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(askedFields(room, tenant), body)
      const again = async (problems: readonly FormProblem[], status: number) => {
        const model = await findModel(context, request, room, body.like)
        reply.code(status)
        return showNew(context, { request, reply }, room, { filled, key: body.key, problems, model })
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

type NewForm<Noun extends ProgrammeNoun> = Omit<Form, 'done'> & {
  /** By which a second press of its button is known. */
  readonly key: string
  /** The one that it is made like. */
  readonly model: ProgrammeEntry<Noun> | null
}

/** Null: none was named, or it is gone. */
async function findModel<Noun extends ProgrammeNoun>(
  context: Pick<Context, 'database'>,
  { tenant }: FastifyRequest,
  { noun }: EntryRoom<Noun>,
  id: string | null | undefined,
): Promise<ProgrammeEntry<Noun> | null> {
  if (!id || !isUuid(id)) return null
  return context.database.asTenant(tenant.id, (tx) => findEntry(tx, noun, id))
}

async function showNew<Noun extends ProgrammeNoun>(
  context: Pick<Context, 'database'>,
  { request, reply }: Asked,
  room: EntryRoom<Noun>,
  { filled, key, problems, model }: NewForm<Noun>,
): Promise<string> {
  const { tenant, language } = request
  if (!mayAdd(room.noun, tenant)) return showNotAllowed({ request, reply }, room)
  const { nouns, likeLead } = entryTexts[language]
  const words = nouns[room.noun]
  const { path } = adminAreas[room.area]
  return showAdminPage(
    { request, reply },
    { title: model === null ? words.newTitle : words.likeTitle({ name: model.name }), area: room.area },
    <div class="stack">
      <p>
        <a href={path}>{words.back}</a>
      </p>
      <h1>
        {model === null ? (
          words.newTitle
        ) : (
          <WrittenWithin sentence={(name) => words.likeTitle({ name })}>{model.name}</WrittenWithin>
        )}
      </h1>
      {model === null ? null : <p class="prose">{likeLead}</p>}
      <EntryForm
        action={`${path}new/`}
        noun={room.noun}
        asked={askedFields(room, tenant)}
        locations={await listLocations(context, request, room)}
        {...{ filled, problems, language }}
        hidden={
          <>
            <input type="hidden" name="key" value={key} />
            {model === null ? null : <input type="hidden" name="like" value={model.id} />}
          </>
        }
        buttons={
          <button class="button" type="submit">
            {deskTexts[language].save}
          </button>
        }
      />
    </div>,
  )
}
