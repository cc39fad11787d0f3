/**
 * Text as French is set: what may not stand at the end or the beginning of a line is kept with its neighbour by a space
 * that does not break, before `: ; ? !` and inside `« »` (Lexique des règles typographiques de l'Imprimerie nationale).
 * Addresses and times hold no such space and stay as they are.
 */
export function frenchSpaces(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0')
}

/** The same object with every sentence set as French is, also those that its functions make. */
export function withFrenchSpaces<Texts>(texts: Texts): Texts {
  return typeset(texts) as Texts
}

function typeset(value: unknown): unknown {
  if (typeof value === 'string') return frenchSpaces(value)
  if (typeof value === 'function') return (...given: unknown[]) => typeset(value(...given))
  if (Array.isArray(value)) return value.map(typeset)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeset(inner)]))
}
