import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { getEntry, listEntries } from '../../features/tenant/programme.queries.ts'
import { entryValues, type ProgrammeEntry } from '../../features/tenant/programme.ts'
import { programmeFields, type ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import type { Language } from '../../lib/language.ts'
import { versionOf } from '../../lib/version.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { Done } from '../../pages/form/done.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import type { FormState } from '../kit/edit-page.ts'
import { filledFrom } from '../kit/form-fields.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { EntryForm } from './entry-form.tsx'
import { askedFields, type EntryRoom, type FilledEntry, mayAdd, ruleOf } from './entry-rooms.ts'
import type { Asked } from '../../http/route.ts'

export type Shown<Noun extends ProgrammeNoun> = {
  readonly entry: ProgrammeEntry<Noun>
  readonly locations: readonly ProgrammeEntry<'location'>[]
}
/** Those a stage may be at: not what is archived, but where it is already. */
export async function listLocations(
  context: Pick<Context, 'database'>,
  { tenant }: FastifyRequest,
  { noun }: { readonly noun: ProgrammeNoun },
): Promise<readonly ProgrammeEntry<'location'>[]> {
  if (noun !== 'stage') return []
  return context.database.asTenant(tenant.id, (tx) => listEntries(tx, 'location', { limit: 1000 }))
}

/** @throws AppError not_found */
export async function readEntryPage<Noun extends ProgrammeNoun>(
  context: Pick<Context, 'database'>,
  request: FastifyRequest,
  room: EntryRoom<Noun>,
  id: string,
): Promise<Shown<Noun>> {
  const entry = await context.database.asTenant(request.tenant.id, (tx) => getEntry(tx, room.noun, id))
  return { entry, locations: await listLocations(context, request, room) }
}

/** The form of one, another like it, and what becomes of it. */
export function showEntryPage<Noun extends ProgrammeNoun>(
  { request, reply }: Asked,
  room: EntryRoom<Noun>,
  { entry, locations }: Shown<Noun>,
  { filled, problems: all, done = '' }: FormState<FilledEntry>,
): string {
  const { tenant, language } = request
  const words = entryTexts[language]
  const of = words.nouns[room.noun]
  const desk = deskTexts[language]
  const { path } = adminAreas[room.area]
  const action = `${path}${entry.id}/`
  const ofEnds = all.filter(({ field }) => field === 'ends')
  const problems = all.filter(({ field }) => field !== 'ends')
  const fields = askedFields(room.noun, tenant)
  const isPart = Object.keys(fields).length < Object.keys(programmeFields[room.noun]).length
  const rule = isPart ? ruleOf(room.noun, tenant, language) : null
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
        {...{ action, noun: room.noun, locations, problems, tenant, language }}
        filled={filled ?? filledFrom(fields, entry, tenant.timeZone)}
        hidden={<Seen asked={{ request, reply }} version={versionOf(entryValues(room.noun, entry))} />}
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
          <section class="stack" aria-labelledby="like">
            <h2 id="like">{of.like}</h2>
            <p class="prose">{words.likeHelp}</p>
            <p>
              <a class="button quiet" href={`${path}new/?like=${entry.id}`}>
                {of.like}
              </a>
            </p>
          </section>
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

/** Archived, or deleted where nothing names it. */
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
