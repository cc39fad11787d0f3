import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { noteAtRoot } from '../../features/tenant/note-at-root.ts'
import { namesOf } from '../../integrations/backups/backup-key.ts'
import type { Backup } from '../../integrations/backups/backups.ts'
import { countJobs, type JobCount } from '../../jobs/manage-jobs.ts'
import { at, paths } from '../../lib/paths.ts'
import { sizeText } from '../../lib/size-text.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import { rootTexts } from '../../messages/office/root.ts'
import type { Asked } from '../../http/route.ts'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

const makes: ReadonlySet<string> = new Set(['make_backup', 'make_backup_now'])

/** Registers the page of backups, where a press makes one more. */
export function registerRootBackups(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: rootRooms.backups,
    access: superUser,
    read: async () => ({
      backups: await context.backups.list(),
      jobs: (await context.database.asServer(countJobs)).filter(({ name }) => makes.has(name)),
    }),
    show: (asked, found, { done }) => showBackups(context, asked, found, done),
  })
  actionPage(app, {
    of: rootRooms.backups,
    name: '',
    access: superUser,
    act: async ({ request: { actor } }) => {
      await context.database.asServer((tx) => context.enqueue(tx, { name: 'make_backup_now' }))
      await noteAtRoot(context, actor, 'backup.asked_for', null, { after: {} })
    },
    goesOn: () => `${rootRooms.backups}?done=asked`,
  })
  registerDownload(app, context)
}

function registerDownload(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: paths.serverBackupDownload,
    access: superUser,
    asksAgain: true,
    forms: true,
    params: Type.Object({ name: Type.String({ maxLength: 200 }) }),
    handler: async ({ actor, params, reply }) => {
      const archive = orNotFound(await context.backups.archive(params.name))
      await noteAtRoot(context, actor, 'backup.downloaded', null, { after: { name: params.name } })
      reply.headers({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${encodeURIComponent(archive.filename)}"`,
        'cache-control': 'no-store',
      })
      return archive.content
    },
  })
}

type Found = { readonly backups: readonly Backup[] | null; readonly jobs: readonly JobCount[] }

function showBackups({ config }: Context, asked: Asked, found: Found, done: string | undefined): string {
  const { language } = asked.request
  const { backups } = found
  const words = rootCareTexts[language].backups
  const title = rootTexts[language].rooms.backups
  const last = backups?.[0]
  return showRootRoom(
    asked,
    {
      title,
      room: 'backups',
      lead: words.lead({ days: config.backupDays }),
      said: saidOf(done, { asked: words.asked }),
    },
    <Making jobs={found.jobs} />,
    <ActionButton action={rootRooms.backups} look="main">
      {words.make}
    </ActionButton>,
    backups === null ? (
      <p class="notice refused">{words.unreadable}</p>
    ) : last === undefined ? (
      <p class="empty">{words.none}</p>
    ) : (
      <>
        <p>
          {words.lastIs} <When at={new Date(last.madeAt)} withinSentence />
        </p>
        <List backups={backups} />
      </>
    ),
    <p class="prose">{words.where}</p>,
    <p class="prose">
      {config.backupKeys.length > 0 ? words.encrypted({ keys: namesOf(config.backupKeys) }) : words.plain}
    </p>,
    <p class="prose">{words.secret}</p>,
  )
}

/** Says that a backup is being made, or cannot be. */
function Making({ jobs }: Pick<Found, 'jobs'>) {
  const words = useTexts(rootCareTexts).backups
  if (jobs.length === 0) return null
  const isFailing = jobs.some(({ state }) => state === 'failing' || state === 'given_up')
  if (!isFailing) return <p class="notice">{words.underWay}</p>
  return (
    <p class="notice refused">
      <a href={rootRooms.jobs}>{words.failing}</a>
    </p>
  )
}

function List({ backups }: { readonly backups: readonly Backup[] }) {
  const { language } = useReader()
  const { columns, readBack, download, downloadOf } = useTexts(rootCareTexts).backups
  const number = new Intl.NumberFormat(language)
  return (
    <DataTable
      label={useTexts(rootTexts).rooms.backups}
      rows={backups}
      keyOf={({ name }) => name}
      columns={[
        { name: columns.when, show: ({ madeAt }) => <When at={new Date(madeAt)} /> },
        { name: columns.name, show: ({ name }) => name },
        { name: columns.organisations, figures: true, show: ({ tenants }) => number.format(tenants) },
        { name: columns.rows, figures: true, show: ({ rows }) => number.format(rows) },
        { name: columns.images, figures: true, show: ({ images }) => number.format(images) },
        {
          name: columns.readBack,
          show: ({ digest, encryptedTo }) => readBack[digest === undefined ? 'no' : encryptedTo ? 'encrypted' : 'yes'],
        },
        { name: columns.size, figures: true, show: ({ bytes }) => sizeText(bytes, language) },
        {
          name: columns.download,
          show: ({ name }) => (
            <ActionButton action={at(paths.serverBackupDownload, { name })} label={downloadOf({ name })}>
              {download}
            </ActionButton>
          ),
        },
      ]}
    />
  )
}
