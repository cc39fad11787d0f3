import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { frameTexts } from '../../messages/office/frame.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether mails leave this server: without SMTP_URL they stay in its outbox. */
    hasMailServer: boolean
  }
}

/** Lets pages of staff know whether what they mail leaves this server. */
export function registerMailServer(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.decorate('hasMailServer', config.smtpUrl !== null)
}

/** Whether mails to visitors leave: from a sandbox none do. */
export function reachesVisitors({ server, tenant }: FastifyRequest): boolean {
  return server.hasMailServer && !tenant.sandbox
}

/** A notice above every page of an organisation whose server mails nobody. */
export function NoMailServer({ request: { server, language } }: { readonly request: FastifyRequest }) {
  return server.hasMailServer ? null : <p class="marked">{frameTexts[language].noMailServer}</p>
}
