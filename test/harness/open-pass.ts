import { createHash, verify, X509Certificate } from 'node:crypto'
import { type BaseBlock, fromBER, type ObjectIdentifier, type OctetString } from 'asn1js'
import { unzipSync } from 'fflate'
import { type Static, Type } from 'typebox'
import { Assert } from 'typebox/value'
import { expect } from 'vitest'

const Fields = Type.Array(
  Type.Object({
    key: Type.String(),
    label: Type.String(),
    value: Type.String(),
    dataDetectorTypes: Type.Array(Type.String()),
  }),
)

/** The parts of pass.json that each of our passes has; what else a test looks at, it compares whole. */
const Pass = Type.Object({
  serialNumber: Type.String(),
  logoText: Type.Optional(Type.String()),
  barcodes: Type.Array(
    Type.Object({
      format: Type.String(),
      message: Type.String(),
      messageEncoding: Type.String(),
      altText: Type.String(),
    }),
  ),
  eventTicket: Type.Object({
    headerFields: Fields,
    primaryFields: Fields,
    secondaryFields: Fields,
    auxiliaryFields: Fields,
    backFields: Fields,
  }),
})

export type OpenedPass = { readonly pass: Static<typeof Pass>; readonly files: ReadonlyMap<string, Buffer> }

/**
 * Opens a `.pkpass` as a telephone does: every file matches its entry in the list of hashes, the list is signed, and the
 * signature leads to `root`. Read by hand, with Node's own cryptography: the library that signs has no part in it.
 */
export function openPass(archive: Buffer, root: X509Certificate): OpenedPass {
  const files = new Map(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes)]))
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const manifest: unknown = JSON.parse(file('manifest.json').toString())
  const listed = [...files].filter(([name]) => name !== 'manifest.json' && name !== 'signature')
  expect(manifest).toEqual(
    Object.fromEntries(listed.map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')])),
  )
  checkSignature(file('signature'), file('manifest.json'), root)
  const pass: unknown = JSON.parse(file('pass.json').toString())
  Assert(Pass, pass)
  return { pass, files }
}

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}

/** Checks a detached signature by RFC 5652, section 5. */
function checkSignature(signature: Buffer, content: Buffer, root: X509Certificate): void {
  const [type, wrapped] = children(parsed(signature))
  expect(identifier(type)).toBe(oid.signedData)
  const [, , inside, certificateSet, signerInfos] = children(children(wrapped)[0])
  // Detached: the content is declared as data, and not included.
  expect(children(inside).map(identifier)).toEqual([oid.data])
  const certificates = children(certificateSet).map((one) => new X509Certificate(bytesOf(one)))
  const [, sid, , signedAttributes, , value] = children(children(signerInfos)[0])
  const serial = Buffer.from((children(sid)[1] as OctetString).valueBlock.valueHexView).toString('hex')
  const signer = certificates.find((one) => one.serialNumber.toLowerCase() === serial.replace(/^00/, ''))
  const issuer = certificates.find((one) => signer?.checkIssued(one) && signer.verify(one.publicKey))
  expect(issuer?.checkIssued(root) && issuer.verify(root.publicKey)).toBe(true)
  const attributes = new Map(
    children(signedAttributes).map((one) => {
      const [name, values] = children(one)
      return [identifier(name), children(values)[0]]
    }),
  )
  expect(identifier(attributes.get(oid.contentType))).toBe(oid.data)
  expect(attributes.has(oid.signingTime)).toBe(true)
  const digest = attributes.get(oid.messageDigest) as OctetString
  expect(Buffer.from(digest.valueBlock.valueHexView)).toEqual(createHash('sha256').update(content).digest())
  // The attributes are signed under the tag of a SET, not under the tag that they have in the message.
  const signed = Buffer.from(bytesOf(signedAttributes))
  signed[0] = 0x31
  const given = Buffer.from((value as OctetString).valueBlock.valueHexView)
  expect(signer && verify('sha256', signed, signer.publicKey, given)).toBe(true)
}

function parsed(der: Buffer): BaseBlock {
  const { offset, result } = fromBER(new Uint8Array(der))
  expect(offset).toBe(der.length)
  return result
}

function children(block: BaseBlock | undefined): readonly BaseBlock[] {
  return (block?.valueBlock as { value?: BaseBlock[] } | undefined)?.value ?? []
}

function identifier(block: BaseBlock | undefined): string {
  return (block as ObjectIdentifier).valueBlock.toString()
}

function bytesOf(block: BaseBlock | undefined): Buffer {
  return Buffer.from(block?.valueBeforeDecodeView ?? [])
}
