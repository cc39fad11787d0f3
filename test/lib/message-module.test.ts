import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import { messageModule } from '../../scripts/message-module.ts'
import { pluralForms } from '../../src/lib/plural-forms.ts'

/** What is wrong with catalogues of one area. */
function wrong(en: object, fr: object, more: object = {}) {
  return messageModule('office/desk', { en, fr, ...more } as never, {}, ['en', 'fr', ...Object.keys(more)]).wrong
}

// Each was seen red without its check in message-module.ts.
describe('a catalogue is refused', () => {
  it('that lacks a message, or has one of its own', () => {
    expect(wrong({ a: 'One', b: { c: 'Two' } }, { a: 'Un', d: 'Trois' })).toEqual([
      'messages/office/desk/fr.json, b.c: is missing',
      'messages/office/desk/en.json, d: is missing',
    ])
  })

  it('that leaves out an argument, or has one of its own', () => {
    expect(wrong({ a: '{name} and {other}' }, { a: '{name} et {autre}' })).toEqual([
      'messages/office/desk/en.json, a: does not use {autre}',
      'messages/office/desk/fr.json, a: does not use {other}',
    ])
  })

  it('whose plurals lack a form of the language, or have one of another', () => {
    const en = { a: '{n, plural, one {{n} place} other {{n} places}}' }
    const pl = { a: '{n, plural, one {{n} miejsce} other {{n} miejsc}}' }
    expect(wrong(en, { a: '{n, plural, other {{n} places}}' }, { pl })).toEqual([
      'messages/office/desk/fr.json, a: the plural of {n} has no form for: one',
      'messages/office/desk/pl.json, a: the plural of {n} has no form for: many, few',
    ])
    expect(wrong(en, { a: '{n, plural, one {{n}} few {{n}} other {{n}}}' })).toEqual([
      'messages/office/desk/fr.json, a: the plural of {n} has no such form here: few',
    ])
  })

  it('that cannot be read, or wants what pages do themselves', () => {
    expect(wrong({ a: '{name' }, { a: '{name}' })[0]).toContain('en.json, a: cannot be read')
    expect(wrong({ a: '{n, number}' }, { a: '{n}' })).toEqual([
      'messages/office/desk/en.json, a: {n} is given a format, which the page has already done',
    ])
    expect(wrong({ a: '{n, plural, one {#} other {#}}' }, { a: '{n}' })[0]).toContain('instead of #')
  })

  it('of a language that is being translated, for what there is of it', () => {
    const catalogues = { en: { a: '{n}', b: 'Two' }, de: { a: 'Eins', c: 'Drei' } } as never
    expect(messageModule('office/desk', catalogues, {}, ['en']).wrong).toEqual([
      'messages/office/desk/de.json, a: does not use {n}',
      'messages/office/desk/de.json, c: is in no spoken language',
    ])
    const half = { en: { a: 'One', b: 'Two' }, de: { a: 'Eins' } } as never
    const { code, wrong } = messageModule('office/desk', half, {}, ['en'])
    expect(wrong).toEqual([])
    expect(code).not.toContain('Eins')
  })

  it('in a folder whose typography is not known, or with a note on nothing', () => {
    expect(messageModule('cellar/desk', { en: {} }, {}, ['en']).wrong).toHaveLength(1)
    expect(messageModule('office/desk', { en: { a: 'x' } }, { b: 'for nobody' }, ['en']).wrong).toEqual([
      'messages/office/desk/notes.json, b: there is no such message',
    ])
  })
})

/** The texts of the module that is made of one catalogue. */
function made(language: string, catalogue: object): Record<string, unknown> {
  const { code, wrong } = messageModule('office/desk', { [language]: catalogue as never }, {}, [language])
  expect(wrong).toEqual([])
  const body = stripTypeScriptTypes(code.replace(/^import .*$/gm, '').replaceAll(/^export (?=type)/gm, ''))
  const texts = new Function('pluralForms', `${body.replace('export const deskTexts', 'const texts')}\nreturn texts`)
  return texts(pluralForms)[language]
}

it('makes strings, and functions of what is put in', () => {
  const texts = made('en', {
    save: "It's saved \\",
    list: ['a', 'b'],
    code: "`$'{'x'}' of {name}",
    of: '{least, select, null {any} other {from {least}}}, {sold, select, true {sold} other {free}}',
    places: '{n, plural, =0 {none} one {{n} place} other {{n} places}}',
  }) as Record<string, (given: object) => string>
  expect(texts).toMatchObject({ save: "It's saved \\", list: ['a', 'b'] })
  expect(texts['code']?.({ name: 'O’Neil {1}' })).toBe(['`$', '{x} of O’Neil {1}'].join(''))
  const of = [null, 12].flatMap((least) => [true, false].map((sold) => texts['of']?.({ least, sold })))
  expect(of).toEqual(['any, sold', 'any, free', 'from 12, sold', 'from 12, free'])
  expect([0, 1, 2].map((n) => texts['places']?.({ n }))).toEqual(['none', '1 place', '2 places'])
})

it('tells the types of what is put in, and notes for whoever writes the page', () => {
  const of =
    '{n, plural, one {{n} of} other {{n} of}} {name}{sold, select, true {!} other {}}{kind, select, a {} other {}}'
  const { code } = messageModule('office/desk', { en: { of } }, { of: 'A note.' }, ['en'])
  expect(code).toContain(
    '/** A note. */\nreadonly of: (given: { readonly n: number; readonly name: string | number; readonly sold: boolean; readonly kind: string }) => string;',
  )
})

it('makes a module of each language for the scanner, which loads one', () => {
  const catalogues = { en: { n: '{n, plural, one {a} other {b}}' }, fr: { n: '{n, plural, one {c} other {d}} ?' } }
  const { code, parts, wrong } = messageModule('scanner/door', catalogues, {}, ['en', 'fr'])
  expect([wrong, [...parts.keys()]]).toEqual([[], ['type', 'en', 'fr']])
  expect(code).toContain("import('./door.fr.ts')")
  expect(parts.get('en')).toContain("new Intl.PluralRules('en')")
  expect([...parts.values(), code].join('')).not.toContain('..')
})

/** Seen red without the rules: all of them were built. */
it.each([
  ['Complet!', 'a space is missing before t!'],
  ['Prêt? Oui.', 'a space is missing before t?'],
  ['{name}: {amount}', 'a space is missing before :'],
  ['Un ; deux; trois', 'a space is missing before x;'],
  ['« {name}»', 'a space is missing before }»'],
  ['«{name} »', 'a space is missing after «{'],
  ["L'adresse", "write ’ in L'a"],
  ['Patientez...', 'write … for ...'],
  ['Reçu nº {number}', 'write n° for nº'],
])('refuses %s in French alone', (said, what) => {
  const catalogues = { en: { said }, fr: { said } }
  expect(messageModule('office/desk', catalogues, {}, ['en', 'fr']).wrong).toEqual([
    `messages/office/desk/fr.json, said: ${what}`,
  ])
})

it.each(['Un fait : « oui » ; l’autre ?', 'https://a.test/?q=1 à 20:30', '« Authorization: Api-Key <clé> »'])(
  'takes %s in French',
  (said) => {
    expect(messageModule('office/desk', { fr: { said } }, {}, ['fr']).wrong).toEqual([])
  },
)

it('sets French as French, and leaves alone what is put in', () => {
  const { said } = made('fr', { said: '{name} : « {thing} » ?' }) as Record<string, (given: object) => string>
  expect(said?.({ name: 'Qui ?', thing: 'x' })).toBe('Qui ?\u00a0: «\u00a0x\u00a0»\u00a0?')
})

it('takes the plural of the language: none is singular in French', () => {
  const counts = [0, 1, 1.5, 2]
  expect(counts.map(pluralForms('en'))).toEqual(['other', 'one', 'other', 'other'])
  expect(counts.map(pluralForms('fr'))).toEqual(['one', 'one', 'one', 'other'])
})
