import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { listPublicKeys } from '../features/webhook/sending.queries.ts'
import { open, route } from '../http/route.ts'
import { TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'

const JwksOut = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: withExample(TextOut, 'OKP'),
        crv: withExample(TextOut, 'Ed25519'),
        x: withExample(TextOut, '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
        kid: UuidOut,
        alg: withExample(TextOut, 'EdDSA'),
        use: withExample(TextOut, 'sig'),
      }),
    ),
  },
  { title: 'SigningKeys' },
)

/** The public keys that a scanning app checks tickets with when it has no network (ADR 0047), and those of webhooks (ADR 0273). */
export function registerSigningKeys(
  app: FastifyInstance,
  context: Pick<Context, 'signingKeys' | 'database' | 'now'>,
): void {
  route(app, {
    method: 'GET',
    url: '/.well-known/jwks.json',
    access: open,
    beforeApproval: true,
    tag: 'Scanning',
    operationId: 'listSigningKeys',
    summary: 'The public keys of the QR codes, and of webhooks',
    description: `Ed25519 keys as JWK (RFC 8037): those that sign QR codes, the one that signs now first, and after them those of webhooks
      that sign with a key of their own.`,
    response: { 200: JwksOut },
    handler: async ({ tenant, reply }) => {
      reply.header('cache-control', 'public, max-age=60')
      const keys = await context.signingKeys.list(tenant.id)
      const ofWebhooks = await context.database.asTenant(tenant.id, (tx) => listPublicKeys(tx, context.now()))
      return {
        keys: [
          ...keys.map((key) => jwkOf(key.id, key.publicKey)),
          ...ofWebhooks.map((publicKey) => jwkOf(idOf(publicKey), publicKey)),
        ],
      }
    },
  })
}

function jwkOf(kid: string, publicKey: Buffer) {
  return { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url'), kid, alg: 'EdDSA', use: 'sig' }
}

/** A webhook has one row and may have two keys. */
function idOf(publicKey: Buffer): string {
  const digits = createHash('sha256').update(publicKey).digest('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
