import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Signer, signerOf } from '../../integrations/fediverse/http-signature.ts'
import type { Deps } from '../deps.ts'
import { type Account, accountAt, type FediverseActor, fediverseKeyPurpose } from './fediverse.ts'

const makeKeyPair = promisify(generateKeyPair)

/** Makes the keys of an account: 2,048 bits, which every server takes. */
export async function makeFediverseActor(
  { secrets, now }: Pick<Deps, 'secrets' | 'now'>,
  tenantId: string,
  label: string,
): Promise<FediverseActor> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const privateKeyEncrypted = secrets.seal(fediverseKeyPurpose(tenantId), privateKey)
  return { label, publicKey, privateKeyEncrypted, createdAt: now() }
}

/** The addresses of an account, and what its requests are signed with. @throws Error when its key was sealed under another secret */
export function openAccount(
  { secrets, urls }: Pick<Deps, 'secrets' | 'urls'>,
  tenantId: string,
  { label, privateKeyEncrypted }: FediverseActor,
): { readonly account: Account; readonly signer: Signer } {
  const account = accountAt(urls.base(label))
  const signer = signerOf(account.key, secrets.open(fediverseKeyPurpose(tenantId), privateKeyEncrypted))
  return { account, signer }
}
