import type { Asked } from '../../http/route.ts'

type SeenProps = {
  readonly asked: Asked
  /** Of what the form changes, as it is. */
  readonly version: string
}

/**
 * Within a form: of what it changes, what whoever fills it saw. Where a value was refused (400) that is what they were shown before:
 * what somebody else saved meanwhile is not on the form, and they are still to be told.
 */
export function Seen({ asked: { request, reply }, version }: SeenProps) {
  const { body } = request
  const before = typeof body === 'object' && body !== null && 'seen' in body ? body.seen : null
  const isRefused = reply.statusCode === 400 && typeof before === 'string'
  return <input type="hidden" name="seen" value={isRefused ? before : version} />
}
