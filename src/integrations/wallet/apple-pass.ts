import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { readableOn } from '../../lib/color.ts'
import type { AppleKeys } from './apple-keys.ts'
import { signDetached } from './sign-detached.ts'

export type PassField = { readonly label: string; readonly value: string }

/** One ticket as Apple Wallet shows it: everything in words, in the reader's language and time zone. */
export type ApplePass = {
  /** The ticket's number: a pass with the same one takes the former's place. */
  readonly serialNumber: string
  /** Passes of the same group, of one event, lie on each other. */
  readonly group: string
  readonly organisation: string
  /** What the pass is, for people who cannot see it. */
  readonly description: string
  /** `#rrggbb`; what is written on it is white or black, whichever can be read. */
  readonly accentColor: string
  /** The key of a stored image, for icon and logo; null: a ticket drawn by us, beside the name. */
  readonly imageKey: string | null
  /** When the pass comes up on the locked screen by itself. */
  readonly relevantAt: Date
  /** From then on it lies among the expired ones; null: not known. */
  readonly expiresAt: Date | null
  readonly qrCodeData: string
  /** Under the code. */
  readonly qrCodeText: string
  /** The fields beside the logo. */
  readonly header: readonly PassField[]
  /** The field in large letters. */
  readonly primary: PassField
  readonly secondary: readonly PassField[]
  readonly auxiliary: readonly PassField[]
  readonly back: readonly PassField[]
}

/** The archive of a pass: what it says, its images, the hashes of all of it, and the signature over these. */
export async function makeApplePass(
  pass: ApplePass,
  images: ReadonlyMap<string, Buffer>,
  keys: AppleKeys,
  now: Date,
): Promise<Buffer> {
  const files = new Map([['pass.json', Buffer.from(JSON.stringify(passJson(pass, keys)))], ...images])
  // SHA-1 is what the format asks for; the signature over the list is made with SHA-256.
  const hashes = [...files].map(([name, file]) => [name, createHash('sha1').update(file).digest('hex')])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(hashes)))
  const signature = await signDetached(manifest, keys, now)
  const archive = { ...Object.fromEntries(files), 'manifest.json': manifest, signature }
  // Its images are compressed already. The format knows no time before 1980 and no zone: the moment it was made will do.
  return Buffer.from(zipSync(archive, { level: 0, mtime: now }))
}

/** The names are Apple's ("Pass", "PassFields", PassKit bundle format, version 1). */
function passJson(pass: ApplePass, keys: AppleKeys): Readonly<Record<string, unknown>> {
  const foreground = rgb(readableOn(pass.accentColor))
  return {
    formatVersion: 1,
    passTypeIdentifier: keys.passType,
    teamIdentifier: keys.team,
    serialNumber: pass.serialNumber,
    groupingIdentifier: pass.group,
    organizationName: pass.organisation,
    description: pass.description,
    // An organisation's own logo says its name.
    ...(pass.imageKey === null ? { logoText: pass.organisation } : {}),
    backgroundColor: rgb(pass.accentColor),
    foregroundColor: foreground,
    labelColor: foreground,
    relevantDate: dateText(pass.relevantAt),
    ...(pass.expiresAt === null ? {} : { expirationDate: dateText(pass.expiresAt) }),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: pass.qrCodeData,
        messageEncoding: 'iso-8859-1',
        altText: pass.qrCodeText,
      },
    ],
    eventTicket: {
      headerFields: fields('header', pass.header),
      primaryFields: fields('primary', [pass.primary]),
      secondaryFields: fields('secondary', pass.secondary),
      auxiliaryFields: fields('auxiliary', pass.auxiliary),
      backFields: fields('back', pass.back),
    },
  }
}

function fields(group: string, listed: readonly PassField[]) {
  return listed.map(({ label, value }, index) => ({
    key: `${group}${index}`,
    label,
    value,
    // A name that looks like an address or a number stays a name: nothing of it can be tapped.
    dataDetectorTypes: [],
  }))
}

function rgb(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `rgb(${channels.join(', ')})`
}

/** W3C date and time, to the second. */
function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
