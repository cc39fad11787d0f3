import type { Language } from '../lib/language.ts'

/** More than people speak languages; of a longer header the rest is not read. */
const mostOfHeader = 1000

/**
 * The reader's language: of those that are offered what `Accept-Language` asks for, by its weights, otherwise the first
 * (docs/interface/requests.md, "Languages").
 */
export function chooseLanguage(header: string | undefined, offered: readonly [Language, ...Language[]]): Language {
  const wishes = (header ?? '')
    .slice(0, mostOfHeader)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((wish) => wish.weight > 0)
    .sort((left, right) => right.weight - left.weight)
  for (const wish of wishes) {
    const spoken = offered.find((language) => language === wish.language)
    if (spoken !== undefined) return spoken
  }
  return offered[0]
}
