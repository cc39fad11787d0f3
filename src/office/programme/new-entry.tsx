import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { findEntry } from '../../features/tenant/programme.queries.ts'
import { createEntry } from '../../features/tenant/save-programme-entry.ts'
import { isUuid } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { adminAreas } from '../kit/areas.ts'
import { explainFields } from '../kit/explain.ts'
import { filledFrom, filledIn, formNames } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewHeading, NewKey, SaveButton } from '../kit/parts.tsx'
import { EntryForm } from './entry-form.tsx'
import { listLocations } from './entry-page.tsx'
import {
  askedFields,
  type Entry,
  entryBody,
  type EntryRoom,
  type FilledEntry,
  mayAdd,
  readEntry,
} from './entry-rooms.ts'
import { showNotAllowed } from './not-allowed.tsx'

/** Registers the form of a new entry. */
export function registerNewEntry(app: FastifyInstance, context: Context, room: EntryRoom): void {
  const { noun, area } = room
  const { path } = adminAreas[area]
  newPage(app, {
    url: `${path}new/`,
    access: staff('programme'),
    body: entryBody(noun),
    // Like no other entry, where none was named, or it is gone.
    begin: ({ request: { tenant } }, like) =>
      isUuid(like) ? context.database.asTenant(tenant.id, (tx) => findEntry(tx, noun, like)) : null,
    typed: (body, { request }) => filledIn(askedFields(noun, request.tenant), body),
    check: ({ asked: { request }, filled }) => readEntry(noun, filled, request),
    save: async ({ asked: { request }, values, id }) => {
      const made = await createEntry(context, request.tenant, request.actor, noun, values, id)
      return `${path}${made.id}/?done=made`
    },
    explain: (error, { request: { tenant, language } }) =>
      explainFields(error, language, formNames(askedFields(noun, tenant))),
    show: (asked, state) => showNew(context, asked, room, state),
  })
}

async function showNew(
  context: Pick<Context, 'database'>,
  asked: Asked,
  room: EntryRoom,
  { begun: model, filled, key, problems }: NewState<Entry | null, FilledEntry>,
): Promise<string> {
  const { request } = asked
  const { tenant, language } = request
  const { noun, area } = room
  if (!mayAdd(noun, tenant)) return showNotAllowed(asked, room)
  const { nouns, likeLead } = entryTexts[language]
  const words = nouns[noun]
  const fields = askedFields(noun, tenant)
  const start = filledFrom(fields, model === null ? {} : { ...model, name: nameOfCopy(model, tenant) }, request)
  const { path } = adminAreas[area]
  return showRoom(
    asked,
    {
      title: model === null ? words.newTitle : words.likeTitle({ name: model.name }),
      area,
      back: [path, words.back],
      heading: <NewHeading model={model} title={words.newTitle} likeTitle={words.likeTitle} />,
      lead: model === null ? undefined : likeLead,
    },
    <EntryForm
      action={`${path}new/`}
      locations={await listLocations(context, request, room)}
      {...{ noun, problems, tenant }}
      filled={filled ?? start}
      hidden={<NewKey value={key} like={model} />}
      buttons={<SaveButton />}
    />,
  )
}
