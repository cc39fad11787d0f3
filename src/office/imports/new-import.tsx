import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bringFile, FileRefusedError } from '../../features/import/begin-import.ts'
import { type ImportKind, importKinds } from '../../features/import/import-kind.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { withoutInvisible } from '../../lib/text.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff, type Asked } from '../../http/route.ts'
import { EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { importTexts } from '../../messages/office/import.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { Choice } from '../../pages/form/field.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { Go, Submit } from '../../pages/parts.tsx'
import { showRoom } from '../kit/frame.tsx'
import { newPage, type NewState } from '../kit/new-page.ts'
import { NewKey } from '../kit/parts.tsx'

const url = paths.newImport

type Filled = { readonly kind: ImportKind; readonly fileName: string; readonly bytes: Buffer | null }

/** Registers the form that takes a file, which is looked at on a page of its own. */
export function registerNewImport(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('settings'),
    withFiles: true,
    body: { kind: Maybe(EnumIn(importKinds)) },
    begin: ({ request: { tenant } }): Filled => {
      requireSelling(tenant)
      return { kind: 'products', fileName: '', bytes: null }
    },
    typed: ({ kind }, { request: { uploads } }) => {
      const file = uploads.get('file')
      const bytes = file === undefined || file.length === 0 ? null : file
      return { kind: kind ?? 'products', fileName: file?.fileName ?? '', bytes }
    },
    check: ({ asked: { request }, filled }) => {
      const { fileMissing } = importTexts[request.language]
      return { values: filled, problems: filled.bytes === null ? [{ field: 'file', detail: fileMissing }] : [] }
    },
    save: async ({ asked: { request }, values: { kind, fileName, bytes }, id }) => {
      const { tenant, actor, language } = request
      const name = withoutInvisible(fileName).slice(0, 200) || importTexts[language].kinds[kind]
      try {
        const file = { id, kind, fileName: name, bytes: bytes ?? Buffer.alloc(0) }
        const made = await bringFile(context, tenant, actor, file)
        return at(paths.import, { uuid: made.id })
      } catch (error) {
        if (!(error instanceof FileRefusedError)) throw error
        throw new PageRefusal(400, [{ field: 'file', detail: importTexts[language].problemsOfFile[error.problem] }])
      }
    },
    explain: () => null,
    show,
  })
}

function show(asked: Asked, { begun, filled, problems, key }: NewState<Filled, Filled>): string {
  const words = importTexts[asked.request.language]
  const { kind } = filled ?? begun
  return showRoom(
    asked,
    { title: words.newTitle, area: 'imports', back: [paths.imports, words.back], lead: words.newLead },
    <Go to="/api/docs/interface/imports/">{words.docs}</Go>,
    <form method="post" action={url} encType="multipart/form-data" class="narrow">
      <Problems problems={problems} title={words.notBrought} />
      <NewKey value={key} />
      <Choice
        id="kind"
        label={words.kind}
        problems={problems}
        value={kind}
        options={importKinds.map((one) => [one, words.kinds[one]])}
      />
      <FileField
        id="file"
        label={words.file}
        help={words.fileHelp}
        accept=".csv,.txt,.json,text/csv,application/json"
        problems={problems}
        required
      />
      <Submit>{words.bring}</Submit>
    </form>,
  )
}
