export const permissionNouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place'] as const
export type PermissionNoun = (typeof permissionNouns)[number]
export type Permission = `${PermissionNoun}:${'read' | 'write'}`

export const permissions: readonly Permission[] = permissionNouns.flatMap((noun) => [
  `${noun}:read` as const,
  `${noun}:write` as const,
])

export function isPermission(text: string): text is Permission {
  return (permissions as readonly string[]).includes(text)
}
