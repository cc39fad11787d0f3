import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export type PictureServer = {
  /** The value of FETCH_ALLOW: `127.0.0.1:<port>`. */
  readonly host: string
  /** `/picture.png` (600 × 400), `/logo.png` (300 × 100), `/text.png` (no image at all); anything else is a 404. */
  url(path: string): string
  stop(): Promise<void>
}

/** Starts a foreign web site, on loopback. */
export async function startPictureServer(): Promise<PictureServer> {
  const files = new Map<string, Buffer>([
    ['/picture.png', await plainPicture(600, 400)],
    ['/logo.png', await plainPicture(300, 100)],
    ['/text.png', Buffer.from('this is no image')],
  ])
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': 'image/png' }).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (path) => `http://${host}${path}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function plainPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2b3fd6' } })
    .png()
    .toBuffer()
}
