import { request } from 'undici'
import type { BenchService } from './service.ts'
import type { Shop } from './shop.ts'

/** Somebody of the house in a browser. */
export type BenchStaff = {
  /** How long the answer took, in ms, until its last byte. */
  show(path: string): Promise<{ readonly ms: number; readonly bytes: number }>
  press(path: string, fields: readonly (readonly [string, string])[]): Promise<void>
}

/** Who opened the shop, signed in by a real link. */
export async function signInAt(service: BenchService, { slug, host }: Shop): Promise<BenchStaff> {
  const send = (method: 'GET' | 'POST', path: string, cookie: string, body?: string) =>
    request(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: {
        host,
        cookie,
        accept: 'text/html',
        origin: `http://${host}`,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    })

  const { url } = await service.cli('sign-in-link', '--email', 'bench@example.org', '--tenant', slug)
  const signedIn = await send('POST', new URL(String(url)).pathname, '', '')
  await signedIn.body.dump()
  const session = [signedIn.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
  if (!session) throw new Error(`signing in was answered with ${signedIn.statusCode}`)

  return {
    async show(path) {
      const startedAt = performance.now()
      const answer = await send('GET', path, session)
      const bytes = (await answer.body.arrayBuffer()).byteLength
      const ms = performance.now() - startedAt
      // One that is found is shown at once.
      if (answer.statusCode !== 200 && answer.statusCode !== 303) throw new Error(`GET ${path}: ${answer.statusCode}`)
      return { ms, bytes }
    },
    async press(path, fields) {
      const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
      const answer = await send('POST', path, session, body)
      const text = await answer.body.text()
      if (answer.statusCode !== 303) throw new Error(`POST ${path}: ${answer.statusCode} ${text}`)
    },
  }
}
