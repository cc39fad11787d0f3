import { createHash } from 'node:crypto'

export type PageScript = { readonly path: string; readonly name: string; readonly body: string }

/**
 * A file for browsers made of one function, which may use nothing from outside but `parts` and the functions that come with it; those may
 * use one another. Named by what it holds, so that it may be kept for ever. The blanks that lines begin with stay here: nobody reads them on a phone, and they were a fifth of it.
 * A text over several lines would lose them too.
 */
export function pageScript<Parts>(
  run: (parts: Parts) => void,
  parts: Parts,
  used: readonly ((...given: never[]) => unknown)[] = [],
): PageScript {
  const text = [...used, `(${run})(${JSON.stringify(parts)})\n`].join('\n')
  const body = text.replaceAll(/\n +/g, '\n')
  const name = `${createHash('sha256').update(body).digest('hex').slice(0, 12)}.js`
  return { name, body, path: `/assets/${name}` }
}
