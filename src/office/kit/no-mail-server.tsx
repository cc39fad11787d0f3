import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Context } from '../../context.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { useTexts } from '../../pages/reader.ts'

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

/** Whether mails to visitors leave the organisation whose page is shown. */
export const ReachesVisitors = createContext(true)

export const useReachesVisitors = (): boolean => useContext(ReachesVisitors)

/** Makes of a sentence on who is told by mail one that is true: where no mail leaves, nobody is. */
export function useTold(): (sentence: string) => string {
  const reaches = useReachesVisitors()
  const { unsent } = useTexts(unreachedTexts)
  return (sentence) => (reaches ? sentence : unsent)
}

/** A notice above every page of an organisation whose server mails nobody. */
export function NoMailServer({ request: { server, language } }: { readonly request: FastifyRequest }) {
  return server.hasMailServer ? null : <p class="marked">{frameTexts[language].noMailServer}</p>
}
