import { createHash } from 'node:crypto'

export type PageScript = { readonly path: string; readonly name: string; readonly body: string }

/**
 * Makes a file for browsers from one function, which may use nothing from outside but `parts` and the functions that come with it; those
 * may use one another. It is named by its content, so that it may be kept for ever. Indentation is removed: nobody reads it on a phone, and
 * it was a fifth of the file. A text over several lines would lose it too.
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
