const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place'] as const

/** `ticket:secret` reads what opens the door: the text of a ticket's QR code. */
export type Permission = `${(typeof nouns)[number]}:${'read' | 'write'}` | 'ticket:secret'

export const permissions: readonly Permission[] = [
  ...nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`] as const),
  'ticket:secret',
]

export function isPermission(text: string): text is Permission {
  return (permissions as readonly string[]).includes(text)
}
