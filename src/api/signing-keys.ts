import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
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

/** The public keys that a scanning app checks tickets with when it has no network (ADR 0047). */
export function registerSigningKeys(app: FastifyInstance, context: Pick<Context, 'signingKeys'>): void {
  route(app, {
    method: 'GET',
    url: '/.well-known/jwks.json',
    access: open,
    beforeApproval: true,
    tag: 'Scanning',
    operationId: 'listSigningKeys',
    summary: 'The public keys of the QR codes',
    description: 'Ed25519 keys as JWK (RFC 8037), the one that signs now first.',
    response: { 200: JwksOut },
    handler: async ({ tenant, reply }) => {
      reply.header('cache-control', 'public, max-age=60')
      const keys = await context.signingKeys.list(tenant.id)
      return {
        keys: keys.map((key) => ({
          kty: 'OKP',
          crv: 'Ed25519',
          x: key.publicKey.toString('base64url'),
          kid: key.id,
          alg: 'EdDSA',
          use: 'sig',
        })),
      }
    },
  })
}
