import type { TestServer } from './server.ts'

/** Signs a person in at `label` by a real one-time link, as a browser would; the value of the Cookie header. */
export async function signIn(
  server: TestServer,
  slug: string,
  label: string,
  email: string,
): Promise<string> {
  const { url } = await server.cli('sign-in-link', '--email', email, '--tenant', slug)
  const answer = await server.send(label, 'POST', new URL(String(url)).pathname, {
    body: '',
    headers: { origin: originOf(server, label), 'content-type': 'application/x-www-form-urlencoded' },
  })
  const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
  if (!cookie)
    throw new Error(`signing in as ${email} at ${label} gave no cookie: ${answer.status} ${answer.text}`)
  return cookie
}

/** What a browser at `label` sends as Origin. */
export function originOf(server: TestServer, label: string): string {
  return `http://${label === '' ? '' : `${label}.`}localhost:${server.port}`
}
