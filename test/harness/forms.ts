import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import type { Staff } from './staff.ts'

export type Fields = Record<string, string | readonly string[]>

/** Lists the fields of a form as a browser sends them; one name may occur several times. */
export function listed(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]))
}

/** The fields of a form that the page shows, as a browser would send them. */
export async function shownForm(staff: Staff, path: string, action: string): Promise<Record<string, string>> {
  const { text } = await staff.show(path)
  const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1] ?? ''
  const fields = [...form.matchAll(/<input(?=[^>]*name="(\w+)")(?=[^>]*value="([^"]*)")(?![^>]*checkbox)/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

/** Removes the form for choosing a language, which is at the foot of every page (ADR 0253). */
export const withoutLanguages = (text: string) => text.replace(/<form action="\/language\/".*?<\/form>/s, '')

/** The first id in an address. */
export const idIn = (location: unknown) => /[\da-f-]{36}/.exec(String(location))?.[0] ?? ''

type SentFile = { readonly bytes: Buffer; readonly name: string; readonly type: string }

/**
 * Encodes a form with files as it is sent. As bytes, not a `Blob`: reading one did not always come to its end in a process that
 * had run other files of tests before.
 */
export function multipart(fields: Fields, files: Readonly<Record<string, SentFile>>) {
  const head = (words: string) => Buffer.from(`--end\r\nContent-Disposition: form-data; ${words}\r\n\r\n`)
  const end = Buffer.from('\r\n')
  const texts = listed(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(value), end])
  const sent = Object.entries(files).flatMap(([field, { bytes, name, type }]) => [
    head(`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`),
    bytes,
    end,
  ])
  return {
    body: Buffer.concat([...texts, ...sent, Buffer.from('--end--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=end' },
  }
}

type SentFiles = {
  readonly fields?: Fields
  readonly files: Readonly<Record<string, Buffer>>
  readonly language?: string
  /** The Cookie header of the sender, when it is not the administrator of the host. */
  readonly cookie?: string
}

/** Sends a form with files, as a browser does. */
export async function sendFiles(
  server: TestServer,
  { slug }: { readonly slug: string },
  path: string,
  { fields = {}, files, language = 'en', cookie }: SentFiles,
): Promise<Answer> {
  const named = Object.entries(files).map(([field, bytes]) => [field, { bytes, name: 'a.png', type: 'image/png' }])
  const { body, headers } = multipart(fields, Object.fromEntries(named))
  return server.send(slug, 'POST', path, {
    cookie: cookie ?? (await sharedSignIn(server, slug, slug, 'admin@example.org')),
    body,
    headers: { ...headers, origin: originOf(server, slug), 'accept-language': language },
  })
}

/**
 * Sends a file as the picture of something, as a browser does.
 *
 * @param file empty when none was chosen
 * @param fields the fields that come before it in the same form
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
