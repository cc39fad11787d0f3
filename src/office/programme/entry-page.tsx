import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { getEntry, isNamed, listEntries } from '../../features/tenant/programme.queries.ts'
import { entryValues, type ProgrammeEntry } from '../../features/tenant/programme.ts'
import { programmeFields } from '../../features/tenant/programme-fields.ts'
import { versionOf } from '../../lib/version.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import type { FormState } from '../kit/edit-page.ts'
import { filledFrom } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { ArchiveButton, ArchiveDone, Deletion, Like, LogLink, SaveButton, saidOf } from '../kit/parts.tsx'
import { Section } from '../../pages/parts.tsx'
import { EntryForm } from './entry-form.tsx'
import { askedFields, type EntryRoom, type FilledEntry, mayAdd, ruleOf } from './entry-rooms.ts'
import type { Asked } from '../../http/route.ts'

type Shown = Awaited<ReturnType<typeof readEntryPage>>

/** Reads the locations that a stage may be at: none that is archived, unless the stage is there already. */
export async function listLocations(
  context: Pick<Context, 'database'>,
  { tenant }: FastifyRequest,
  { noun }: EntryRoom,
): Promise<readonly ProgrammeEntry<'location'>[]> {
  if (noun !== 'stage') return []
  return context.database.asTenant(tenant.id, (tx) => listEntries(tx, 'location', { limit: 1000 }))
}

/** @throws AppError not_found */
export async function readEntryPage(
  context: Pick<Context, 'database'>,
  request: FastifyRequest,
  room: EntryRoom,
  id: string,
) {
  const read = await context.database.asTenant(request.tenant.id, async (tx) => ({
    entry: await getEntry(tx, room.noun, id),
    isNamed: await isNamed(tx, room.noun, id),
  }))
  return { ...read, locations: await listLocations(context, request, room) }
}

/** Shows the form of an entry, the link to another like it, and how to archive it, or delete what was archived and nothing names. */
export function showEntryPage(
  { request, reply }: Asked,
  room: EntryRoom,
  { entry, isNamed, locations }: Shown,
  { filled, problems: all, seen, done = '' }: FormState<FilledEntry>,
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
  const { archived } = entry
  return showRoom(
    { request, reply },
    {
      title: entry.name,
      area: room.area,
      back: [path, of.back],
      heading: <Written>{entry.name}</Written>,
      said: saidOf(done, { saved: desk.saved, made: words.made }),
    },
    <ArchiveDone action={`${action}archive/`} {...{ done, archived }} />,
    archived ? <p class="notice">{words.isArchived}</p> : null,
    rule === null ? null : <p class="notice">{rule}</p>,
    <Problems problems={ofEnds} title={desk.refused} />,
    <EntryForm
      {...{ action, noun: room.noun, locations, problems, tenant }}
      filled={filled ?? filledFrom(fields, entry, request)}
      hidden={<Seen version={versionOf(entryValues(room.noun, entry))} seen={seen} />}
      buttons={<SaveButton asItIs={problems.length > 0 ? action : null} />}
    />,
    mayAdd(room.noun, tenant) ? (
      <>
        <Like href={`${path}new/?like=${entry.id}`} like={of.like} likeHelp={words.likeHelp} />
        <Section
          id="ends"
          title={archived ? of.restore : of.archive}
          lead={archived ? words.restoreHelp : words.archiveHelp}
        >
          <ArchiveButton action={`${action}archive/`} archived={archived} words={of} />
        </Section>
        {archived && !isNamed ? (
          <Deletion
            action={`${action}deletion/`}
            title={of.delete}
            help={words.deleteHelp}
            button={words.deleteButton}
          />
        ) : null}
      </>
    ) : null,
    <LogLink of={entry.id} />,
  )
}
