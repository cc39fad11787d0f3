import { constants, generateKeyPairSync, sign } from 'node:crypto'

export type FormerKey = {
  /** PEM, as SubjectPublicKeyInfo. */
  readonly publicKey: string
  /** PEM, as PKCS #1. */
  readonly pkcs1: string
  readonly privateKey: string
  /** The code of a ticket, another one each time: the salt of its signature is random. */
  readonly codeOf: (ticketId: string) => string
  readonly sign: (data: unknown, saltLength?: number) => string
}

/**
 * A key of an event on a server of this field that is not ours, which signs what it prints so: the data is JSON with blanks, both parts are
 * base64url with padding, and the salt is the longest that fits.
 */
export function makeFormerKey(modulusLength = 2048): FormerKey {
  const pair = generateKeyPairSync('rsa', { modulusLength })
  const signed = (data: unknown, saltLength: number = constants.RSA_PSS_SALTLEN_MAX_SIGN) => {
    const text = padded(Buffer.from(typeof data === 'string' ? data : JSON.stringify(data).replaceAll(':', ': ')))
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    return `${text}:${padded(sign('sha256', Buffer.from(text), { key: pair.privateKey, ...padding }))}`
  }
  return {
    publicKey: pair.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    pkcs1: pair.publicKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
    privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    codeOf: (ticketId) => signed({ uuid: ticketId }),
    sign: signed,
  }
}

function padded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}
