import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import type { Attachment } from '../integrations/mail/mailer.ts'

/** A document to be looked at, printed or kept. @throws AppError not_found when there is none */
export function sendDocument(reply: FastifyReply, document: Attachment | null): Attachment['content'] {
  if (document === null) throw new AppError('not_found')
  reply.headers({
    'content-type': document.contentType,
    'content-disposition': `inline; filename="${document.filename}"`,
    'cache-control': 'no-store',
  })
  return document.content
}
