import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignatureCheck } from '../../src/lib/ed25519.ts'

const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n

/** PKCS #8 of a key of 32 bytes (RFC 8410). */
function keyOf(seed: Uint8Array): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
}

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
const texts = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))

/** Little-endian, 32 bytes. */
function half(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** Seen red, each by itself: without the pruning, without the modulus, with the public key left out of k. */
describe('a signature of one’s own', () => {
  it.each([
    // RFC 8032, section 7.1, tests 1 to 3.
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('is known, as the standard shows it: %s', (seed, data, signature) => {
    const check = createSignatureCheck(keyOf(Buffer.from(seed, 'hex')))
    expect(check(Buffer.from(data, 'hex'), Buffer.from(signature, 'hex'))).toBe(true)
  })

  it('is known for any key and any data', () => {
    fc.assert(
      fc.property(seeds, texts, (seed, data) => {
        const key = keyOf(seed)
        expect(createSignatureCheck(key)(data, sign(null, data, key))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is none once a bit of it, or of what was signed, is another', () => {
    fc.assert(
      fc.property(seeds, texts, fc.nat(511), fc.nat(2399), (seed, data, bitOfSignature, bitOfData) => {
        const key = keyOf(seed)
        const check = createSignatureCheck(key)
        const signature = sign(null, data, key)
        expect(check(data, flipped(signature, bitOfSignature))).toBe(false)
        if (data.length > 0) expect(check(flipped(data, bitOfData % (8 * data.length)), signature)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('is none of another key, nor made up', () => {
    fc.assert(
      fc.property(seeds, seeds, texts, fc.uint8Array({ minLength: 64, maxLength: 64 }), (one, two, data, made) => {
        fc.pre(Buffer.compare(one, two) !== 0)
        const check = createSignatureCheck(keyOf(one))
        expect(check(data, sign(null, data, keyOf(two)))).toBe(false)
        expect(check(data, Buffer.from(made))).toBe(false)
      }),
    )
  })

  it('has one form: not S and the order, not a byte more or less, not nothing', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const data = Buffer.from('a ticket')
    const check = createSignatureCheck(privateKey)
    const signature = sign(null, data, privateKey)
    expect(verify(null, data, publicKey, signature)).toBe(true)
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`)
    const others = [
      Buffer.concat([signature.subarray(0, 32), half(s + order)]),
      Buffer.concat([signature, Buffer.alloc(1)]),
      signature.subarray(0, 63),
      Buffer.alloc(64),
      Buffer.alloc(0),
    ]
    expect(others.map((other) => check(data, other))).toEqual([false, false, false, false, false])
  })

  it('is of no other kind of key', () => {
    expect(() => createSignatureCheck(generateKeyPairSync('x25519').privateKey)).toThrow('Ed25519')
    expect(() => createSignatureCheck(generateKeyPairSync('ed25519').publicKey)).toThrow('Ed25519')
  })
})

function flipped(bytes: Buffer, bit: number): Buffer {
  const other = Buffer.from(bytes)
  other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return other
}
