import type { FastifyRequest } from 'fastify'
import { signInTexts } from '../../messages/site/sign-in.ts'

/** The words of the sign-in: where no mail leaves the server, they say who has the code. */
export function signInWords({ server, language }: Pick<FastifyRequest, 'server' | 'language'>) {
  const { unsent, ...all } = signInTexts[language]
  return server.hasMailServer ? all : { ...all, ...unsent }
}
