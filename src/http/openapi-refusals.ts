import type { OpenAPIV3_1 } from 'openapi-types'
import { type ErrorCode, errorCodes, errorStatus } from '../errors.ts'

type Content = { [type: string]: OpenAPIV3_1.MediaTypeObject }
export type DescribedOperation = OpenAPIV3_1.OperationObject & { 'x-refuses'?: readonly ErrorCode[] }

/** Why any request may be refused, whatever it asks for: no operation lists these. */
export const ofAnyRequest: readonly ErrorCode[] = [
  'key_invalid',
  'address_refused',
  'not_found',
  'not_approved',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal_error',
]

/** What is said of the answers that no operation lists. */
export const refusedAnyway = `Any request: ${named(ofAnyRequest)}.`

/** Every code the operation refuses with, in the order of the documentation: its own (`refuses`), and those that follow from its declaration. */
export function refusalsOf(method: string, path: string, operation: DescribedOperation): readonly ErrorCode[] {
  const own = [...(operation['x-refuses'] ?? []), ...impliedBy(method, path, operation)]
  return errorCodes.filter((code) => own.includes(code))
}

/** The answers that refuse, by status, with their codes. */
export function refusalAnswers(codes: readonly ErrorCode[], content: Content): OpenAPIV3_1.ResponsesObject {
  const byStatus = Object.groupBy(codes, (code) => errorStatus[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, those = []]) => [status, { description: `${named(those)}.`, content }]),
  )
}

function impliedBy(
  method: string,
  path: string,
  { security = [], parameters = [], requestBody }: DescribedOperation,
): readonly ErrorCode[] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  const isForAnybody = security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)
  const has = (where: string) => parameters.some((parameter) => 'in' in parameter && parameter.in === where)
  const isRepeatable = parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key')
  const takesCode = JSON.stringify(requestBody ?? {}).includes('"qrcode_data"')
  const implied: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [requestBody !== undefined, ['invalid_body', 'validation_failed']],
    [has('query'), ['validation_failed']],
    [isRepeatable, ['validation_failed', 'idempotency_conflict', 'idempotency_mismatch']],
    [path.includes('{uuid}') || path.includes('{tag_id}'), ['not_found']],
    [schemes.includes('apiKey'), ['key_invalid', 'address_refused']],
    [schemes.includes('session') && method !== 'get', ['origin_refused']],
    [schemes.includes('deviceKey'), ['key_invalid', 'device_archived']],
    [!isForAnybody, ['credentials_required']],
    [!isForAnybody && !schemes.includes('deviceKey'), ['permission_denied']],
    [takesCode, ['invalid_qrcode', 'invalid_signature', 'ticket_not_found']],
  ]
  return implied.flatMap(([is, codes]) => (is ? codes : []))
}

function named(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ')
}
