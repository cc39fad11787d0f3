import type { TestServer } from './server.ts'

/** A server where somebody can sign in. */
export type SigningIn = Pick<TestServer, 'cli' | 'port' | 'send'>

/** The marks by which staff's browsers are recognised: each person keeps their own, and gets no mail about a new one. */
const marks = new WeakMap<SigningIn['send'], Map<string, string>>()

/** Signs a person in at `label` by a real one-time link, as a browser would; returns the value of the Cookie header. */
export async function signIn(server: SigningIn, slug: string, label: string, email: string): Promise<string> {
  const { url } = await server.cli('sign-in-link', '--email', email, '--tenant', slug)
  const { port, pathname } = new URL(String(url))
  const known = marks.get(server.send) ?? new Map<string, string>()
  marks.set(server.send, known)
  const person = `${label} ${email}`
  const answer = await server.send(label, 'POST', pathname, {
    body: '',
    cookie: known.get(person) ?? '',
    // The port in the link: a server behind a proxy has another one.
    headers: { origin: originAt(label, port), 'content-type': 'application/x-www-form-urlencoded' },
  })
  const [cookie, mark] = [answer.headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0] ?? '')
  if (mark !== undefined) known.set(person, mark)
  if (!cookie) throw new Error(`signing in as ${email} at ${label} gave no cookie: ${answer.status} ${answer.text}`)
  return cookie
}

/** The sessions that the tests of a file share, by server. */
const shared = new WeakMap<SigningIn['send'], Map<string, Promise<string>>>()

/** As `signIn`, once for each server, host and person: for a test to which it does not matter who else uses the session. */
export function sharedSignIn(server: SigningIn, slug: string, label: string, email: string): Promise<string> {
  const sessions = shared.get(server.send) ?? new Map<string, Promise<string>>()
  shared.set(server.send, sessions)
  const person = `${label} ${email}`
  const session = sessions.get(person) ?? signIn(server, slug, label, email)
  sessions.set(person, session)
  return session
}

/** The Origin that a browser at `label` sends. */
export function originOf(server: Pick<TestServer, 'port'>, label: string): string {
  return originAt(label, String(server.port))
}

function originAt(label: string, port: string): string {
  return `http://${label === '' ? '' : `${label}.`}localhost${port === '' ? '' : `:${port}`}`
}
