import { randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { TlsKeys } from '../config.ts'
import type { Context } from '../context.ts'
import { mostImageBytes } from '../integrations/media/images.ts'
import { handleErrors } from '../http/error-handler.ts'
import { longestParameter, readableAddress } from '../http/readable-address.ts'
import { collectGates } from '../http/gates.ts'
import { registerHealth } from '../http/health.ts'
import { collectMethods } from '../http/known-methods.ts'
import { collectOpenApi } from '../http/openapi.ts'
import { checkAccess, refuseUnsigned } from '../http/plugins/access.ts'
import { hideUntilApproved } from '../http/plugins/approval.ts'
import { checkContentType } from '../http/plugins/content-type.ts'
import { answerCors } from '../http/plugins/cors.ts'
import { checkDeviceKey } from '../http/plugins/device-key.ts'
import { giveWayToScans } from '../http/plugins/give-way.ts'
import { normalizeInput } from '../http/plugins/normalize-input.ts'
import { limitKeys } from '../http/plugins/rate-limit.ts'
import { partsAmong, readMultipart } from '../http/plugins/read-multipart.ts'
import { leadToActivities } from '../http/plugins/lead-to-activities.ts'
import { refuseFloods } from '../http/plugins/refuse-floods.ts'
import { previewThemes } from '../http/plugins/previews.ts'
import { addSecurityHeaders } from '../http/plugins/security-headers.ts'
import { sharePages } from '../http/plugins/shared-pages.ts'
import { resolveTenantFromHost } from '../http/plugins/tenant-from-host.ts'
import { endUnfinishedRequests, serverTimeouts } from '../http/plugins/unfinished-requests.ts'
import { bodyBytes, formFieldBytes, leastFields, strangersBodyBytes } from '../http/route.ts'
import { registerRoutes } from './routes.ts'
import { plainSpelling, secretPath } from '../http/secret-paths.ts'
import { answerUnreadableRequest } from '../http/unreadable-request.ts'
import { serializeWhenAsked } from '../http/wire/serializer.ts'
import { compileWhenAsked, createValidator } from '../http/wire/validator.ts'

/** The whole HTTP side, not yet listening. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { tls } = context.config
  const app = fastify({
    logger: { level: context.config.logLevel, serializers: { req: logRequest }, stream: process.stderr },
    logController: new LogController({ disableRequestLogging: context.config.logLevel !== 'debug' }),
    genReqId: () => randomUUID(),
    bodyLimit: strangersBodyBytes,
    requestTimeout: serverTimeouts.requestTimeout,
    ...(tls === null ? { http: serverTimeouts } : { serverFactory: overTls(tls) }),
    trustProxy: context.config.trustProxy.length > 0 ? [...context.config.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadableRequest,
    // The framework's own answer to an address that cannot be read would repeat it, with the token it may hold.
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
  })
  const validator = createValidator()
  app.setValidatorCompiler(({ schema }) => compileWhenAsked(validator, schema))
  app.setSerializerCompiler(({ schema }) => serializeWhenAsked(schema))

  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: mostImageBytes, ...partsAmong(leastFields), fieldSize: formFieldBytes },
  })
  collectGates(app)
  collectMethods(app)
  await collectOpenApi(app)
  addSecurityHeaders(app, context)
  endUnfinishedRequests(app, context)
  refuseFloods(app, context)
  resolveTenantFromHost(app, context)
  leadToActivities(app, context)
  sharePages(app)
  previewThemes(app, context)
  giveWayToScans(app)
  answerCors(app, context.config.corsOrigins)
  limitKeys(app, context)
  checkAccess(app, context)
  hideUntilApproved(app)
  checkDeviceKey(app, context)
  checkContentType(app)
  readMultipart(app, { textBytes: bodyBytes })
  refuseUnsigned(app)
  normalizeInput(app)
  const faces = await registerRoutes(app, context)
  handleErrors(app, faces)
  registerHealth(app, context)
  return app
}

function overTls({ key, certificate }: TlsKeys): FastifyServerFactory {
  return (handler) => createServer({ ...serverTimeouts, key, cert: certificate }, handler)
}

/** Makes a request's part of a log line: no query, no header, no token that is part of a path. */
function logRequest(request: { method: string; url: string; id: string }) {
  const path = plainSpelling(request.url.split('?')[0] ?? '')
    .replace(/^\/scan\/[^/]+\/pair/, '/scan/…/pair')
    .replace(secretPath, '$1/…')
  return { method: request.method, path }
}
