import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import type { Access, Asked } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { idOf } from './action-page.ts'
import { type Explain, explained } from './explained.ts'

/** What a form says, or what is wrong with it, beside each field. */
export type Checked<Values> = { readonly values: Values; readonly problems: readonly FormProblem[] }

/** How a page is shown: as it is, or with what was sent and not taken. */
export type FormState<Filled> = {
  /** Null: as it is. */
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
  /** Of the query: what has just been done. */
  readonly done?: string
  /** Whether it is asked about once, by its problems: sent again as it is, it is meant. */
  readonly isAsked?: boolean
}

type Typed<Shown, Filled> = { readonly asked: Asked; readonly shown: Shown; readonly filled: Filled }
type Ready<Shown, Filled, Values, Body> = Typed<Shown, Filled> & {
  readonly values: Values
  /** `seen`: what whoever changes it saw (`Seen`). */
  readonly body: Body & { readonly seen: string }
}

type EditPage<Body extends TProperties, Shown, Filled, Values, Saved> = {
  /** With the id of what is changed as `:uuid`, where there are several. */
  readonly url: string
  readonly access: Access
  readonly asksAgain?: true
  readonly body: Body
  /** As it is now. @param id '': there is one. @throws AppError not_found */
  read(asked: Asked, id: string): Promise<Shown>
  /** The form as it was typed. */
  typed(body: Static<TObject<Body>>, asked: Asked, shown: Shown): Filled
  check(typed: Typed<Shown, Filled>): Checked<Values>
  /** What is asked about once before it is done; nothing: it is done. */
  ask?(ready: Ready<Shown, Filled, Values, Static<TObject<Body>>>): Promise<readonly FormProblem[]>
  /** @throws AppError changed_meanwhile, and what `explain` explains */
  save(ready: Ready<Shown, Filled, Values, Static<TObject<Body>>>): Promise<Saved>
  readonly explain: Explain
  /** For whoever comes second: what is there now beside what they typed (`explainDifferences`). */
  changes(typed: Typed<Shown, Filled>): readonly FormProblem[] | Promise<readonly FormProblem[]>
  show(asked: Asked, shown: Shown, state: FormState<Filled>): string | Promise<string>
  /** Where whoever saved goes on; absent: to the page itself, which says that it was saved. */
  goesOn?(shown: Shown, saved: Saved): string
}

type DetailPage<Shown, Filled> = Pick<
  EditPage<TProperties, Shown, Filled, unknown, unknown>,
  'url' | 'access' | 'asksAgain' | 'read' | 'show'
>

/** The page of one thing, as it is. */
export function detailPage<Shown, Filled = never>(app: FastifyInstance, definition: DetailPage<Shown, Filled>): void {
  page(app, {
    ...whereOf(definition),
    method: 'GET',
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async (asked) => {
      const shown = await definition.read(asked, idOf(asked))
      return definition.show(asked, shown, { filled: null, problems: [], done: asked.query.done ?? '' })
    },
  })
}

function whereOf({ url, access, asksAgain }: Pick<DetailPage<unknown, unknown>, 'url' | 'access' | 'asksAgain'>) {
  return { url, access, ...(asksAgain ? { asksAgain } : {}), ...(url.includes(':uuid') ? { params: UuidParams } : {}) }
}

/**
 * The page of one thing, with a form that changes it. Refused is what is wrong (400), what somebody else changed meanwhile (409) and what the
 * use case does not allow; the form is shown again as it was typed, with what is wrong beside each field. Otherwise it leads on (303).
 */
export function editPage<const Body extends TProperties, Shown, Filled, Values, Saved>(
  app: FastifyInstance,
  definition: EditPage<Body, Shown, Filled, Values, Saved>,
): void {
  const { read, show } = definition
  detailPage(app, definition)
  page(app, {
    ...whereOf(definition),
    method: 'POST',
    forms: true,
    body: Type.Object({ ...definition.body, seen: TypedText({ max: 50 }) }),
    handler: async (asked) => {
      const body = asked.body as Static<TObject<Body>> & { readonly seen: string }
      const shown = await read(asked, idOf(asked))
      const filled = definition.typed(body, asked, shown)
      const again = (problems: readonly FormProblem[], status: number, now = shown, isAsked = false) => {
        asked.reply.code(status)
        return show(asked, now, { filled, problems, isAsked })
      }
      const { values, problems } = definition.check({ asked, shown, filled })
      if (problems.length > 0) return again(problems, 400)
      const ready = { asked, shown, filled, values, body }
      const questions = (await definition.ask?.(ready)) ?? []
      if (questions.length > 0) return again(questions, 409, shown, true)
      try {
        const saved = await definition.save(ready)
        return asked.reply.redirect(definition.goesOn?.(shown, saved) ?? `${pathOf(asked)}?done=saved`, 303)
      } catch (error) {
        if (error instanceof AppError && error.code === 'changed_meanwhile') {
          const now = await read(asked, idOf(asked))
          return again(await definition.changes({ asked, shown: now, filled }), 409, now)
        }
        return show(asked, shown, { filled, problems: await explained(error, asked, definition.explain) })
      }
    },
  })
}

/** Of the page, with its slash at the end. */
function pathOf({ request }: Asked): string {
  const [path = ''] = request.url.split('?')
  return path.endsWith('/') ? path : `${path}/`
}
