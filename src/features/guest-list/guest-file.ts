import { type CsvRecord, readCsv, separatorLine } from '../../lib/csv.ts'
import { cleanLine, foldedWords, isEmail, normalizeEmail } from '../../lib/text.ts'
import { mostPlaces } from '../reservation/places.ts'

/** A guest as a list names them. */
export type ListedGuest = {
  /** The number of their line in the text, from 1. */
  readonly line: number
  /** The line as the text has it. */
  readonly text: string
  readonly firstName: string
  readonly lastName: string
  /** The normalised e-mail address; '' when there is none. */
  readonly email: string
  readonly places: number
  /** A note for the door; '' when there is none. */
  readonly note: string
}

const columns = ['first_name', 'last_name', 'name', 'email', 'places', 'note'] as const
export type GuestColumn = (typeof columns)[number]

export type LineProblem =
  | { readonly kind: 'quotes' | 'name_missing' | 'name_long' | 'email_wrong' | 'places_wrong' | 'note_long' }
  | { readonly kind: 'twice'; readonly earlier: number }

export type GuestFile = {
  readonly guests: readonly ListedGuest[]
  /** The problems in the order of the lines. */
  readonly problems: readonly { readonly line: number; readonly problem: LineProblem }[]
  /** The lines above the guests, which a part of the list needs too; '' when there are none. */
  readonly header: string
  /** The names of columns that are ignored: unknown, or with the meaning of another one. */
  readonly passedOver: readonly string[]
}

export const mostGuests = 500
const longestName = 200
export const longestNote = 200
/** The most characters in the name of a list. */
export const longestListName = 100

const apellidos = ['apellido', 'apellidos']

/**
 * The headings of columns in English, French, German and Spanish, folded, letters only. When two columns mean the number of places, the
 * heading that comes first here wins: "Nombre" may be a running number, and "Place" a seat. `withNombre` decides what else "Nombre" means.
 */
const headings: Readonly<Record<GuestColumn, readonly string[]>> = {
  first_name: wordsOf('firstname first givenname forename prenom prenoms vorname'),
  last_name: [...wordsOf('lastname last surname familyname nomdefamille nachname familienname'), ...apellidos],
  name: [
    ...wordsOf('name fullname nom nomcomplet nometprenom prenometnom nomprenom prenomnom'),
    ...wordsOf('nombrecompleto nombreyapellidos apellidosynombre'),
  ],
  email: [
    ...wordsOf('email mail emailaddress courriel adressemail adresseemail adresseelectronique emailadresse'),
    ...wordsOf('correo correoelectronico direcciondecorreo'),
  ],
  places: [
    ...wordsOf('places seats tickets billets platze plazas entradas pax'),
    ...headingsOfCounts(),
    ...wordsOf('place nombre'),
  ],
  note: [
    ...wordsOf('note notes comment comments remark remarks remarque remarques commentaire notiz bemerkung'),
    ...wordsOf('nota notas comentario observaciones'),
  ],
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ')
}

/**
 * Lists headings of counts: "Nombre de places", "Nbre billets", "Nb", "Number of tickets". "No" and its like mean a running number unless
 * the counted thing follows in the plural: "N° de place" is the number of a seat.
 */
function headingsOfCounts(): readonly string[] {
  const things = wordsOf('place billet ticket seat personne person entree invitation invite')
  const others = wordsOf('pax people pers platze personen karten plazas entradas personas invitados')
  const several = [...others, ...things.map((thing) => `${thing}s`)]
  const amounts = wordsOf('nb nbr nbre quantity quantite qte qty anzahl cantidad')
  const counted = (counts: readonly string[], what: readonly string[]) =>
    counts.flatMap((count) =>
      ['', 'de', 'd', 'of', 'der'].flatMap((word) => what.map((thing) => `${count}${word}${thing}`)),
    )
  return [
    ...counted([...amounts, 'nombre'], [...several, ...things]),
    ...amounts,
    ...counted(['no', 'n', 'number', 'numero'], several),
  ]
}

const withoutHeader: readonly (GuestColumn | null)[] = ['name', 'email', 'places', 'note']

/**
 * Reads a list of guests as CSV (`readCsv`). When the first line has no column for names, the columns are name, e-mail, places and
 * note. A list of more than `mostGuests` lines is not checked further.
 *
 * @returns `too_many` for more than `mostGuests` lines, `none` for an empty list
 */
export function readGuestFile(text: string): GuestFile | 'too_many' | 'none' {
  const bare = text.replace(/^\uFEFF/, '')
  const records = readCsv(bare)
  const [first] = records
  const named = withNombre((first?.cells ?? []).map(bareHeading))
  const hasHeader = named.some((column) => column?.endsWith('name'))
  const order = hasHeader ? eachOnce(withLastName(named), first?.cells ?? []) : withoutHeader
  const lines = hasHeader ? records.slice(1) : records
  if (lines.length === 0) return 'none'
  if (lines.length > mostGuests) return 'too_many'
  const problems: { line: number; problem: LineProblem }[] = []
  const seen = new Map<string, number>()
  const guests = lines.flatMap((record) => {
    const guest = readGuest(record, order)
    const found = problemsOf(record, guest)
    const earlier = guest && seen.get(guestKey(guest))
    if (earlier !== undefined && earlier !== null) found.push({ kind: 'twice', earlier })
    else if (guest) seen.set(guestKey(guest), record.line)
    problems.push(...found.map((problem) => ({ line: record.line, problem })))
    return guest && found.length === 0 ? [{ ...guest, places: Number(guest.places || 1) }] : []
  })
  const unknown = hasHeader ? (first?.cells ?? []).filter((cell, at) => cell !== '' && order[at] === null) : []
  const above = [separatorLine(bare), hasHeader ? (first?.text ?? '') : '']
  return { guests, problems, passedOver: unknown, header: above.filter((one) => one !== '').join('\n') }
}

/** The key by which a guest who is sent again is the same one: their name and their address, as people see them. */
export function guestKey({
  firstName,
  lastName,
  email,
}: Pick<ListedGuest, 'firstName' | 'lastName' | 'email'>): string {
  return JSON.stringify([foldedWords(`${firstName} ${lastName}`).toSorted(), email])
}

type TypedGuest = Omit<ListedGuest, 'places'> & { readonly places: string }

/** "Nombre" is how many in French; in Spanish, beside "Apellidos" or no other column of names, it is a name. */
function withNombre(bare: readonly string[]): readonly (GuestColumn | null)[] {
  const named = bare.map((heading) => columns.find((column) => headings[column].includes(heading)) ?? null)
  const isBesideApellidos = bare.some((heading) => apellidos.includes(heading))
  if (!isBesideApellidos && named.some((column) => column?.endsWith('name'))) return named
  return named.map((column, at) => (bare[at] === 'nombre' ? (isBesideApellidos ? 'first_name' : 'name') : column))
}

function bareHeading(heading: string): string {
  return foldedWords(heading).join('')
}

/** "Nom" beside "Prénom" is the last name alone. */
function withLastName(named: readonly (GuestColumn | null)[]): readonly (GuestColumn | null)[] {
  return named.includes('first_name') ? named.map((column) => (column === 'name' ? 'last_name' : column)) : named
}

/** Keeps one column of those that mean the same: the first, but for the number of places the one that says it best. */
function eachOnce(named: readonly (GuestColumn | null)[], cells: readonly string[]): readonly (GuestColumn | null)[] {
  const rankOf = (at: number) => headings.places.indexOf(bareHeading(cells[at] ?? ''))
  const [best] = [...named.keys()]
    .filter((at) => named[at] === 'places')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return named.map((column, at) => {
    const read = column === 'places' ? best : named.indexOf(column)
    return at === read ? column : null
  })
}

function readGuest({ line, text, cells }: CsvRecord, order: readonly (GuestColumn | null)[]): TypedGuest | null {
  if (cells === null) return null
  const cell = (column: GuestColumn) => cleanLine((cells[order.indexOf(column)] ?? '').replace(/\s+/g, ' '))
  const whole = cell('name')
  const names = whole === '' ? { firstName: cell('first_name'), lastName: cell('last_name') } : splitName(whole)
  const email = cell('email')
  return {
    line,
    text,
    ...names,
    places: cell('places'),
    note: cell('note'),
    email: email === '' ? '' : normalizeEmail(email),
  }
}

/** What is in capitals is the last name, as in "MARTIN Jeanne"; otherwise what stands after the first word. */
function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const words = name.split(' ')
  const isLoud = (word: string) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase()
  const [loud, quiet] = [words.filter(isLoud), words.filter((word) => !isLoud(word))]
  const [last, first] = loud.length > 0 && quiet.length > 0 ? [loud, quiet] : [words.slice(1), words.slice(0, 1)]
  return last.length === 0
    ? { firstName: '', lastName: first.join(' ') }
    : { firstName: first.join(' '), lastName: last.join(' ') }
}

function problemsOf({ cells }: CsvRecord, guest: TypedGuest | null): LineProblem[] {
  if (cells === null || guest === null) return [{ kind: 'quotes' }]
  const { firstName, lastName, email, places, note } = guest
  const isCount = places === '' || (/^\d{1,4}$/.test(places) && Number(places) >= 1 && Number(places) <= mostPlaces)
  return [
    ...(firstName === '' && lastName === '' ? [{ kind: 'name_missing' as const }] : []),
    ...(Math.max(firstName.length, lastName.length) > longestName ? [{ kind: 'name_long' as const }] : []),
    ...(email === '' || isEmail(email) ? [] : [{ kind: 'email_wrong' as const }]),
    ...(isCount ? [] : [{ kind: 'places_wrong' as const }]),
    ...(note.length > longestNote ? [{ kind: 'note_long' as const }] : []),
  ]
}
