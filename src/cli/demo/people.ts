import { slugify } from '../../lib/text.ts'
import { seeded } from './seeded.ts'

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

const namesOf = (...lines: readonly string[]) => lines.flatMap((line) => line.split(', '))

const firstNames = namesOf(
  'Camille, Inès, Léa, Chloé, Manon, Jeanne, Aminata, Nour, Salomé, Océane, Maëlle, Hugo, Lucas, Théo',
  'Gabriel, Mathis, Yanis, Mamadou, Loïc, Baptiste, Rayan, Émile, Harriet, Owen, Priya, Callum, Freya',
  'Idris, Niamh, Rhys, Zadie, Tomasz, Mei, Ayşe',
)
const lastNames = namesOf(
  'Lefèvre, Moreau, Garnier, Bouchard, Kerviel, Le Goff, Diallo, Benali, Rousseau, Charpentier, Nguyen',
  'Ferreira, Da Silva, Marchand, Perrin, Traoré, Haddad, Caron, Delattre, Vidal, Whitlock, Okafor, Sinclair',
  'Patel, Brannigan, Hargreaves, Kowalski, O’Shea, Lindqvist, Yılmaz',
)

/** The person behind a seed. Addresses under `.example` belong to nobody (RFC 2606). */
export function person(seed: string, number: number): Person {
  const random = seeded(`person ${seed} ${number}`)
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const local = slugify(`${firstName} ${lastName}`).replaceAll('-', '.')
  return { firstName, lastName, email: `${local}.${number}@${random.pick(['courriel', 'postbox', 'mail'])}.example` }
}
