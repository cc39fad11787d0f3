import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { withoutInvisible } from '../../lib/text.ts'
import { unpackWoff } from './woff.ts'

export type Weight = 400 | 700

/** One file of a font: a script in a weight. */
export type Face = { readonly name: string; readonly font: Font }

/** Noto Sans, script by script, in the order they are asked; the first that has a character draws it. */
const files = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map(
    (script) => `noto-sans/files/noto-sans-${script}`,
  ),
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
] as const

const faces = new Map<string, Face>()

/** Opened when the first character needs it, and kept: it serves every document of the process. */
function faceOf(file: string, weight: Weight): Face {
  const name = `${file}-${weight}`
  const known = faces.get(name)
  if (known) return known
  const path = fileURLToPath(import.meta.resolve(`@fontsource/${name}-normal.woff`))
  const font = create(unpackWoff(readFileSync(path))) as Font
  // fontkit keeps a glyph with the character it was first met for, and a part of another glyph is met for none: the dot of
  // a colon would be copied out of every later document as nothing.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  const face = { name, font }
  faces.set(name, face)
  return face
}

const facesByCharacter = new Map<number, Face | null>()
const mostCharacters = 5000

/** Null: none of the fonts has it. */
function faceFor(codePoint: number, weight: Weight): Face | null {
  const key = codePoint * 1000 + weight
  const known = facesByCharacter.get(key)
  if (known !== undefined) return known
  const file = files.find((each) => faceOf(each, weight).font.hasGlyphForCodePoint(codePoint))
  const face = file === undefined ? null : faceOf(file, weight)
  if (facesByCharacter.size >= mostCharacters) facesByCharacter.clear()
  facesByCharacter.set(key, face)
  return face
}

/** A stretch of text that one face draws. */
export type Run = { readonly text: string; readonly face: Face }

/** Characters that none of the fonts has are left out: `printable` told so before. */
export function runsOf(text: string, weight: Weight): readonly Run[] {
  const runs: { text: string; face: Face }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const codePoint = character.codePointAt(0) ?? 0
    // A letter that several faces have stays with its neighbours.
    const face = last?.face.font.hasGlyphForCodePoint(codePoint) ? last.face : faceFor(codePoint, weight)
    if (face === null) continue
    if (last?.face === face) last.text += character
    else runs.push({ text: character, face })
  }
  return runs
}

/** Pictures and their parts say nothing that is missed on paper. */
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F|\u200D|\u20E3/gu

/** More marks on one letter than any writing has: they would stand far above their line, across what is said there. */
const tooManyMarks = /(\p{M}{4})\p{M}+/gu

/**
 * The text as the fonts can draw it: composed, spaces of every kind as one, pictures left out. Null when it has letters
 * that none of the fonts has (Chinese, Thai …): half a name would be worse than none.
 */
export function printable(text: string): string | null {
  const plain = withoutInvisible(
    text
      .normalize('NFC')
      .replace(tooManyMarks, '$1')
      // © and ® are pictures to Unicode, but letters to the fonts.
      .replace(pictures, (picture) => (faceFor(picture.codePointAt(0) ?? 0, 400) ? picture : ''))
      .replace(/[\u2000-\u200A\u202F\u205F\u3000]/g, '\u00A0')
      .replace(/[\u200B-\u200D\u2060]/g, '')
      .replace(/ {2,}/g, ' '),
  )
  const isCovered = [...plain].every((character) => faceFor(character.codePointAt(0) ?? 0, 400) !== null)
  return isCovered ? plain : null
}
