import { randomUUID } from 'node:crypto'
import type { BoxOffice } from './box-office.ts'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

type Fields = Record<string, string | readonly string[]>

/** A person with a browser and no account, on the pages of an organisation. */
export type Visitor = {
  show(path: string, language?: string): Promise<Answer>
  /** Sends a form of that page. */
  submit(
    path: string,
    fields?: Fields,
    options?: { readonly origin?: string; readonly language?: string },
  ): Promise<Answer>
  /** Books from the page of an event; returns the path of the booking's page. */
  book(event: string, price: string, fields?: Fields): Promise<string>
}

export function visitorAt(server: TestServer, office: BoxOffice): Visitor {
  const submit: Visitor['submit'] = (path, fields = {}, { origin, language } = {}) =>
    server.send(office.slug, 'POST', path, {
      body: formOf(fields),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        origin: origin ?? originOf(server, office.slug),
        ...(language === undefined ? {} : { 'accept-language': language }),
      },
    })
  return {
    show: (path, language = 'en') =>
      server.send(office.slug, 'GET', path, { headers: { accept: 'text/html', 'accept-language': language } }),
    submit,
    async book(event, price, fields = {}) {
      const { slug } = (await office.get(`/api/events/${event}/`)).json
      const form = { key: randomUUID(), price, qty: '1', first_name: 'Ada', last_name: 'Lovelace', ...fields }
      const answer = await submit(`/events/${slug}/booking/`, form)
      if (answer.status !== 303) throw new Error(`${answer.status} ${answer.text}`)
      return String(answer.headers['location']).replace(/\?.*$/, '')
    },
  }
}

function formOf(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  return new URLSearchParams(pairs).toString()
}
