import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

type Form = Readonly<Record<string, string>>

/** Sends a form of the pages that create an organisation, as a browser at a Meta does. */
export function submitAt(
  server: TestServer,
  label: string,
  path: string,
  form: Form = {},
  options: { readonly language?: string; readonly cookie?: string; readonly origin?: string } = {},
): Promise<Answer> {
  const { language = 'en', cookie, origin = originOf(server, label) } = options
  return server.send(label, 'POST', path, {
    body: new URLSearchParams(form).toString(),
    ...(cookie === undefined ? {} : { cookie }),
    headers: {
      accept: 'text/html',
      'accept-language': language,
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
}

/** Fills in the creation form of Meta: a venue, unless stated otherwise. */
export function askForTenant(
  server: TestServer,
  form: Form & { readonly organisation: string; readonly email: string },
  label = 'meta',
): Promise<Answer> {
  const filled = { category: 'venue', email_again: form.email, ...form }
  return submitAt(server, label, '/tenant/new/', filled)
}
