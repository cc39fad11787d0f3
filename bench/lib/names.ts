/** Names as they are common, so that a search finds many. */
export const firstNames = ['Marie', 'Jean', 'Chloé', 'Karim', 'Ana', 'Tom', 'Inès', 'Louis', 'Zoé', 'Paul']
export const lastNames = [
  'Martin',
  'Bernard',
  'Thomas',
  'Petit',
  'Durand',
  'Leroy',
  'Moreau',
  'Garcia',
  'Roux',
  'Da Silva',
]

/** As elements of an array of SQL. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}
