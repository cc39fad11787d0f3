import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { keyFromHeader } from '../../features/account/api-key.ts'
import type { KnownDevice } from '../../features/device/device-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On device routes: who showed its key. */
    device: KnownDevice
  }
}

/** The gate of the device routes, before anything of the body is looked at: the first check of a scan (ADR 0038). */
export function checkDeviceKey(app: FastifyInstance, { deviceKeys }: Pick<Context, 'deviceKeys'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access?.kind !== 'device') return
    const { authorization } = request.headers
    if (authorization === undefined) throw new AppError('credentials_required')
    const key = keyFromHeader(authorization)
    if (key === null) throw new AppError('key_invalid')
    request.device = await deviceKeys.identify(request.tenant.id, key, access.may ?? 'scan')
    await app.countKeyUse(reply, request.device.id)
  })
}
