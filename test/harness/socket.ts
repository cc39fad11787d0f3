import type { Socket } from 'node:net'

/** Waits until the connection is over, whichever end closed or reset it: `once` of Node's rejects when it was reset. */
export function over(socket: Socket): Promise<unknown> {
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', resolve))
}

/**
 * Everything that comes back until the connection is over. Who writes to somebody that has just hung up is answered with a reset,
 * which says nothing about what came back before.
 */
export async function readAll(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  await over(socket)
  return received
}
