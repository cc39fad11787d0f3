import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { deleteSandbox } from '../../features/tenant/delete-sandbox.ts'
import { staff, type Asked } from '../../http/route.ts'
import { sandboxTexts } from '../../messages/office/sandbox.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { showNarrow } from '../../pages/page.ts'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { DeletionForm, explainName } from '../kit/sandbox-deletion.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.sandbox
const sensitive = { access: staff(permission), asksAgain: true } as const

/** Registers the page where an owner deletes a sandbox; a real organisation has none. */
export function registerSandbox(app: FastifyInstance, context: Context): void {
  const read = async ({ request: { tenant } }: Asked) => {
    if (!tenant.sandbox) throw new AppError('not_found')
    return tenant
  }
  detailPage(app, { url, ...sensitive, read, show: (asked, _, { problems }) => show(asked, problems) })
  actionPage(app, {
    ...sensitive,
    of: url,
    name: 'deletion',
    body: { name: Maybe(TypedText({ max: 500 })) },
    act: async (asked, _, { name }) => {
      const tenant = await read(asked)
      await deleteSandbox(context, tenant, asked.request.actor, name ?? '')
      return tenant
    },
    answer: (asked, { organisation }) => {
      const words = sandboxTexts[asked.request.language].deleted
      return showNarrow(asked, { title: words.title, lead: words.lead({ organisation }) })
    },
    refused: {
      explain: async (refusal, asked) => explainName(refusal, asked),
      show: (asked, _, problems) => show(asked, problems),
    },
  })
}

function show(asked: Asked, problems: readonly FormProblem[]): string {
  return showSettingsPage(
    asked,
    'sandbox',
    <DeletionForm action={`${url}deletion/`} organisation={asked.request.tenant.organisation} problems={problems} />,
  )
}
