import type { FastifyReply } from 'fastify'

/** What is exported as a file, by the ending of its name. */
export const fileTypes = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileEnding = keyof typeof fileTypes

/** Says that the answer is a file to be kept, which no cache keeps. */
export function announceFile(reply: FastifyReply, name: string, ending: FileEnding): void {
  reply.headers({
    'content-type': fileTypes[ending],
    'content-disposition': `attachment; filename="${name}.${ending}"`,
    'cache-control': 'no-store',
  })
}
