import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { updateEntry } from '../../features/tenant/save-programme-entry.ts'
import { staff } from '../../http/route.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { adminAreas } from '../kit/areas.ts'
import { editPage } from '../kit/edit-page.ts'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import { filledFrom, filledIn, formNames } from '../kit/form-values.ts'
import { readEntryPage, showEntryPage } from './entry-page.tsx'
import { askedFields, entryBody, type EntryRoom, readEntry } from './entry-rooms.ts'

/** Registers the page of one entry, where it is seen and changed. */
export function registerEntry(app: FastifyInstance, context: Context, room: EntryRoom): void {
  const { noun, area } = room
  editPage(app, {
    url: `${adminAreas[area].path}:uuid/`,
    access: staff('programme'),
    body: entryBody(noun),
    read: ({ request }, id) => readEntryPage(context, request, room, id),
    typed: (body, { request }) => filledIn(askedFields(noun, request.tenant), body),
    check: ({ asked: { request }, filled }) => readEntry(noun, filled, request),
    save: ({ asked: { request }, shown: { entry }, values, body: { seen } }) =>
      updateEntry(context, request.tenant, request.actor, noun, entry.id, { values, seen }),
    explain: (error, { request: { tenant, language } }) =>
      // A stage would leave events that name the place it is at.
      error.code === 'in_use'
        ? [{ field: 'location', detail: refusalTexts[language].errors.in_use.detail }]
        : explainFields(error, language, formNames(askedFields(noun, tenant))),
    changes: ({ asked: { request }, shown: { entry, locations }, filled }) => {
      const { tenant, language } = request
      const { nouns, insist } = entryTexts[language]
      const names = new Map(locations.map(({ id, name }) => [id, name]))
      const there = filledFrom(askedFields(noun, tenant), entry, request)
      const changed = { changed: `${nouns[noun].changed} ${insist}`, language }
      return explainDifferences(there, filled, changed, (value) => names.get(value) ?? value)
    },
    show: (asked, shown, state) => showEntryPage(asked, room, shown, state),
  })
}
