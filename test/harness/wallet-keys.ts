import { generateKeyPairSync, type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BitString, Integer, PrintableString } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'

/** An authority such as Apple's, with an intermediate one and the certificates it issues; made for the tests of a file. */
export type WalletAuthority = {
  readonly root: X509Certificate
  readonly intermediate: Issuer
  /** Writes a certificate, its key and its issuer's certificate; returns the paths of the files. */
  issue(options?: IssueOptions): Promise<AppleFiles>
  /** Writes the file that Google hands out; returns its path, and the key that checks its signatures. */
  serviceAccount(fields?: Readonly<Record<string, unknown>>): Promise<{ path: string; publicKey: KeyObject }>
  write(name: string, content: string | Buffer): Promise<string>
  remove(): Promise<void>
}

type Issuer = { readonly certificate: X509Certificate; readonly key: KeyObject }

export type IssueOptions = {
  readonly passType?: string
  readonly team?: string
  readonly from?: Date
  readonly until?: Date
  readonly by?: Issuer
  readonly passphrase?: string
  /** True for certificates in DER, as Apple hands them out. */
  readonly der?: boolean
}

export type AppleFiles = {
  readonly certificate: string
  readonly key: string
  readonly intermediate: string
  /** All options for the command line. */
  readonly words: readonly string[]
}

export const passType = 'pass.org.example.tickets'
export const team = 'ABCDE12345'
const dayMs = 86_400_000

export async function startAuthority(): Promise<WalletAuthority> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-wallet-'))
  const root = await makeIssuer('Root', null)
  const intermediate = await makeIssuer('Developer Relations', root)
  let number = 0
  const write = async (name: string, content: string | Buffer) => {
    const path = join(directory, `${++number}-${name}`)
    await writeFile(path, content)
    return path
  }
  return {
    root: root.certificate,
    intermediate,
    write,
    async issue(options = {}) {
      const { by = intermediate, passphrase, der = false } = options
      const named = { passType: options.passType ?? passType, team: options.team ?? team }
      const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const certificate = await certify(
        { UID: named.passType, CN: `Pass Type ID: ${named.passType}`, OU: named.team, O: 'Barn', C: 'FR' },
        keys.publicKey,
        by,
        options,
      )
      const encrypted = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
      const file = (one: X509Certificate) => (der ? one.raw : one.toString())
      const files = {
        certificate: await write('certificate', file(certificate)),
        key: await write('key.pem', keys.privateKey.export({ type: 'pkcs8', format: 'pem', ...encrypted })),
        intermediate: await write('intermediate', file(intermediate.certificate)),
      }
      return { ...files, words: wordsOf(files) }
    },
    async serviceAccount(fields = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const account = {
        type: 'service_account',
        client_email: 'tickets@barn.iam.gserviceaccount.test',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        ...fields,
      }
      return { path: await write('account.json', JSON.stringify(account)), publicKey }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

export function wordsOf(
  files: Omit<AppleFiles, 'words'>,
  named: { readonly passType?: string; readonly team?: string } = {},
): readonly string[] {
  return [
    '--pass-type',
    named.passType ?? passType,
    '--team',
    named.team ?? team,
    '--certificate',
    files.certificate,
    '--key',
    files.key,
    '--intermediate',
    files.intermediate,
  ]
}

export async function makeIssuer(name: string, by: Issuer | null): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = { C: 'US', O: 'Test Inc.', OU: 'G4', CN: name }
  return {
    certificate: await certify(subject, publicKey, by ?? { key: privateKey, subject }, { isIssuer: true }),
    key: privateKey,
  }
}

const oids: Readonly<Record<string, string>> = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  UID: '0.9.2342.19200300.100.1.1',
}

type Subject = Readonly<Record<string, string>>
let serial = 1000

async function certify(
  subject: Subject,
  publicKey: KeyObject,
  by: Issuer | { readonly key: KeyObject; readonly subject: Subject },
  { from, until, isIssuer = false }: Pick<IssueOptions, 'from' | 'until'> & { readonly isIssuer?: boolean },
): Promise<X509Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: ++serial })
  certificate.notBefore.value = from ?? new Date(Date.now() - dayMs)
  certificate.notAfter.value = until ?? new Date(Date.now() + 365 * dayMs)
  certificate.subject.typesAndValues = namesOf(subject)
  certificate.issuer.typesAndValues =
    'subject' in by
      ? namesOf(by.subject)
      : Certificate.fromBER(new Uint8Array(by.certificate.raw)).subject.typesAndValues
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new BasicConstraints({ cA: isIssuer }).toSchema().toBER(false),
    }),
    // The key usage: an issuer signs certificates, the others sign data.
    new Extension({
      extnID: '2.5.29.15',
      critical: true,
      extnValue: new BitString({
        valueHex: new Uint8Array([isIssuer ? 0x06 : 0x80]).buffer,
        unusedBits: isIssuer ? 1 : 7,
      }).toBER(false),
    }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(await imported(publicKey, 'verify'))
  await certificate.sign(await imported(by.key, 'sign'), 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false)))
}

function namesOf(subject: Subject): AttributeTypeAndValue[] {
  return Object.entries(subject).map(
    ([name, value]) => new AttributeTypeAndValue({ type: oids[name] ?? '', value: new PrintableString({ value }) }),
  )
}

async function imported(key: KeyObject, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const [format, type] = usage === 'sign' ? (['pkcs8', 'pkcs8'] as const) : (['spki', 'spki'] as const)
  const der = key.export({ type, format: 'der' } as { type: 'pkcs8'; format: 'der' })
  return (await webcrypto.subtle.importKey(format, der, algorithm, true, [usage])) as CryptoKey
}
