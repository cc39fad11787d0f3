import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { noteAtRoot } from '../../features/tenant/note-at-root.ts'
import { namesOf } from '../../integrations/backups/backup-key.ts'
import type { Backup } from '../../integrations/backups/backups.ts'
import { countJobs } from '../../jobs/manage-jobs.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { sizeText } from '../../lib/size-text.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { DataTable } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showRootPage } from './frame.tsx'
import { rootRooms } from './rooms.ts'

const access = { kind: 'super_user' } as const
const makes: ReadonlySet<string> = new Set(['make_backup', 'make_backup_now'])

/** Which backups there are, and one more at a press. */
export function registerRootBackups(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: rootRooms.backups,
    access,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ tenant: root, language, query, request, reply }) => {
      const words = rootCareTexts[language].backups
      const title = rootTexts[language].rooms.backups
      const backups = await context.backups.list()
      const jobs = (await context.database.asServer(countJobs)).filter(({ name }) => makes.has(name))
      const isFailing = jobs.some(({ state }) => state === 'failing' || state === 'given_up')
      const last = backups?.[0]
      const when = { timeZone: root.timeZone, now: context.now(), language }
      return showRootPage(
        { request, reply },
        { title, room: 'backups' },
        <div class="stack">
          <h1>{title}</h1>
          <p class="prose">{words.lead({ days: context.config.backupDays })}</p>
          {query.done === 'asked' ? (
            <p class="notice" role="status">
              {words.asked}
            </p>
          ) : null}
          {isFailing ? (
            <p class="notice refused">
              <a href={rootRooms.jobs}>{words.failing}</a>
            </p>
          ) : jobs.length > 0 ? (
            <p class="notice">{words.underWay}</p>
          ) : null}
          <form method="post" action={rootRooms.backups}>
            <button class="button" type="submit">
              {words.make}
            </button>
          </form>
          {backups === null ? (
            <p class="notice refused">{words.unreadable}</p>
          ) : last === undefined ? (
            <p class="empty">{words.none}</p>
          ) : (
            <>
              <p>
                {words.lastIs} <When at={new Date(last.madeAt)} withinSentence {...when} />
              </p>
              <List backups={backups} when={when} />
            </>
          )}
          <p class="prose">{words.where}</p>
          <p class="prose">
            {context.config.backupKeys.length > 0
              ? words.encrypted({ keys: namesOf(context.config.backupKeys) })
              : words.plain}
          </p>
          <p class="prose">{words.secret}</p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: rootRooms.backups,
    access,
    forms: true,
    handler: async ({ actor, reply }) => {
      await context.database.asServer((tx) => context.enqueue(tx, { name: 'make_backup_now' }))
      await noteAtRoot(context, actor, { action: 'backup.asked_for', subjectId: null, after: {} })
      return reply.redirect(`${rootRooms.backups}?done=asked`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.serverBackupDownload,
    access,
    asksAgain: true,
    forms: true,
    params: Type.Object({ name: Type.String({ maxLength: 200 }) }),
    handler: async ({ actor, params, reply }) => {
      const archive = orNotFound(await context.backups.archive(params.name))
      await noteAtRoot(context, actor, { action: 'backup.downloaded', subjectId: null, after: { name: params.name } })
      reply.headers({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${encodeURIComponent(archive.filename)}"`,
        'cache-control': 'no-store',
      })
      return archive.content
    },
  })
}

type ListProps = {
  readonly backups: readonly Backup[]
  readonly when: { readonly timeZone: string; readonly now: Date; readonly language: Language }
}

function List({ backups, when }: ListProps) {
  const { language } = when
  const { columns, readBack, download, downloadOf } = rootCareTexts[language].backups
  const number = new Intl.NumberFormat(language)
  return (
    <DataTable
      label={rootTexts[language].rooms.backups}
      rows={backups}
      keyOf={({ name }) => name}
      columns={[
        { name: columns.when, show: ({ madeAt }) => <When at={new Date(madeAt)} {...when} /> },
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
            <form method="post" action={at(paths.serverBackupDownload, { name })}>
              <button class="button quiet" type="submit" aria-label={downloadOf({ name })}>
                {download}
              </button>
            </form>
          ),
        },
      ]}
    />
  )
}
