import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Access, Asked } from '../../http/route.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { longestSearch } from './desk-search-field.tsx'
import { ListSearch } from './list-search.tsx'
import { PageBody } from './parts.tsx'
import { type Column, DataTable } from './table.tsx'

/** What was read: `rows` are one more than a page holds, where there is another page. */
type Read = { readonly rows: readonly { readonly id: string }[] }

type Search = { readonly text: string; readonly limit: number; readonly offset: number }

type Shown<Narrowed, Found> = {
  readonly asked: Asked
  readonly found: Found
  readonly narrowed: Narrowed
  /** What was searched for; '': everything. */
  readonly text: string
  readonly number: number
  /** Of the query: what has just been done. */
  readonly done: string
}

/** What stands on the page, from above to below. */
type ListParts<Row> = {
  readonly back?: readonly [href: string, text: string]
  readonly title: string
  readonly lead?: string
  readonly said?: string | null
  /** A notice, and what can be added. */
  readonly head?: ComponentChildren
  /** Absent: nothing is searched for. */
  readonly search?: string
  /** What else it is narrowed by, which the other pages keep; `id` is its name in the query. */
  readonly choices?: readonly Parameters<typeof Choice>[0][]
  /** Of the query, what else the other pages keep. */
  readonly kept?: Readonly<Record<string, string>>
  /** Instead of the table, where there is nothing; more than a sentence where it says where else to look. */
  readonly empty: ComponentChildren
  readonly columns: readonly Column<Row>[]
  readonly foot?: ComponentChildren
}

type ListPage<Narrow extends TProperties, Found extends Read> = {
  readonly url: string
  readonly access: Access
  /** Of the query, besides the page, `q` and `done`. */
  readonly narrow: Narrow
  /** @returns a text: where whoever searches goes on, since nothing else can be meant */
  read(asked: Asked, search: Search, narrowed: Static<TObject<Narrow>>): Promise<Found | string>
  show(shown: Shown<Static<TObject<Narrow>>, Found>): ListParts<Found['rows'][number]>
  frame(asked: Asked, title: string, content: ComponentChildren): string
}

/** By which of several lists it is narrowed. @param id its name in the query */
export function listChoice<Name extends string>(
  [id, label]: readonly [id: string, label: string],
  value: Name,
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
) {
  return { id, label, value, options: names.map((name) => [name, words[name]] as const) }
}

/** A page of a list that is read page by page, searched, and narrowed by what is chosen. */
export function listPage<const Narrow extends TProperties, Found extends Read>(
  app: FastifyInstance,
  { url, access, narrow, read, show, frame }: ListPage<Narrow, Found>,
): void {
  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({
      ...narrow,
      ...PagerQuery.properties,
      q: Type.Optional(TextQuery),
      done: Type.Optional(TextQuery),
    }),
    handler: async (asked) => {
      const {
        page: number = 1,
        q = '',
        done = '',
      } = asked.query as Static<typeof PagerQuery> & { readonly q?: string; readonly done?: string }
      const narrowed = asked.query as Static<TObject<Narrow>>
      const text = q.slice(0, longestSearch)
      const found = await read(asked, { text, ...rowsOf(number) }, narrowed)
      if (typeof found === 'string') return asked.reply.redirect(found, 303)
      const { title, back, lead, said, ...parts } = show({ asked, found, narrowed, text, number, done })
      const { language } = asked.request
      const { choices = [], search } = parts
      const chosen = Object.fromEntries(choices.map(({ id, value }) => [id, value]))
      return frame(
        asked,
        title,
        <PageBody heading={title} {...{ back, lead, said }}>
          {parts.head}
          {search === undefined ? null : (
            <ListSearch action={url} label={search} text={text} language={language}>
              {choices.map((choice) => (
                <Choice key={choice.id} {...choice} />
              ))}
            </ListSearch>
          )}
          {found.rows.length === 0 ? (
            <Nothing>{parts.empty}</Nothing>
          ) : (
            <DataTable<Found['rows'][number]>
              label={title}
              rows={found.rows.slice(0, cardsPerPage)}
              keyOf={({ id }) => id}
              columns={parts.columns}
            />
          )}
          {parts.foot}
          <Pager
            page={number}
            more={found.rows.length > cardsPerPage}
            language={language}
            query={{ q: text, ...parts.kept, ...chosen }}
          />
        </PageBody>,
      )
    },
  })
}

function Nothing({ children }: { readonly children: ComponentChildren }) {
  return typeof children === 'string' ? <p class="empty">{children}</p> : <div class="empty">{children}</div>
}
