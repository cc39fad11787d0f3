import { randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  type RelativeDistinguishedNames,
} from 'pkijs'
import type { TlsKeys } from '../../config.ts'

export type LanCertificate = {
  readonly keys: TlsKeys
  /** The file of the authority, for a phone to trust; it signs for this machine alone, and its key is kept nowhere. */
  readonly authorityFile: string
}

const oid = {
  commonName: '2.5.4.3',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  forServers: '1.3.6.1.5.5.7.3.1',
} as const
const dnsName = 2
const ipAddress = 7

export type LanHosts = { readonly address: string; readonly names: readonly string[] }

const dayMs = 86_400_000
/** The longest validity browsers accept from an authority that somebody added (Apple, since 2019). */
const validDays = 820
/** A certificate that ends sooner is made again, so that none ends on an evening. */
const restDays = 7

/**
 * A certificate for an address of this machine and for names of its own. Kept in a directory, so that a phone which trusts it
 * does so tomorrow; made again where the address is another one.
 */
export async function readLanCertificate(dataDir: string, hosts: LanHosts, now: Date): Promise<LanCertificate> {
  const directory = join(dataDir, 'lan')
  const file = (name: string) => join(directory, name)
  const authorityFile = file('authority.crt')
  const kept = await Promise.all([readFile(file('certificate.pem'), 'utf8'), readFile(file('key.pem'), 'utf8')]).catch(
    () => null,
  )
  if (kept !== null) {
    const [certificate, key] = kept
    const { validToDate } = new X509Certificate(certificate)
    const isLasting = validToDate.getTime() > now.getTime() + restDays * dayMs
    if (isLasting && new X509Certificate(certificate).checkIP(hosts.address) !== undefined)
      return { keys: { certificate, key }, authorityFile }
  }
  const made = await makeCertificates(hosts, now)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(file('key.pem'), made.key, { mode: 0o600 })
  await writeFile(file('certificate.pem'), made.certificate)
  await writeFile(authorityFile, made.authority)
  return { keys: { certificate: made.certificate, key: made.key }, authorityFile }
}

async function makeCertificates({ address, names }: LanHosts, now: Date) {
  const [authorityKeys, serverKeys] = [await makeKeys(), await makeKeys()]
  const name = `Guichet demonstration ${now.toISOString().slice(0, 10)}`
  const authority = await sign({
    subject: name,
    issuer: name,
    now,
    publicKey: authorityKeys.publicKey,
    signer: authorityKeys.privateKey,
    extensions: [extension(oid.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true)],
  })
  const alternatives = new GeneralNames({
    names: [
      // Each by itself: nobody believes a certificate for everything under a name without a dot.
      ...names.map((value) => new GeneralName({ type: dnsName, value })),
      new GeneralName({
        type: ipAddress,
        value: new OctetString({ valueHex: Uint8Array.from(address.split('.').map(Number)) }),
      }),
    ],
  })
  const certificate = await sign({
    subject: address,
    issuer: name,
    now,
    publicKey: serverKeys.publicKey,
    signer: authorityKeys.privateKey,
    extensions: [
      extension(oid.alternativeName, alternatives, false),
      extension(oid.extendedKeyUsage, new ExtKeyUsage({ keyPurposes: [oid.forServers] }), false),
    ],
  })
  const key = pem('PRIVATE KEY', Buffer.from(await webcrypto.subtle.exportKey('pkcs8', serverKeys.privateKey)))
  return { authority, certificate: `${certificate}${authority}`, key }
}

type Wanted = {
  readonly subject: string
  readonly issuer: string
  readonly now: Date
  readonly publicKey: CryptoKey
  readonly signer: CryptoKey
  readonly extensions: Extension[]
}

/** X.509 (RFC 5280) in PEM. */
async function sign({ subject, issuer, now, publicKey, signer, extensions }: Wanted): Promise<string> {
  const certificate = new Certificate()
  certificate.version = 2
  // Positive, as a serial number has to be.
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from([1, ...randomBytes(15)]).buffer })
  nameOf(certificate.subject, subject)
  nameOf(certificate.issuer, issuer)
  // Phones whose clock is behind see it as good, too.
  certificate.notBefore.value = new Date(now.getTime() - dayMs)
  certificate.notAfter.value = new Date(now.getTime() + validDays * dayMs)
  certificate.extensions = extensions
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(signer, 'SHA-256')
  return pem('CERTIFICATE', Buffer.from(certificate.toSchema(true).toBER()))
}

function nameOf(name: RelativeDistinguishedNames, commonName: string): void {
  name.typesAndValues.push(
    new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: commonName }) }),
  )
}

function extension(extnID: string, value: BasicConstraints | ExtKeyUsage | GeneralNames, critical: boolean): Extension {
  return new Extension({ extnID, critical, extnValue: value.toSchema().toBER() })
}

/** One and the same; Node's types know usages that the browsers' do not know yet. */
async function makeKeys(): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
