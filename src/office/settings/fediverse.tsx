import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type FediverseStanding, readFediverse, switchFediverse } from '../../features/fediverse/switch-fediverse.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { type Asked, staff } from '../../http/route.ts'
import { BooleanIn, Maybe } from '../../http/wire/schemas.ts'
import { fediverseTexts } from '../../messages/office/fediverse.ts'
import { copyScript } from '../../pages/copy-script.ts'
import { Done } from '../../pages/form/done.tsx'
import { ActionButton, LinkTo, Section } from '../../pages/parts.tsx'
import { actionPage } from '../kit/action-page.ts'
import { Copied } from '../kit/copied.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { Deletion, saidOf } from '../kit/parts.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission, isFor } = settingsRooms.fediverse
const access = staff(permission)

/** Registers the page where an organisation lets itself be followed from other servers (ADR 0282). */
export function registerFediversePage(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url,
    access,
    read: ({ request: { tenant } }) => {
      if (!isFor(tenant)) throw new AppError('not_found')
      return readFediverse(context, tenant)
    },
    show: (asked, standing, { done }) => show(asked, standing, done),
  })
  actionPage(app, {
    of: url,
    name: 'standing',
    access,
    body: { on: Maybe(BooleanIn) },
    act: ({ request: { tenant, actor } }, _, { on }) => switchFediverse(context, tenant, actor, on ?? false),
    goesOn: ({ isOn }) => at(url, {}, { done: isOn ? 'on' : 'off' }),
  })
}

function show(asked: Asked, { isOn, handle, followers, failing }: FediverseStanding, done: string | undefined): string {
  const words = fediverseTexts[asked.request.language]
  const action = `${url}standing/`
  return showSettingsPage(
    asked,
    'fediverse',
    <>
      <Done>{saidOf(done, words.done)}</Done>
      {isOn && handle !== null ? (
        <>
          <Section id="account" title={words.account} lead={words.copyHelp}>
            <Copied id="handle" label={words.address} value={`@${handle}`} />
            <p>{words.followers({ count: followers })}</p>
            {failing === 0 ? null : <p class="notice">{words.failing({ count: failing })}</p>}
          </Section>
          <Deletion action={action} sends={{ on: 'false' }} title={words.end} help={words.endHelp} />
        </>
      ) : (
        <>
          <p>{words.off}</p>
          <p class="prose">{words.startHelp}</p>
          <ActionButton action={action} sends={{ on: 'true' }} look="main">
            {words.start}
          </ActionButton>
        </>
      )}
      <p>
        <LinkTo to={at(visitorPaths.docsChapter, { folder: 'interface', chapter: 'fediverse' })}>
          {words.documentation}
        </LinkTo>
      </p>
    </>,
    copyScript.path,
  )
}
