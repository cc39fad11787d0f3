import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey } from './passkey.queries.ts'

/** What is signed and by whom: the host that the browser is at, and the one that the passkey is good for. */
export type Ceremony = { readonly challenge: string; readonly origin: string; readonly rpId: string }

export type NewPasskey = { readonly credentialId: Buffer; readonly publicKey: Buffer; readonly useCount: number }

/** Loaded where it is needed: few processes ever see a passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** What a browser is asked to make a passkey of, as JSON. */
export async function registrationOptions(asked: {
  readonly rpId: string
  readonly name: string
  readonly account: { readonly id: string; readonly email: string }
  readonly present: readonly Passkey[]
}) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: asked.name,
    rpID: asked.rpId,
    attestationType: 'none',
    userName: asked.account.email,
    userID: new Uint8Array(Buffer.from(asked.account.id)),
    excludeCredentials: ofHost(asked),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** What a browser is asked to sign, as JSON. */
export async function authenticationOptions(asked: { readonly rpId: string; readonly present: readonly Passkey[] }) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: asked.rpId,
    allowCredentials: ofHost(asked),
    userVerification: 'required',
  })
}

/** @returns null: it is not what was asked for */
export async function readRegistration(text: string, ceremony: Ceremony): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const response = parse<RegistrationResponseJSON>(text)
  if (response === null) return null
  const verified = await verifyRegistrationResponse({ response, ...expected(ceremony) }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), useCount: counter }
}

/** Reads which passkey signed, and how often it was used by now. @returns null: none, or it counts backwards, as a copy does */
export async function readAuthentication(
  text: string,
  ceremony: Ceremony,
  present: readonly Passkey[],
): Promise<{ readonly id: string; readonly useCount: number } | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const response = parse<AuthenticationResponseJSON>(text)
  if (response === null) return null
  const passkey = present.find(
    ({ rpId, credentialId }) => rpId === ceremony.rpId && credentialId.toString('base64url') === response.id,
  )
  if (!passkey) return null
  const verified = await verifyAuthenticationResponse({
    response,
    ...expected(ceremony),
    credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.useCount) },
  }).catch(() => null)
  if (!verified?.verified) return null
  return { id: passkey.id, useCount: verified.authenticationInfo.newCounter }
}

function ofHost({ rpId, present }: { readonly rpId: string; readonly present: readonly Passkey[] }) {
  return present
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId }) => ({ id: credentialId.toString('base64url') }))
}

function expected({ challenge, origin, rpId }: Ceremony) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true }
}

/** What the library looks at more closely; null: no object at all. */
function parse<Response>(text: string): Response | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Response) : null
  } catch {
    return null
  }
}
