import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Access, Asked } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { answerForm } from '../../pages/form/answer-form.ts'
import type { Explain } from '../../pages/form/explained.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { idOf } from './action-page.ts'

/** What a form says, and what is wrong with it, beside each field. */
export type Checked<Values> = { readonly values: Values; readonly problems: readonly FormProblem[] }

/** How a page is shown: the thing as it is, or with what was sent and refused. */
export type FormState<Filled> = {
  /** What was typed; null: the thing is shown as it is. */
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
  /** The version that was seen by the person who typed it; null or absent: they are shown the present one. */
  readonly seen?: string | null
  /** What has just been done, from the query. */
  readonly done?: string
  /** Whether the problems are a question that is asked once: the same form sent again is taken as meant. */
  readonly isAsked?: boolean
}

type Typed<Shown, Filled> = { readonly asked: Asked; readonly shown: Shown; readonly filled: Filled }
type Ready<Shown, Filled, Values, Body> = Typed<Shown, Filled> & {
  readonly values: Values
  /** `seen`: what the person who changes it saw (`Seen`). */
  readonly body: Body & { readonly seen: string }
}

type EditPage<Body extends TProperties, Shown, Filled, Values, Saved> = {
  /** The address, with the id of what is changed as `:uuid`, where there are several. */
  readonly url: string
  readonly access: Access
  readonly asksAgain?: true
  readonly body: Body
  /** Reads the thing as it is now. @param id '': there is only one. @throws AppError not_found */
  read(asked: Asked, id: string): Promise<Shown>
  /** Reads the form as it was typed. */
  typed(body: Static<TObject<Body>>, asked: Asked, shown: Shown): Filled
  check(typed: Typed<Shown, Filled>): Checked<Values>
  /** What the person is asked once before the change is saved; nothing: it is saved. */
  ask?(ready: Ready<Shown, Filled, Values, Static<TObject<Body>>>): Promise<readonly FormProblem[]>
  /** @throws AppError changed_meanwhile, and what `explain` explains */
  save(ready: Ready<Shown, Filled, Values, Static<TObject<Body>>>): Promise<Saved>
  readonly explain: Explain
  /** Tells the person who comes second what is there now beside what they typed (`explainDifferences`). */
  changes(typed: Typed<Shown, Filled>): readonly FormProblem[] | Promise<readonly FormProblem[]>
  show(asked: Asked, shown: Shown, state: FormState<Filled>): string | Promise<string>
  /** The path that the person is led to; absent or null: the page itself, which says that it was saved. */
  goesOn?(shown: Shown, saved: Saved): string | null
}

type DetailPage<Shown, Filled> = Pick<
  EditPage<TProperties, Shown, Filled, unknown, unknown>,
  'url' | 'access' | 'asksAgain' | 'read' | 'show'
>

/** Registers the page of one thing, as it is. */
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
 * The page of one thing, with a form that changes it. It refuses mistakes (400), what somebody else changed meanwhile (409) and what the
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
      const { values, problems } = definition.check({ asked, shown, filled })
      const ready = { asked, shown, filled, values, body }
      let now = shown
      // What somebody else saved meanwhile is not on the form: they have yet to be told.
      let seen: string | null = body.seen
      return answerForm(asked, {
        wrong: problems,
        ask: () => definition.ask?.(ready),
        act: async () => {
          const saved = await definition.save(ready)
          return asked.reply.redirect(definition.goesOn?.(shown, saved) ?? `${pathOf(asked)}?done=saved`, 303)
        },
        explain: async (refusal) => {
          if (refusal.code !== 'changed_meanwhile') return definition.explain(refusal, asked)
          now = await read(asked, idOf(asked))
          seen = null
          return definition.changes({ asked, shown: now, filled })
        },
        again: (problems, isAsked) => show(asked, now, { filled, problems, seen, isAsked }),
      })
    },
  })
}

/** The path of the page, with its slash at the end. */
function pathOf({ request }: Asked): string {
  const [path = ''] = request.url.split('?')
  return path.endsWith('/') ? path : `${path}/`
}
