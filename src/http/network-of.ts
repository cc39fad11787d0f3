import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { uncountedNetwork } from '../features/reservation/unconfirmed.ts'
import { addressOf } from './plugins/rate-limit.ts'

/** A digest, which tells networks of one organisation apart and nothing else. */
export function networkOf({ config, secrets }: Context, request: FastifyRequest): Buffer {
  if (!config.rateLimit) return uncountedNetwork
  return secrets.mac('network of a booking', `${request.tenant.id} ${addressOf(request)}`)
}
