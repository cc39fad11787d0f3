import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Access, Asked } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import type { Order, OrderType, Sorted } from '../../db/in-order.ts'
import { SortQuery, TextQuery } from '../../http/wire/schemas.ts'
import { readSort, type SortText, sortText } from '../../http/wire/sort.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Choice, type ChoiceProps } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, queryText, rowsOf } from '../../pages/pager.tsx'
import { type AdminArea, adminAreas } from './areas.ts'
import { filterText, ListFilters, readFilters } from './list-filters.tsx'
import { longestSearch } from './desk-search-field.tsx'
import { showAdminPage } from './frame.tsx'
import { type DeskWords, ListSearch } from './list-search.tsx'
import { SimilarNames } from './similar-names.tsx'
import { PageBody, type Sum, Sums } from './parts.tsx'
import { Go } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type Column, DataTable, type OrderKind } from './table.tsx'

/** Rows that were read: one more than a page holds, where there is another page. */
type Read = { readonly rows: readonly { readonly id: string }[] }

type Search<Sort extends string> = { readonly text: string; readonly limit: number; readonly offset: number } & ([
  Sort,
] extends [never]
  ? unknown
  : Sorted<Sort>)

type Shown<Narrowed, Found> = {
  readonly asked: Asked
  readonly found: Found
  readonly narrowed: Narrowed
  /** What was searched for; '': everything. */
  readonly text: string
  readonly number: number
  /** What has just been done, from the query. */
  readonly done: string
}

/** Parts of the page, from top to bottom. */
export type ListParts<Row, Sort extends string = never> = {
  readonly back?: readonly [href: string, text: string]
  readonly title: string
  readonly lead?: string
  readonly said?: string | null
  /** A notice, and links where one does not do. */
  readonly head?: ComponentChildren
  /** The button to the page where one more is made. */
  readonly add?: readonly [href: string, text: string] | undefined
  /** The label or the texts of the search; absent: nothing is searched for. */
  readonly search?: string | DeskWords
  /** Other choices that narrow the list, which the other pages keep; `id` is the name in the query. */
  readonly choices?: readonly ChoiceProps[]
  /** Further parts of the query that the other pages keep. */
  readonly kept?: Readonly<Record<string, string>>
  /** What all that was found comes to, shown above the rows. */
  readonly sums?: readonly Sum[]
  /** Shown instead of the table of an empty list; more than a sentence where it says where else to look. */
  readonly empty: ComponentChildren
  /** Shown where nothing is found; `empty` when absent. */
  readonly nobody?: string
  /** The text of the link from what was found to the whole list. */
  readonly everything?: string
  readonly columns: readonly Column<Row, Sort>[]
  readonly foot?: ComponentChildren
}

/** A `KeyOf`, or what makes one. */
type Key = (...given: never[]) => unknown

/** The orders that the query of a list sorts by, and the one that it has unless it is told otherwise. */
type Sorts<Narrowed, Sort extends string> = {
  /** Columns (`Order`), or keys where the list is looked through here (`KeyOf`). */
  readonly by: Readonly<Record<Sort, Order | Key>>
  /** A function where it depends on what the list is narrowed by. */
  readonly usual: SortText<NoInfer<Sort>> | ((narrowed: Narrowed) => SortText<NoInfer<Sort>>)
}

type ListPage<Narrow extends TProperties, Found extends Read, Sort extends string> = {
  /** The address, with the id of what the list belongs to as `:uuid`, where there are several. */
  readonly url: string
  readonly access: Access
  /** What the query may hold besides the page, `q` and `done`. */
  readonly narrow: Narrow
  /** Absent: it has one order. */
  readonly sorts?: Sorts<Static<TObject<Narrow>>, Sort>
  /** Reads one page of the list. @returns a text: the path to go to, since nothing else can be meant */
  read(asked: Asked, search: Search<Sort>, narrowed: Static<TObject<Narrow>>): Promise<Found | string>
  /** The page of a row: a search that finds one row alone leads there at once. */
  only?(row: Found['rows'][number]): string
  /** Whether a text is too short to find anything by; in a list that is narrowed down it is searched for all the same. */
  tooLittle?(text: string): boolean
  /** Names that are written nearly as one by which nothing was found. */
  similar?(asked: Asked, text: string): Promise<readonly string[]>
  show(shown: Shown<Static<TObject<Narrow>>, Found>): ListParts<Found['rows'][number], Sort>
} & (
  | { frame(asked: Asked, title: string, content: ComponentChildren): string }
  | {
      /** The room of the administration that the list is in. */
      readonly area: AdminArea
    }
)

/** Makes the choice that a list is narrowed by. @param id its name in the query */
export function listChoice<Name extends string>(
  [id, label]: readonly [id: string, label: string],
  value: Name,
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
) {
  return { id, label, value, options: names.map((name) => [name, words[name]] as const) }
}

/** Registers a list that is read page by page, searched, and narrowed by what is chosen. */
export function listPage<const Narrow extends TProperties, Found extends Read, const Sort extends string = never>(
  app: FastifyInstance,
  context: Context,
  definition: ListPage<Narrow, Found, Sort>,
): void {
  const isNarrow = Object.keys(definition.narrow).length > 0 || definition.sorts !== undefined
  const room = 'area' in definition && adminAreas[definition.area].path === definition.url ? definition.area : null
  const { url, access, narrow, sorts, read, only, show } = definition
  page(app, {
    method: 'GET',
    url,
    access,
    ...(url.includes(':uuid') ? { params: UuidParams } : {}),
    query: Type.Object({
      ...narrow,
      ...PagerQuery.properties,
      q: Type.Optional(TextQuery),
      done: Type.Optional(TextQuery),
      ...(sorts && { sort: Type.Optional(SortQuery(Object.keys(sorts.by), null)) }),
    }),
    handler: async (asked) => {
      const narrowed = asked.query as Static<TObject<Narrow>>
      const usual = typeof sorts?.usual === 'function' ? sorts.usual(narrowed) : sorts?.usual
      const { page: number = 1, q = '', done = '', sort = usual } = asked.query as ListQuery<Sort>
      const text = q.slice(0, longestSearch)
      const order = sort === undefined ? undefined : readSort(sort)
      const found = await read(asked, { text, ...rowsOf(number), ...order } as Search<Sort>, narrowed)
      if (typeof found === 'string') return asked.reply.redirect(found, 303)
      const isSearch = text !== '' && number === 1
      const [first, ...others] = found.rows
      if (isSearch && only && first && others.length === 0) return asked.reply.redirect(only(first), 303)
      const parts = show({ asked, found, narrowed, text, number, done })
      const isNarrowed = parts.choices?.some(({ value = '' }) => value !== '') ?? false
      const mayBeTooShort = isSearch && first === undefined && !isNarrowed
      const isTooShort = mayBeTooShort && (definition.tooLittle?.(text) ?? false)
      const similar = isSearch && first === undefined ? ((await definition.similar?.(asked, text)) ?? []) : []
      const sorted = order && usual && { ...order, usual, kind: kindOf(sorts?.by[order.sort]) }
      const filters = isNarrow && room !== null && (
        <ListFilters
          list={room}
          filters={await readFilters(context, asked.request, room)}
          query={filterText(asked.query as Readonly<Record<string, string>>)}
        />
      )
      const content = (
        <List
          {...{ ...parts, url, text, number, rows: found.rows, isNarrowed, isTooShort, similar, sorted, filters }}
        />
      )
      if ('frame' in definition) return definition.frame(asked, parts.title, content)
      return showAdminPage(asked, { title: parts.title, area: definition.area }, content)
    },
  })
}

const kindsOfType = {
  uuid: 'made',
  timestamptz: 'time',
  int: 'figures',
  bigint: 'figures',
  text: 'text',
} as const satisfies Record<OrderType, OrderKind>

/** Tells what an order compares by its first column; null: its rows are compared here, by a key. */
function kindOf(order: Order | Key | undefined): OrderKind | null {
  const first = typeof order === 'function' ? undefined : order?.[0]
  return first === undefined ? null : kindsOfType[first.type]
}

/** What every list takes in its query. */
type ListQuery<Sort extends string> = Static<typeof PagerQuery> & {
  readonly q?: string
  readonly done?: string
  readonly sort?: SortText<Sort>
}

type ListProps<Row, Sort extends string> = ListParts<Row, Sort> & {
  readonly url: string
  readonly text: string
  readonly number: number
  readonly rows: readonly Row[]
  readonly isNarrowed?: boolean
  /** Whether the text is too short to find anybody by. */
  readonly isTooShort?: boolean
  /** Names that are written nearly as what was searched for in vain. */
  readonly similar?: readonly string[]
  /** The filters that somebody keeps of it. */
  readonly filters?: ComponentChildren
  /** The order it is in, and its usual one, which the query does not name. */
  readonly sorted?: (Sorted<Sort> & { readonly usual: SortText<Sort>; readonly kind: OrderKind | null }) | undefined
}

/** Shows a page of a list. */
export function List<Row extends { readonly id: string }, Sort extends string = never>({
  url,
  text,
  number,
  isNarrowed = false,
  isTooShort = false,
  similar = [],
  sorted,
  filters,
  ...parts
}: ListProps<Row, Sort>) {
  const { title, search, choices = [] } = parts
  const isChosen = text !== '' || isNarrowed
  const chosen = Object.fromEntries(choices.map(({ id, value }) => [id, value]))
  const isDesk = typeof search === 'object'
  const sortOf = (order: Sorted<Sort>) => (sortText(order) === sorted?.usual ? '' : sortText(order))
  const query = { q: text, ...parts.kept, ...chosen, sort: sorted === undefined ? '' : sortOf(sorted) }
  return (
    <PageBody heading={title} back={parts.back} lead={parts.lead} said={parts.said}>
      {parts.head}
      {parts.add === undefined ? null : (
        <Go class="button" to={parts.add[0]}>
          {parts.add[1]}
        </Go>
      )}
      {search === undefined ? null : (
        <ListSearch
          action={url}
          label={search}
          {...{ text, isTooShort }}
          isMain={isDesk && (parts.head ?? parts.add) === undefined}
        >
          {choices.length === 0 ? null : <FoldedChoices choices={choices} />}
          {query.sort === '' ? null : <input type="hidden" name="sort" value={query.sort} />}
        </ListSearch>
      )}
      <ChosenFilters choices={choices} hrefWithout={(id) => queryText({ ...query, [id]: '' })} />
      {filters}
      <Listed
        label={title}
        rows={parts.rows}
        keyOf={({ id }) => id}
        columns={parts.columns}
        ordering={sorted && { ...sorted, hrefOf: (order) => queryText({ ...query, sort: sortOf(order) }) }}
        lead={parts.sums && <Sums sums={parts.sums} />}
        empty={isTooShort ? null : isChosen || number > 1 ? (parts.nobody ?? parts.empty) : parts.empty}
        page={number}
        query={query}
      >
        {parts.foot}
        <SimilarNames url={url} names={similar} />
        {isChosen && parts.everything !== undefined ? <Go to={url}>{parts.everything}</Go> : null}
      </Listed>
    </PageBody>
  )
}

type ChoicesProps = { readonly choices: readonly ChoiceProps[] }

/** The choices that narrow a list, which on a phone come once “Filter” is pressed. The tick has no name: no form sends it. */
function FoldedChoices({ choices }: ChoicesProps) {
  const { filter } = useTexts(deskTexts).filters
  return (
    <>
      <label class="button quiet unfold">
        <input type="checkbox" id="filter" class="unseen" autocomplete="off" />
        {filter}
      </label>
      <div class="unfolded">
        {choices.map((choice) => (
          <Choice key={choice.id} {...choice} />
        ))}
      </div>
    </>
  )
}

/** Says on a phone what a list is narrowed by, which is folded there; a press takes it away. */
function ChosenFilters({ choices, hrefWithout }: ChoicesProps & { hrefWithout(id: string): string }) {
  const words = useTexts(deskTexts).filters
  const chosen = choices.flatMap(({ id, label, value, options: [usual, ...others] }) => {
    const option = value === usual?.[0] ? undefined : others.find(([one]) => one === value)
    return option === undefined ? [] : [{ id, text: words.chosen({ label, value: option[1] }) }]
  })
  if (chosen.length === 0) return null
  return (
    <ul class="chips chosen" aria-label={words.chosenTitle}>
      {chosen.map(({ id, text }) => (
        <li key={id}>
          <a href={hrefWithout(id)} aria-label={words.without({ filter: text })}>
            {text} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

type ListedProps<Row, Sort extends string> = Parameters<typeof DataTable<Row, Sort>>[0] &
  Omit<Parameters<typeof Pager>[0], 'more'> & {
    /** Shown instead of the table of an empty list; null: nothing. */
    readonly empty: ComponentChildren
    /** Shown before the table. */
    readonly lead?: ComponentChildren
    /** Shown between the table and the links to the other pages. */
    readonly children?: ComponentChildren
  }

/** A page of a list (`rows`: one more where there is another page), or what an empty list says. */
export function Listed<Row, Sort extends string = never>(props: ListedProps<Row, Sort>) {
  const { label, rows, keyOf, columns, ordering, empty, lead, children, ...pager } = props
  return (
    <>
      {rows.length > 0 ? (
        <>
          {lead}
          <DataTable {...{ label, keyOf, columns, ordering }} rows={rows.slice(0, cardsPerPage)} />
        </>
      ) : (
        <Nothing>{empty}</Nothing>
      )}
      {children}
      <Pager {...pager} more={rows.length > cardsPerPage} />
    </>
  )
}

function Nothing({ children }: { readonly children: ComponentChildren }) {
  if (children === null) return null
  return typeof children === 'string' ? <p class="empty">{children}</p> : <div class="empty">{children}</div>
}
