import type { FastifyRequest } from 'fastify'
import type { AppError } from '../errors.ts'
import type { ErrorFace } from '../http/error-handler.ts'
import { describeFields } from '../http/describe-fields.ts'
import { wordsOfMove } from '../http/wire/status-letters.ts'
import { refusalTexts } from '../messages/interface/refusal.ts'

/**
 * Presents refusals under /scan/ in the envelope of the scanning API: `message` and `error` in English, since clients compare them, and
 * `detail` in the caller's language (docs/interface/errors.md, "Under /scan/").
 */
export const scanErrorFace: ErrorFace = {
  prefix: '/scan/',
  present: (error, request, reply) => {
    const { errors, details } = refusalTexts[request.language]
    const code = codeOf(error, request)
    const message = refusalTexts.en.errors[code].detail
    const { fields, detail, move } = error.details
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    return {
      success: false,
      message,
      code,
      error: message,
      detail: detail === undefined ? errors[code].detail : details[detail],
      ...(fields === undefined ? {} : { errors: describeFields(fields, request.language, request.sentAs) }),
      ...(move === undefined ? {} : wordsOfMove(move)),
    }
  },
}

/**
 * Finds the code of an error. A body without a readable `qrcode_data` is no ticket's code, whatever is wrong with it: check 2. Both are a
 * 400.
 */
function codeOf({ code, details }: AppError, { routeOptions }: FastifyRequest): AppError['code'] {
  const fields = details.fields ?? {}
  const body = routeOptions.schema?.body as { readonly properties?: object } | undefined
  const asksForCode = body?.properties !== undefined && 'qrcode_data' in body.properties
  const aboutCode = 'qrcode_data' in fields || ('body' in fields && asksForCode)
  return code === 'validation_failed' && aboutCode ? 'invalid_qrcode' : code
}
