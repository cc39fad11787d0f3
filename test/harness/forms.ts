import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import type { Staff } from './staff.ts'

export type Fields = Record<string, string | readonly string[]>

/** As a browser sends them, several of one name among them. */
export function listed(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]))
}

/** What a form would send of its lines, as the page shows it. */
export async function shownForm(staff: Staff, path: string, action: string): Promise<Record<string, string>> {
  const { text } = await staff.show(path)
  const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1] ?? ''
  const fields = [...form.matchAll(/<input(?=[^>]*name="(\w+)")(?=[^>]*value="([^"]*)")(?![^>]*checkbox)/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

/** A page without the form of its languages, which is at the foot of every page (ADR 0253). */
export const withoutLanguages = (text: string) => text.replace(/<form action="\/language\/".*?<\/form>/s, '')

/** The first id in an address. */
export const idIn = (location: unknown) => /[\da-f-]{36}/.exec(String(location))?.[0] ?? ''

type SentFiles = {
  readonly fields?: Fields
  readonly files: Readonly<Record<string, Buffer>>
  readonly language?: string
  /** Of somebody else than the administrator of the host. */
  readonly cookie?: string
}

/** Sends a form with files, as a browser does. */
export async function sendFiles(
  server: TestServer,
  { slug }: { readonly slug: string },
  path: string,
  { fields = {}, files, language = 'en', cookie }: SentFiles,
): Promise<Answer> {
  const part = (name: string) => `--end\r\nContent-Disposition: form-data; name="${name}"`
  const texts = listed(fields).map(([name, value]) => Buffer.from(`${part(name)}\r\n\r\n${value}\r\n`))
  const sent = Object.entries(files).flatMap(([name, file]) => [
    Buffer.from(`${part(name)}; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ])
  return server.send(slug, 'POST', path, {
    cookie: cookie ?? (await sharedSignIn(server, slug, slug, 'admin@example.org')),
    body: Buffer.concat([...texts, ...sent, Buffer.from('--end--\r\n')]),
    headers: {
      origin: originOf(server, slug),
      'accept-language': language,
      'content-type': 'multipart/form-data; boundary=end',
    },
  })
}

/**
 * Sends a file as the picture of something, as a browser does.
 *
 * @param file empty where none was chosen
 * @param fields of the same form, before it
 */
export async function sendPicture(
  server: TestServer,
  office: { readonly slug: string },
  path: string,
  file: Buffer,
  fields: Fields = {},
): Promise<Answer> {
  return sendFiles(server, office, path, { fields, files: { img: file } })
}
