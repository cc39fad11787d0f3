import { documentedErrors } from '../../http/openapi.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { type Chapter, plainText } from './chapter.ts'
import {
  bodyOf,
  type DocumentedField,
  type Documentation,
  fieldsOf,
  objectsOf,
  type OperationGroup,
  parametersAnchor,
  parametersOf,
  type Schemas,
} from './documentation.ts'
import type { SearchEntry } from './search-index.ts'

/** Everything in the documentation that can be searched; refusals are found by what they say in `language` and in English. */
export function searchEntriesOf(
  { groups, schemas }: Documentation,
  chapters: readonly Chapter[],
  language: Language,
): readonly SearchEntry[] {
  return [
    ...groups.flatMap(operationEntries),
    ...fieldEntries(groups, schemas),
    ...codeEntries(language),
    ...chapters.flatMap(chapterEntries),
  ]
}

function operationEntries({ address, operations }: OperationGroup): readonly SearchEntry[] {
  return operations.map(({ name, method, path, operation }) => ({
    kind: 'operation',
    name: operation.summary ?? name,
    names: [operation.summary ?? '', `${method} ${path}`, path, name],
    where: `${method} ${path}`,
    text: withoutMarks(operation.description ?? ''),
    address: `${address}#${name}`,
  }))
}

/** A description without the marks around its code. */
function withoutMarks(description: string): string {
  return description.replaceAll('`', '')
}

/** Those that have one name and one meaning are found once, where they are first. */
function fieldEntries(groups: readonly OperationGroup[], schemas: Schemas): readonly SearchEntry[] {
  const all = groups.flatMap(({ address, operations }) => {
    const entries = (fields: readonly DocumentedField[], anchor: string, where: string): SearchEntry[] =>
      fields.map(({ path, schema }) => ({
        kind: 'field',
        name: path,
        names: [path.split('.').at(-1) ?? ''],
        where,
        text: withoutMarks(String(schema['description'] ?? '')),
        codes: [...String(schema['description'] ?? '').matchAll(/`([A-Z]{1,3})`/g)].map(([, code = '']) => code),
        address: `${address}#${anchor}.${path}`,
      }))
    return [
      ...operations.flatMap((documented) => {
        const { name, operation } = documented
        const where = operation.summary ?? name
        return [
          ...entries(parametersOf(documented), parametersAnchor(name), where),
          ...entries(fieldsOf(bodyOf(documented)?.schema ?? {}, schemas), name, where),
        ]
      }),
      ...objectsOf(operations, schemas).flatMap((name) => entries(fieldsOf(schemas[name] ?? {}), name, name)),
    ]
  })
  const alike = Map.groupBy(all, ({ name, text }) => `${name} ${text}`)
  return [...alike.values()].flatMap(([first]) => first ?? [])
}

function codeEntries(language: Language): readonly SearchEntry[] {
  return documentedErrors.map(({ code, status }) => {
    const { title, detail } = refusalTexts[language].errors[code]
    const english = refusalTexts.en.errors[code]
    return {
      kind: 'code',
      name: code,
      names: [code, title],
      where: String(status),
      text: `${title}. ${detail}`,
      also: `${english.title} ${english.detail}`,
      address: `${visitorPaths.docsErrors}#${code}`,
    }
  })
}

/** Paragraph by paragraph, each below its heading. */
function chapterEntries({ folder, name, title, html }: Chapter): readonly SearchEntry[] {
  const page = at(visitorPaths.docsChapter, { folder, chapter: name })
  return html.split(/(?=<h\d )/).flatMap((part) => {
    const [, anchor, heading] = /^<h\d id="(.*?)">(.*?)<\/h\d>/.exec(part) ?? []
    const called = heading === undefined ? title : plainText(heading)
    return part.split(/<\/(?:h\d|p|tr|li|pre)>/).map((block) => ({
      kind: 'chapter' as const,
      name: called,
      names: [called],
      where: title,
      text: plainText(block),
      // In code, or alone in a cell of a table.
      codes: [...block.matchAll(/<(code|div)>([A-Z]{1,3})<\/\1>/g)].map(([, , code = '']) => code),
      address: anchor === undefined ? page : `${page}#${anchor}`,
    }))
  })
}
