import type { Answer } from './client.ts'
import { originOf, type SigningIn, sharedSignIn } from './sign-in.ts'

export type Staff = {
  show(path: string, language?: string): Promise<Answer>
  /** Sends a form, as a browser does. */
  press(path: string, fields: readonly (readonly [string, string])[], origin?: string): Promise<Answer>
}

/** Signs in a person who works at an organisation, in a browser. */
export async function staffOf(
  server: SigningIn,
  { slug }: { readonly slug: string },
  email = 'admin@example.org',
  way = sharedSignIn,
): Promise<Staff> {
  const cookie = await way(server, slug, slug, email)
  return {
    show: (path, language = 'en') =>
      server.send(slug, 'GET', path, { cookie, headers: { accept: 'text/html', 'accept-language': language } }),
    press: (path, fields, origin = originOf(server, slug)) =>
      server.send(slug, 'POST', path, {
        cookie,
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin },
      }),
  }
}
