import type { Asked } from '../../http/route.ts'

type SeenProps = {
  readonly asked: Asked
  /** The present version of what the form changes. */
  readonly version: string
}

/**
 * A hidden field with the version that the person filling in the form saw. After a refused value (400) it is the version they were shown
 * before: what somebody else saved meanwhile is not on the form, and they have yet to be told.
 */
export function Seen({ asked: { request, reply }, version }: SeenProps) {
  const { body } = request
  const before = typeof body === 'object' && body !== null && 'seen' in body ? body.seen : null
  const isRefused = reply.statusCode === 400 && typeof before === 'string'
  return <input type="hidden" name="seen" value={isRefused ? before : version} />
}
