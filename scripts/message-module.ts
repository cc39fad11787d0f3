import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { frenchSpaces, setForPages } from '../src/lib/typography.ts'

/** What a catalogue holds: texts, lists of them, and groups. */
export type Catalogue = string | readonly Catalogue[] | { readonly [key: string]: Catalogue }

type Message = { readonly elements: readonly MessageFormatElement[]; readonly uses: Uses }
/** What a message does with its arguments: tell plurals apart, or cases by their keys, or put them in. */
type Uses = Map<string, { plural: boolean; readonly keys: Set<string> }>
type Messages = ReadonlyMap<string, Message>

/** How text is set, by the first folder of its area: of what programs read, nothing stands in words that nobody sees. */
const settings: Readonly<Record<string, (text: string, language: string) => string>> = {
  office: setForPages,
  site: setForPages,
  interface: setInSentences,
  mail: setInSentences,
  documents: setInSentences,
  scanner: setInSentences,
}

function setInSentences(text: string, language: string): string {
  return language === 'fr' ? frenchSpaces(text) : text
}

/** What an area is made into: its module, and those that it loads, by what their names add to its own. */
type Made = { readonly code: string; readonly parts: ReadonlyMap<string, string>; readonly wrong: readonly string[] }

/** What French never has: the signs without their spaces, and those of a typewriter. Headers of HTTP are written in English. */
const frenchFaults: readonly (readonly [RegExp, string])[] = [
  [/[^\s:][;?!»](?=[\s.,)}]|$)|(?<!Authorization|Content-Type|webcal)(?<=\S):(?=\s|$)/, 'a space is missing before'],
  [/«\S/, 'a space is missing after'],
  [/\p{L}'\p{L}/u, 'write ’ in'],
  [/\.{3}/, 'write … for'],
  [/\b[nN]º/, 'write n° for'],
]

/**
 * The module of an area: the type of its texts, and the texts in each language. A text into which something is put is a
 * function of what is put in, by name. Beside it stands what is wrong: a catalogue has the messages of the others, with the
 * same arguments, and in each plural the forms of its language.
 *
 * @param languages those that are spoken; another one is being translated: what there is of it is checked, and not in the module
 */
export function messageModule(
  area: string,
  catalogues: Readonly<Record<string, Catalogue>>,
  notes: Catalogue,
  languages: readonly string[],
): Made {
  const wrong: string[] = []
  const set = settings[area.split('/')[0] ?? '']
  if (set === undefined) return { ...nothing, wrong: [`messages/${area} lies in a folder that has no typography`] }
  const all = Object.entries(catalogues).map(([language, catalogue]) => {
    const complain = (path: string, what: string) => wrong.push(`messages/${area}/${language}.json, ${path}: ${what}`)
    const messages = read(catalogue, (text) => set(text, language), language, complain)
    return { language, catalogue, messages, complain }
  })
  const spoken = all.filter(({ language }) => languages.includes(language))
  const paths = new Set(spoken.flatMap(({ messages }) => [...messages.keys()]))
  const shape = new Map<string, Uses>()
  for (const path of paths) {
    const uses = merged(all.map(({ messages }) => messages.get(path)?.uses ?? new Map()))
    shape.set(path, uses)
    for (const { language, messages, complain } of all) {
      const own = messages.get(path)?.uses
      if (own !== undefined) {
        for (const name of uses.keys()) if (!own.has(name)) complain(path, `does not use {${name}}`)
      } else if (languages.includes(language)) complain(path, 'is missing')
    }
  }
  for (const { messages, complain } of all)
    for (const path of messages.keys()) if (!paths.has(path)) complain(path, 'is in no spoken language')
  const described = new Map(leaves(notes))
  for (const path of described.keys())
    if (![...paths].some((one) => one === path || one.startsWith(`${path}.`)))
      wrong.push(`messages/${area}/notes.json, ${path}: there is no such message`)
  const [first] = spoken
  if (wrong.length > 0 || first === undefined) return { ...nothing, wrong }

  const name = camelCase(area.split('/').at(-1) ?? '')
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Texts`
  const typed = drawn(first.catalogue, '', ';', (path) => typeOf(shape.get(path) ?? new Map()), described)
  const values = spoken.map(({ language, catalogue, messages }) => ({
    language,
    value: drawn(catalogue, '', ',', (path) => codeOf(messages.get(path), language)),
  }))
  return { ...modulesOf(area, name, { type, typed }, values), wrong }
}

const nothing = { code: '', parts: new Map() } as const

type Value = { readonly language: string; readonly value: string }

/** In one module; those of the scanner each in their own, since a phone loads the one that it speaks. */
function modulesOf(
  area: string,
  name: string,
  { type, typed }: { readonly type: string; readonly typed: string },
  values: readonly Value[],
): Omit<Made, 'wrong'> {
  const declared = `export type ${type} = ${typed}\n`
  if (area.startsWith('scanner/')) {
    const base = area.split('/').at(-1) ?? ''
    const importType = `import type { ${type} } from './${base}.type.ts'\n`
    const parts = values.map(({ language, value }) => {
      const form = formOf(language)
      const rules = `const rules = new Intl.PluralRules('${language}')\nconst ${form} = (count: number) => rules.select(count)\n`
      const own = `export const sentences: ${type} = ${value}\n`
      return [language, `${importType}\n${value.includes(`${form}(`) ? rules : ''}${own}`] as const
    })
    const code = [
      `import type { Language } from './language.ts'\n${importType}\n`,
      `export const ${name}Texts: Readonly<Record<Language, () => Promise<{ readonly sentences: ${type} }>>> = {\n`,
      ...values.map(({ language }) => `'${language}': () => import('./${base}.${language}.ts'),\n`),
      '}\n',
    ]
    return { code: code.join(''), parts: new Map([['type', declared], ...parts]) }
  }
  const up = '../'.repeat(area.split('/').length)
  const plurals = values.flatMap(({ language, value }) => {
    const form = formOf(language)
    return value.includes(`${form}(`) ? [`const ${form} = pluralForms('${language}')\n`] : []
  })
  const code = [
    `import type { Language } from '${up}lib/language.ts'\n`,
    plurals.length > 0 ? `import { pluralForms } from '${up}lib/plural-forms.ts'\n` : '',
    `\n${declared}\n`,
    ...plurals,
    `export const ${name}Texts: Readonly<Record<Language, ${type}>> = {\n`,
    ...values.map(({ language, value }) => `'${language}': ${value},\n`),
    '}\n',
  ]
  return { code: code.join(''), parts: new Map() }
}

type Complain = (path: string, what: string) => void

function read(catalogue: Catalogue, set: (text: string) => string, language: string, complain: Complain): Messages {
  const messages = new Map<string, Message>()
  const plurals = pluralsOf(language)
  for (const [path, text] of leaves(catalogue)) {
    if (language === 'fr')
      for (const [fault, what] of frenchFaults) {
        const found = fault.exec(text)
        if (found !== null) complain(path, `${what} ${found[0]}`)
      }
    try {
      const elements = /[{}']/.test(text)
        ? parse(set(text), { ignoreTag: true })
        : [{ type: TYPE.literal as const, value: set(text) }]
      const uses: Uses = new Map()
      look(elements, uses, plurals, (what) => complain(path, what))
      messages.set(path, { elements, uses })
    } catch (error) {
      complain(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return messages
}

function* leaves(catalogue: Catalogue, path = ''): Generator<readonly [string, string]> {
  if (typeof catalogue === 'string') yield [path, catalogue]
  else for (const [key, inner] of Object.entries(catalogue)) yield* leaves(inner, path === '' ? key : `${path}.${key}`)
}

type Plurals = { readonly needed: readonly string[]; readonly allowed: readonly string[] }

/** The forms of a language: those that counts as people have them take must be written, others may. */
function pluralsOf(language: string): Plurals {
  const rules = new Intl.PluralRules(language)
  const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
  return { needed: [...needed, 'other'], allowed: rules.resolvedOptions().pluralCategories }
}

function look(
  elements: readonly MessageFormatElement[],
  uses: Uses,
  plurals: Plurals,
  complain: (what: string) => void,
): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) continue
    if (element.type === TYPE.pound) {
      complain('write the name of the argument instead of #')
      continue
    }
    const use = uses.get(element.value) ?? { plural: false, keys: new Set() }
    uses.set(element.value, use)
    if (element.type === TYPE.argument) continue
    if (element.type !== TYPE.plural && element.type !== TYPE.select) {
      complain(`{${element.value}} is given a format, which the page has already done`)
      continue
    }
    const keys = Object.keys(element.options)
    if (element.type === TYPE.select) for (const key of keys) use.keys.add(key)
    else {
      use.plural = true
      const forms = keys.filter((key) => !key.startsWith('='))
      const lacking = plurals.needed.filter((form) => !forms.includes(form))
      // One that only sets some counts apart does without.
      const onlyExact = forms.length === 1 && keys.length > 1
      if (lacking.length > 0 && !onlyExact)
        complain(`the plural of {${element.value}} has no form for: ${lacking.join(', ')}`)
      const unknown = forms.filter((form) => !plurals.allowed.includes(form))
      if (unknown.length > 0) complain(`the plural of {${element.value}} has no such form here: ${unknown.join(', ')}`)
      if (element.offset !== 0 || element.pluralType !== 'cardinal') complain('only plurals of a count are known')
    }
    for (const { value } of Object.values(element.options)) look(value, uses, plurals, complain)
  }
}

function merged(all: readonly Uses[]): Uses {
  const uses: Uses = new Map()
  for (const [name, { plural, keys }] of all.flatMap((one) => [...one])) {
    const before = uses.get(name)
    uses.set(name, { plural: plural || before?.plural === true, keys: new Set([...(before?.keys ?? []), ...keys]) })
  }
  return uses
}

function typeOf(uses: Uses): string {
  if (uses.size === 0) return 'string'
  const given = [...uses].map(([name, use]) => `readonly ${name}: ${argumentType(use)}`)
  return `(given: { ${given.join('; ')} }) => string`
}

/** Of a message that tells `null` apart, or `true`, the caller gives that; of other cases their word. */
function argumentType({ plural, keys }: { readonly plural: boolean; readonly keys: ReadonlySet<string> }): string {
  const cases = [...keys].filter((key) => key !== 'other' && key !== 'null')
  const one = plural
    ? 'number'
    : cases.length === 0
      ? 'string | number'
      : cases.every((key) => key === 'true' || key === 'false')
        ? 'boolean'
        : 'string'
  return keys.has('null') ? `${one} | null` : one
}

function codeOf(message: Message | undefined, language: string): string {
  if (message === undefined) return `''`
  const text = textOf(message.elements, language)
  return message.uses.size === 0 ? text : `(given) => ${text}`
}

function textOf(elements: readonly MessageFormatElement[], language: string): string {
  const [first] = elements
  if (elements.every((element) => element.type === TYPE.literal))
    return JSON.stringify(elements.map((element) => element.value).join(''))
  if (elements.length === 1 && first !== undefined && first.type !== TYPE.argument) return choice(first, language)
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replace(/[`\\]|\$\{/g, '\\$&')
      : element.type === TYPE.argument
        ? `\${given.${element.value}}`
        : `\${${choice(element, language)}}`,
  )
  return `\`${parts.join('')}\``
}

function choice(element: MessageFormatElement, language: string): string {
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return `''`
  const value = `given.${element.value}`
  const words = ['true', 'false', 'null']
  const test = (key: string) =>
    element.type === TYPE.select
      ? `${value} === ${words.includes(key) ? key : JSON.stringify(key)}`
      : key.startsWith('=')
        ? `${value} === ${key.slice(1)}`
        : `${formOf(language)}(${value}) === '${key}'`
  // An exact count before the form that it has as well.
  const cases = Object.entries(element.options)
    .filter(([key]) => key !== 'other')
    .toSorted(([one], [other]) => Number(other.startsWith('=')) - Number(one.startsWith('=')))
  const rest = textOf(element.options['other']?.value ?? [], language)
  return `(${cases.map(([key, option]) => `${test(key)} ? ${textOf(option.value, language)} : `).join('')}${rest})`
}

/** A catalogue as TypeScript: its groups and lists, with what `leaf` says of each message, on a line of its own. */
function drawn(
  catalogue: Catalogue,
  path: string,
  end: ',' | ';',
  leaf: (path: string) => string,
  notes: ReadonlyMap<string, string> = new Map(),
): string {
  if (typeof catalogue === 'string') return leaf(path)
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  const type = end === ';'
  if (Array.isArray(catalogue)) {
    const items = catalogue.map((inner, index) => drawn(inner, at(String(index)), end, leaf, notes))
    return type ? `readonly [${items.join(', ')}]` : `[${items.join(', ')}]`
  }
  const lines = Object.entries(catalogue).map(([key, inner]) => {
    const note = notes.get(at(key))
    const named = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
    return `${note === undefined ? '' : `/** ${note} */\n`}${type ? 'readonly ' : ''}${named}: ${drawn(inner, at(key), end, leaf, notes)}${end}\n`
  })
  return `{\n${lines.join('')}}`
}

function formOf(language: string): string {
  return camelCase(`${language.toLowerCase()}-form`)
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
