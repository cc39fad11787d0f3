import { readFileSync } from 'node:fs'

const known: Readonly<Record<string, { readonly spoken: boolean }>> = JSON.parse(
  readFileSync(new URL('../../messages/languages.json', import.meta.url), 'utf8'),
)

/** The languages that the server speaks, as messages/languages.json says. */
export const spoken: readonly string[] = Object.keys(known)
  .filter((language) => known[language]?.spoken)
  .toSorted()

/** The languages that the pages of an organisation are offered in when it has chosen none: its own first. */
export function spokenFrom(own: string): readonly string[] {
  return [own, ...spoken.filter((language) => language !== own)]
}
