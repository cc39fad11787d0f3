import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { sha256 } from '../../lib/hash.ts'
import type { AppleKeys } from './apple-keys.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const

/** A signature over `content`, which it does not hold: CMS (RFC 5652) in DER, with both certificates. RSA and SHA-256. */
export async function signDetached(content: Buffer, keys: AppleKeys, now: Date): Promise<Buffer> {
  const signer = Certificate.fromBER(new X509Certificate(keys.certificate).raw)
  const issuer = Certificate.fromBER(new X509Certificate(keys.intermediate).raw)
  const { issuer: issuerName, serialNumber } = signer
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: issuerName, serialNumber }),
    // In the order that DER asks of a set: by their bytes, here by their length.
    signedAttrs: new SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
        attribute(oid.signingTime, new UTCTime({ valueDate: now })),
        attribute(oid.messageDigest, new OctetString({ valueHex: sha256(content) })),
      ],
    }),
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signerInfo],
    certificates: [signer, issuer],
  })
  await signed.sign(await importKey(keys.privateKey), 0, 'SHA-256', new Uint8Array(content))
  // Left out by the library; RFC 5754 asks for it, and older readers insist.
  signerInfo.signatureAlgorithm.algorithmParams = new Null()
  const info = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

/** WebCrypto signs in a thread of its own: 2 ms in which the door is answered. */
async function importKey(pem: string): Promise<CryptoKey> {
  const key = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  // One and the same; Node's types know usages that the browsers' do not know yet.
  return (await webcrypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign'])) as CryptoKey
}

function attribute(type: string, value: unknown): Attribute {
  return new Attribute({ type, values: [value] })
}
