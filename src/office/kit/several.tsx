import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { logFault } from '../../http/error-handler.ts'
import type { Access, Asked } from '../../http/route.ts'
import { ArrayIn, EnumIn, IntegerIn, largestInteger, ListQuery, UuidIn } from '../../http/wire/schemas.ts'
import { idsOf } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { errorTexts } from '../../messages/site/error.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { Sent, Submit } from '../../pages/parts.tsx'
import { type AdminArea, adminAreas } from './areas.ts'
import { showRoom } from './frame.tsx'
import { useTold } from './no-mail-server.tsx'
import { type Sum, Sums } from './parts.tsx'
import { Standing } from './standing.tsx'
import { type Column, DataTable } from './table.tsx'

/** The rows of a page of a list. */
export const mostTicked = cardsPerPage

type Row = { readonly id: string }

/** How an act stands to what was ticked. */
export type Look = {
  /** What whoever is asked sees of it, by which a second press is known: of mails, how many there were. */
  readonly seen: number
  /** Why the act is not open to it; null: it is. */
  readonly closed: string | null
}

/** Texts of the acts of a list. */
type Words<Act extends string> = {
  readonly title: string
  /** The text of the link back to the list. */
  readonly back: string
  readonly none: string
  readonly columns: { readonly state: string }
  readonly titles: Readonly<Record<Act, string>>
  readonly effect: Readonly<Record<Act, string>>
  /** Of acts that mail people: a sentence on who is told; '': the effect says it. */
  readonly told: Readonly<Partial<Record<Act, string>>>
  readonly buttons: Readonly<Record<Act, (given: { readonly count: number }) => string>>
  readonly done: Readonly<Record<Act, string>>
  readonly reports: Readonly<Record<Act, (given: { readonly count: number; readonly refused: number }) => string>>
}

type Given<Body extends TProperties> = Static<TObject<Body>>

type Question<One, Body extends TProperties> = {
  /** What the act is open to. */
  readonly open: readonly (One & Look)[]
  readonly problems: readonly FormProblem[]
  /** What was typed; null: nothing yet. */
  readonly body: Given<Body> | null
}

type SeveralPages<Act extends string, One extends Row, Body extends TProperties> = {
  /** The page that asks. */
  readonly url: string
  readonly acts: readonly Act[]
  /** Where each act is done. */
  readonly urls: Readonly<Record<Act, string>>
  readonly access: Access
  readonly area: AdminArea
  /** What a form asks for besides. */
  readonly body: Body
  words(language: Language): Words<Act>
  /** Reads those of this organisation that were ticked. */
  read(asked: Asked, ids: readonly string[]): Promise<readonly One[]>
  /** Looks at each before it is asked. */
  look(asked: Asked, act: Act, rows: readonly One[]): Promise<readonly Look[]>
  /** What those come to that the act is open to. */
  sums?(asked: Asked, act: Act, open: readonly (One & Look)[]): Promise<readonly Sum[]>
  /** What is wrong with what was typed besides. */
  check?(asked: Asked, act: Act, body: Given<Body>): readonly FormProblem[]
  /** Does it to one, as it is done to one alone. `before`: those that it was done to by the same press. */
  act(
    asked: Asked,
    act: Act,
    one: One & Pick<Look, 'seen'>,
    given: { readonly body: Given<Body>; readonly before: readonly One[] },
  ): Promise<unknown>
  /** Whether a refusal means that it was done before: by a second press, or a colleague. */
  isDone(asked: Asked, act: Act, one: One, refusal: AppError): Promise<boolean>
  /** Says why one was refused, in words of its own. */
  explain(asked: Asked, act: Act, refusal: AppError): string | undefined
  /** The fields besides, and the buttons where they are others. */
  form?(
    asked: Asked,
    act: Act,
    question: Question<One, Body>,
  ): { readonly fields: ComponentChildren; readonly buttons?: ComponentChildren }
  columns(language: Language): readonly Column<One>[]
  /** The state of one that the act is open to. */
  state(one: One): ComponentChildren
  /** Whether it takes something away. */
  isDangerous(act: Act): boolean
}

/** Registers what is done to what was ticked in a list: asked first, done one by one, and answered with what became of each (ADR 0284). */
export function severalPages<const Act extends string, One extends Row, const Body extends TProperties>(
  app: FastifyInstance,
  definition: SeveralPages<Act, One, Body>,
): void {
  const { url, acts, urls, access, body } = definition
  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({ act: EnumIn(acts), id: Type.Optional(ListQuery(UuidIn, { max: mostTicked })) }),
    handler: async (asked) => {
      const { act, id: ids = [] } = asked.query as { readonly act: Act; readonly id?: readonly string[] }
      return showQuestion(definition, asked, act, await readAll(definition, asked, [...new Set(ids)]))
    },
  })

  for (const act of acts)
    page(app, {
      method: 'POST',
      url: urls[act],
      access,
      forms: true,
      body: Type.Object({
        id: ArrayIn(UuidIn, { max: mostTicked, min: 1 }),
        /** What was seen of each when it was asked, in the same order. */
        seen: ArrayIn(IntegerIn({ min: 0, max: largestInteger }), { max: mostTicked, min: 1 }),
        ...body,
      }),
      handler: async (asked) => {
        const given = asked.body as Given<Body> & { readonly id: readonly string[]; readonly seen: readonly number[] }
        const { id: ids, seen } = given
        if (new Set(ids).size !== ids.length || seen.length !== ids.length) throw new AppError('invalid_body')
        // None is done if one is not there.
        const rows = await readAll(definition, asked, ids)
        const problems = definition.check?.(asked, act, given) ?? []
        if (problems.length > 0) {
          asked.reply.code(400)
          return showQuestion(definition, asked, act, rows, { problems, body: given })
        }
        const results = new Map<string, string | null>()
        const before: One[] = []
        for (const one of rows) {
          const ticked = { ...one, seen: seen[ids.indexOf(one.id)] ?? 0 }
          const why = await whyNot(definition, asked, act, ticked, { body: given, before })
          results.set(one.id, why)
          if (why === null) before.push(one)
        }
        return showReport(definition, asked, act, await readAgain(definition, asked, rows), results)
      },
    })
}

/** @throws AppError not_found (one of them) */
async function readAll<Act extends string, One extends Row, Body extends TProperties>(
  { read }: SeveralPages<Act, One, Body>,
  asked: Asked,
  ids: readonly string[],
): Promise<readonly One[]> {
  const rows = await read(asked, ids)
  if (rows.length < ids.length) throw new AppError('not_found')
  return rows
}

type ActOnOne<Act extends string, One extends Row, Body extends TProperties> = readonly [
  definition: SeveralPages<Act, One, Body>,
  asked: Asked,
  act: Act,
  one: One & Pick<Look, 'seen'>,
  given: { readonly body: Given<Body>; readonly before: readonly One[] },
]

/**
 * Does it to one, in a transaction of its own. A fault of ours is told as a refusal is: what became of the others is told beside it.
 * @returns why it was refused; null: it is done
 */
async function whyNot<Act extends string, One extends Row, Body extends TProperties>(
  ...one: ActOnOne<Act, One, Body>
): Promise<string | null> {
  try {
    return await refusalOf(...one)
  } catch (fault) {
    const [, { request }] = one
    logFault(request, fault, 'one of several failed by a fault of ours')
    const { detail } = refusalTexts[request.language].errors.internal_error
    return `${detail} (${errorTexts[request.language].requestId} ${request.id})`
  }
}

async function refusalOf<Act extends string, One extends Row, Body extends TProperties>(
  ...[definition, asked, act, one, given]: ActOnOne<Act, One, Body>
): Promise<string | null> {
  try {
    await definition.act(asked, act, one, given)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (await definition.isDone(asked, act, one, error)) return null
    return definition.explain(asked, act, error) ?? refusalTexts[asked.request.language].errors[error.code].detail
  }
}

/** Reads them as they are now. What became of each is told in any case: where the database fails meanwhile, beside what was read before. */
async function readAgain<Act extends string, One extends Row, Body extends TProperties>(
  { read }: SeveralPages<Act, One, Body>,
  asked: Asked,
  rows: readonly One[],
): Promise<readonly One[]> {
  try {
    return await read(asked, idsOf(rows))
  } catch (fault) {
    logFault(asked.request, fault, 'several are reported as they were before')
    return rows
  }
}

async function showQuestion<Act extends string, One extends Row, Body extends TProperties>(
  definition: SeveralPages<Act, One, Body>,
  asked: Asked,
  act: Act,
  rows: readonly One[],
  typed: Omit<Question<One, Body>, 'open'> = { problems: [], body: null },
): Promise<string> {
  const { language } = asked.request
  const words = definition.words(language)
  const looks = await definition.look(asked, act, rows)
  const ticked = rows.map((row, index) => ({ ...row, seen: 0, closed: null, ...looks[index] }))
  const open = ticked.filter(({ closed }) => closed === null)
  const { fields, buttons } = definition.form?.(asked, act, { ...typed, open }) ?? { fields: null }
  const sums = open.length === 0 ? [] : ((await definition.sums?.(asked, act, open)) ?? [])
  return show(
    definition,
    asked,
    act,
    <>
      <Problems title={deskTexts[language].refused} problems={typed.problems} />
      {rows.length === 0 ? <p class="empty">{words.none}</p> : null}
      {open.length === 0 ? null : <Effect effect={words.effect[act]} told={words.told[act]} />}
      {sums.length === 0 ? null : <Sums sums={sums} />}
      <Rows
        {...{ definition, language, rows: ticked }}
        result={(one) => (one.closed === null ? definition.state(one) : <Standing sign="gone">{one.closed}</Standing>)}
      />
      {open.length === 0 ? null : (
        <form method="post" class="stack narrow" action={definition.urls[act]} noValidate>
          {open.map(({ id, seen }) => (
            <Sent key={id} sends={{ id, seen }} />
          ))}
          {fields}
          {buttons ?? (
            <Submit look={definition.isDangerous(act) ? 'danger' : 'main'}>
              {words.buttons[act]({ count: open.length })}
            </Submit>
          )}
        </form>
      )}
    </>,
  )
}

function showReport<Act extends string, One extends Row, Body extends TProperties>(
  definition: SeveralPages<Act, One, Body>,
  asked: Asked,
  act: Act,
  rows: readonly One[],
  results: ReadonlyMap<string, string | null>,
): string {
  const { language } = asked.request
  const words = definition.words(language)
  const count = rows.filter(({ id }) => results.get(id) === null).length
  return show(
    definition,
    asked,
    act,
    <Rows
      {...{ definition, language, rows }}
      result={({ id }) => {
        const why = results.get(id) ?? null
        return why === null ? (
          <Standing sign="well">{words.done[act]}</Standing>
        ) : (
          <Standing sign="gone">{why}</Standing>
        )
      }}
    />,
    words.reports[act]({ count, refused: rows.length - count }),
  )
}

function show<Act extends string, One extends Row, Body extends TProperties>(
  { area, words }: SeveralPages<Act, One, Body>,
  asked: Asked,
  act: Act,
  content: ComponentChildren,
  said: string | null = null,
): string {
  const { titles, back } = words(asked.request.language)
  return showRoom(asked, { title: titles[act], area, back: [adminAreas[area].path, back], said }, content)
}

type EffectProps = { readonly effect: string; readonly told: string | undefined }

function Effect({ effect, told }: EffectProps) {
  const toldOr = useTold()
  return <p class="prose">{told === undefined ? effect : `${effect} ${toldOr(told)}`.trimEnd()}</p>
}

type RowsProps<Act extends string, One extends Row, Shown extends One, Body extends TProperties> = {
  readonly definition: Pick<SeveralPages<Act, One, Body>, 'words' | 'columns'>
  readonly language: Language
  readonly rows: readonly Shown[]
  readonly result: Column<Shown>['show']
}

function Rows<Act extends string, One extends Row, Shown extends One, Body extends TProperties>(
  props: RowsProps<Act, One, Shown, Body>,
) {
  const { definition, language, rows, result } = props
  if (rows.length === 0) return null
  const { title, columns } = definition.words(language)
  return (
    <DataTable
      label={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[...definition.columns(language), { name: columns.state, show: result }]}
    />
  )
}

/** The id of the form that the ticks of the rows belong to. */
const ticksForm = 'several'

type TickWords = { readonly choose: string; readonly chooseOne: (given: { readonly who: string }) => string }

/** The column of a list with a tick for each row. @param isTicked whether all are @param nameOf names a row */
export function tickColumn<One extends Row>(
  { choose, chooseOne }: TickWords,
  isTicked: boolean,
  nameOf: (row: One) => string,
): Column<One> {
  return {
    name: choose,
    bare: true,
    show: (row) => (
      <label class="check">
        <input
          type="checkbox"
          name="id"
          value={row.id}
          form={ticksForm}
          checked={isTicked}
          aria-label={chooseOne({ who: nameOf(row) })}
        />
      </label>
    ),
  }
}

type SeveralProps = {
  /** The page that asks. */
  readonly url: string
  readonly words: { readonly what: string; readonly tickAll: string }
  readonly acts: readonly (readonly [act: string, text: string])[]
  /** The query of the list. */
  readonly here: unknown
  /** Further buttons. */
  readonly children?: ComponentChildren
}

/** The buttons for what is done to what is ticked. */
export function Several({ url, words, acts, here, children }: SeveralProps) {
  const query = new URLSearchParams({ ...(here as Readonly<Record<string, string>>), ticked: 'all' })
  return (
    <form id={ticksForm} method="get" action={url}>
      <p class="muted">
        {words.what} · <a href={`?${query}`}>{words.tickAll}</a>
      </p>
      <p class="actions">
        {acts.map(([act, text]) => (
          <Submit key={act} look="quiet" name="act" value={act}>
            {text}
          </Submit>
        ))}
        {children}
      </p>
    </form>
  )
}
