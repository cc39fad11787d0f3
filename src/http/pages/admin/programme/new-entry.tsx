import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { findEntry } from '../../../../features/tenant/programme.queries.ts'
import type { ProgrammeNoun } from '../../../../features/tenant/programme.ts'
import { createEntry } from '../../../../features/tenant/save-programme-entry.ts'
import { newId, repeatableId } from '../../../../lib/ids.ts'
import { isUuid } from '../../../../lib/text.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { entryTexts } from '../../../texts/admin/entry-texts.ts'
import { TextQuery, UuidIn } from '../../../wire/schemas.ts'
import type { FormProblem } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { adminAreas } from '../areas.ts'
import { explainFields } from '../explain.ts'
import { showAdminPage } from '../frame.tsx'
import { EntryForm } from './entry-form.tsx'
import { type Asked, type Form, listLocations } from './entry-page.tsx'
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
