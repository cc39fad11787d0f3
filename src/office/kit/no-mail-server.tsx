import type { FastifyRequest } from 'fastify'
import { frameTexts } from '../../messages/office/frame.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

/** Makes of a sentence on who is told by mail one that is true: where no mail leaves, nobody is. */
export function useTold(): (sentence: string) => string {
  const { reachesVisitors } = useReader()
  const { unsent } = useTexts(unreachedTexts)
  return (sentence) => (reachesVisitors ? sentence : unsent)
}

/** A notice above every page of an organisation whose server mails nobody. */
export function NoMailServer({ request: { server, language } }: { readonly request: FastifyRequest }) {
  return server.hasMailServer ? null : <p class="marked">{frameTexts[language].noMailServer}</p>
}
