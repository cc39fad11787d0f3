import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Encrypts what is stored encrypted: the data key under the server's secret, signing and payment keys under the data key. */
export type SecretBox = {
  /** AES-256-GCM; 12 bytes nonce, 16 bytes tag, then the text. `purpose` is bound to it: a box opens only for what it was sealed for. */
  seal(purpose: string, plain: Buffer): Buffer
  /** @throws Error when the box was sealed under another secret or for another purpose */
  open(purpose: string, box: Buffer): Buffer
  /** Seals the content again under the present secret; null when it is so already. @throws Error as `open` */
  reseal(purpose: string, box: Buffer): Buffer | null
  /** 32 bytes that only this server can make of that text; another purpose makes others. */
  mac(purpose: string, text: string): Buffer
  /** Tells two secrets apart without revealing either; kept in the database. */
  readonly fingerprint: string
}

/** @param formerKey opens what was sealed before the secret was replaced, and makes nothing. Null: it never was. */
export function createSecretBox(secretKey: string, formerKey: string | null = null): SecretBox {
  const key = boxKey(secretKey)
  const former = formerKey === null ? null : boxKey(formerKey)
  const macKey = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'guichet mac', 32)))
  const seal = (purpose: string, plain: Buffer) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(Buffer.from(purpose))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }
  return {
    seal,
    open(purpose, sealed) {
      const present = tryOpen(key, purpose, sealed)
      if (present instanceof Buffer) return present
      const past = former && tryOpen(former, purpose, sealed)
      if (past instanceof Buffer) return past
      throw present
    },
    reseal(purpose, sealed) {
      const present = tryOpen(key, purpose, sealed)
      if (present instanceof Buffer) return null
      const past = former && tryOpen(former, purpose, sealed)
      if (past instanceof Buffer) return seal(purpose, past)
      throw present
    },
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}\0${text}`).digest(),
    fingerprint: createHash('sha256')
      .update(Buffer.from(hkdfSync('sha256', secretKey, '', 'guichet fingerprint', 32)))
      .digest('hex')
      .slice(0, 16),
  }
}

function boxKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'guichet secret box', 32))
}

/** The content, or why it does not open. */
function tryOpen(key: Buffer, purpose: string, sealed: Buffer): Buffer | Error {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  } catch (error) {
    return error as Error
  }
}
