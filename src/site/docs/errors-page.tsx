import { documentedErrors } from '../../http/openapi.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { Back, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type Documentation, fieldsOf } from './documentation.ts'
import { Fields } from './fields.tsx'

/** The two forms of a refusal, outside `/scan/` and there. */
const forms = ['Problem', 'ScanRefusal'] as const

/** Every code with what it means, and what a refusal consists of. */
export function ErrorsPage({ documentation }: { readonly documentation: Documentation }) {
  const words = useTexts(docsTexts)
  const { errors } = useTexts(refusalTexts)
  return (
    <div class="stack">
      <Back to={visitorPaths.docs}>{words.toContents}</Back>
      <h1>{words.errorsTitle}</h1>
      <p class="lead">{words.errorsLead}</p>
      <p>
        {words.more}{' '}
        <a href={at(visitorPaths.docsChapter, { folder: 'interface', chapter: 'errors' })} lang="en">
          Errors
        </a>
      </p>
      <ul class="rows">
        {documentedErrors.map(({ code, status }) => {
          const { title, detail } = errors[code]
          return (
            <li key={code} id={code}>
              <span class="name">
                <code>{code}</code> {title}
              </span>
              <span class="figure">{status}</span>
              <span class="state">{detail}</span>
            </li>
          )
        })}
      </ul>
      {forms.map((name) => (
        <Section key={name} id={name} title={name}>
          <Fields anchor={name} fields={fieldsOf(documentation.schemas[name] ?? {})} documentation={documentation} />
        </Section>
      ))}
    </div>
  )
}
