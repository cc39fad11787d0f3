import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { families } from '../src/pages/font-families.ts'
import { fontLetters } from '../src/pages/font-letters.ts'

type CutFile = { readonly path: string; readonly contents: Buffer }

/** What browsers do by themselves, and the figures of one width that the stylesheet asks for. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'mark', 'mkmk', 'rvrn', 'tnum']

/**
 * Cuts the fonts of the pages down to their letters (ADR 0104): a file for each family, and one that says what they were made of. That
 * takes seconds, so what lies in `outdir` is taken again while it would come out the same.
 */
export async function cutFonts(outdir: string): Promise<readonly CutFile[]> {
  const wholes = Object.entries(families).map(([family, { file }]) => ({
    path: join(outdir, `${family}.woff2`),
    whole: readFileSync(fileURLToPath(import.meta.resolve(file('latin')))),
  }))
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(fontLetters)
  for (const { whole } of wholes) hash.update(whole)
  const from = { path: join(outdir, 'made-from'), contents: Buffer.from(hash.digest('hex')) }
  const former = wholes.map(({ path }) => ({ path, contents: readIfThere(path) }))
  const isSame = readIfThere(from.path)?.equals(from.contents) === true
  const kept = former.flatMap(({ path, contents }) => (isSame && contents !== null ? [{ path, contents }] : []))
  if (kept.length === wholes.length) return [...kept, from]
  const cut = wholes.map(async ({ path, whole }) => ({
    path,
    contents: await subsetFont(whole, fontLetters, { keepFeatures }),
  }))
  // What they were made of comes last: a build that is interrupted cuts them anew.
  return [...(await Promise.all(cut)), from]
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
