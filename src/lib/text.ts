/** As people search, who type neither accents nor capitals: `Cœur d’Été` becomes `coeur dete`. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
}

/** Folds accents and case and keeps `a-z0-9-`: a domain label of at most 63 characters (RFC 1035), or '' when nothing is left. */
export function slugify(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
}

/** The form under which a person is known: trimmed, NFC, lower case. Two spellings of one address are one person. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * Deliberately simple (RFC 5321 allows far more): something, an @, and a dotted or local domain, 254 characters at most.
 * None that nobody sees: they would make one address many people.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    !/\p{C}/u.test(text) &&
    /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)*$/u.test(text)
  )
}

/**
 * The form under which a seat is taken and printed: NFC, upper case, without characters that nobody sees, one space
 * between words. Two spellings of one seat are one seat.
 */
export function normalizeSeat(seat: string): string {
  return seat.toUpperCase().normalize('NFC').replace(/\p{C}/gu, '').trim().replace(/\s+/g, ' ')
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidPattern.test(text)
}

/**
 * Without characters that nobody sees: control characters, and the marks that turn the direction of what follows (Unicode
 * UAX 9), with which a name could rewrite the line it stands in. Writing that runs from right to left needs none of them.
 */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ').trim()
}
