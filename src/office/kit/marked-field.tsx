import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { staff } from '../../http/route.ts'
import { Maybe, TypedLongText } from '../../http/wire/schemas.ts'
import { paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { BelowLabel, type LongFieldProps, stateOf } from '../../pages/form/field.tsx'
import { page, showNarrow } from '../../pages/page.ts'
import { Prose } from '../../pages/prose.tsx'
import { useTexts } from '../../pages/reader.ts'
import { marksParts, marksScript } from './marks-script.ts'

/** A field for a text that is Markdown (ADR 0290): with a tool bar and a preview, and a word of what may be written where no script runs. */
export function MarkedField({ id, name = id, label, note, help, problems = [], value, ...given }: LongFieldProps) {
  const words = useTexts(deskTexts).marks
  const said = { id, help: help === undefined ? words.help : `${help} ${words.help}`, problems }
  const marks = [
    ['**', words.bold],
    ['*', words.italic],
    ['# ', words.heading],
    ['- ', words.list],
    ['[', words.link],
  ] as const
  const preview = `${id}-preview`
  return (
    <div class="field">
      <script type="module" src={marksScript.path} />
      <label for={id}>
        {label}
        {note === undefined ? null : <span class="muted"> ({note})</span>}
      </label>
      <BelowLabel {...said} />
      <fieldset class="marks" aria-label={`${words.title}: ${label}`} hidden {...{ [marksParts.field]: id }}>
        {marks.map(([mark, text]) => (
          <button key={mark} class="button quiet" type="button" {...{ [marksParts.mark]: mark }}>
            {text}
          </button>
        ))}
        <button
          class="button quiet"
          type="button"
          aria-expanded="false"
          aria-controls={preview}
          {...{ [marksParts.preview]: paths.preview }}
        >
          {words.preview}
        </button>
      </fieldset>
      <textarea id={id} name={name} {...given} {...stateOf(said)}>
        {value}
      </textarea>
      <section class="panel" id={preview} aria-label={`${words.preview}: ${label}`} aria-live="polite" hidden />
    </div>
  )
}

/** Registers what makes previews: a text as visitors see it, by what shows it to them. */
export function registerPreview(app: FastifyInstance): void {
  page(app, {
    method: 'POST',
    url: paths.preview,
    access: staff('overview'),
    forms: true,
    body: Type.Object({ text: Maybe(TypedLongText({ max: 20_000 })) }),
    handler: async (asked) => {
      const { nothing, preview } = deskTexts[asked.request.language].marks
      const { text = null } = asked.body
      return showNarrow(
        asked,
        { title: preview },
        <div {...{ [marksParts.shown]: '' }}>
          {text === null ? <p class="empty">{nothing}</p> : <Prose below={1} text={text} />}
        </div>,
      )
    },
  })
}
