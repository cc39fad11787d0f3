import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Tenant } from '../features/tenant/tenant.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether mails leave this server: without SMTP_URL they stay in its outbox. */
    hasMailServer: boolean
  }
}

/** Lets pages know whether what they promise by mail leaves this server (ADR 0306). */
export function registerMailServer(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.decorate('hasMailServer', config.smtpUrl !== null)
}

type Sender = { readonly server: Pick<FastifyInstance, 'hasMailServer'>; readonly tenant: Tenant | undefined }

/** Whether mails to visitors leave: from a sandbox none do. */
export function reachesVisitors({ server, tenant }: Sender): boolean {
  return server.hasMailServer && !tenant?.sandbox
}
