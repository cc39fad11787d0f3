import { createHash, createPrivateKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Language } from '../../lib/language.ts'
import type { GoogleKeys } from './google-keys.ts'

/** One ticket as Google Wallet shows it, in the language of the person who saves it. */
export type GooglePass = {
  readonly ticketId: string
  readonly language: Language
  readonly organisation: string
  readonly eventName: string
  /** ISO 8601, each with the offset of its place; null: not known. */
  readonly doorsAt: string | null
  readonly startsAt: string
  readonly endsAt: string | null
  /** Google shows none without its address. */
  readonly place: { readonly name: string; readonly address: string } | null
  /** Null: nobody is named on it. */
  readonly holder: string | null
  /** The price in words, with the amount. */
  readonly price: string
  readonly seat: string
  /** The short reference that people read out on the phone. */
  readonly number: string
  /** `#rrggbb`; Google chooses what can be read on it. */
  readonly accentColor: string
  readonly qrCodeData: string
}

/** What Google calls the safe length of a token in an address. */
const safeLength = 1800
/** Left out one after the other, until the token is no longer than that. Code, event, time, holder and number stay. */
const dispensable = ['place', 'endsAt', 'price', 'seat'] as const
type Left = ReadonlySet<(typeof dispensable)[number]>

const signInThread = promisify(sign)

/**
 * The address that saves a pass: a token (RFC 7519, RS256) with the event and the ticket in it, so that nothing has to be
 * sent to Google beforehand.
 */
export async function googleSaveLink(pass: GooglePass, keys: GoogleKeys, now: Date): Promise<string> {
  const key = createPrivateKey(keys.privateKey)
  const signatureLength = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 6)
  const header = encode({ alg: 'RS256', typ: 'JWT' })
  let unsigned = ''
  for (let count = 0; count <= dispensable.length; count++) {
    unsigned = `${header}.${encode(claims(pass, new Set(dispensable.slice(0, count)), keys, now))}`
    if (unsigned.length + 1 + signatureLength <= safeLength) break
  }
  // Browsers take more than that: where even the least is too long, it is still a ticket.
  const signature = await signInThread('RSA-SHA256', Buffer.from(unsigned), key)
  return `https://pay.google.com/gp/v/save/${unsigned}.${signature.toString('base64url')}`
}

function claims(pass: GooglePass, left: Left, keys: GoogleKeys, now: Date): Readonly<Record<string, unknown>> {
  const event = eventClass(pass, left)
  const ticket = ticketObject(pass, left)
  // What Google knows by an id it keeps as it is: a changed event or ticket has another one.
  const idOf = (about: unknown) =>
    `${keys.issuerId}.${createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 22)}`
  const classId = idOf(event)
  return {
    iss: keys.clientEmail,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    payload: {
      eventTicketClasses: [{ id: classId, ...event }],
      eventTicketObjects: [{ id: idOf([pass.ticketId, event, ticket]), classId, ...ticket }],
    },
  }
}

/** The names are Google's (EventTicketClass). */
function eventClass(pass: GooglePass, left: Left): Readonly<Record<string, unknown>> {
  const text = textIn(pass.language)
  const { place } = pass
  return {
    issuerName: pass.organisation,
    reviewStatus: 'UNDER_REVIEW',
    eventName: text(pass.eventName),
    dateTime: {
      ...(pass.doorsAt === null ? {} : { doorsOpen: pass.doorsAt }),
      start: pass.startsAt,
      ...(pass.endsAt === null || left.has('endsAt') ? {} : { end: pass.endsAt }),
    },
    ...(place === null || left.has('place') ? {} : { venue: { name: text(place.name), address: text(place.address) } }),
  }
}

/** EventTicketObject. */
function ticketObject(pass: GooglePass, left: Left): Readonly<Record<string, unknown>> {
  const text = textIn(pass.language)
  return {
    state: 'ACTIVE',
    ...(pass.holder === null ? {} : { ticketHolderName: pass.holder }),
    ticketNumber: pass.number,
    ...(left.has('price') ? {} : { ticketType: text(pass.price) }),
    ...(left.has('seat') ? {} : { seatInfo: { seat: text(pass.seat) } }),
    hexBackgroundColor: pass.accentColor,
    barcode: { type: 'QR_CODE', value: pass.qrCodeData },
  }
}

/** A LocalizedString. */
function textIn(language: Language) {
  return (value: string) => ({ defaultValue: { language, value } })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
