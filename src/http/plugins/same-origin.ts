import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/**
 * Keeps forms of other sites from acting here for a visitor without a session: signing somebody in to a stranger's
 * account, for instance. Browsers send `Origin` with every form they post; where it is missing, no browser is asking.
 *
 * @throws AppError origin_refused
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign = origin === undefined ? site === 'cross-site' || site === 'same-site' : origin !== request.base
  if (foreign) throw new AppError('origin_refused')
}
