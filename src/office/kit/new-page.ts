import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Access, Asked } from '../../http/route.ts'
import { Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { answerForm } from '../../pages/form/answer-form.ts'
import type { Explain } from '../../pages/form/explained.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import type { Checked } from './edit-page.ts'

/** How the form of a new thing is shown. */
export type NewState<Begun, Filled> = {
  readonly begun: Begun
  /** Null: nothing was typed yet. */
  readonly filled: Filled | null
  readonly problems: readonly FormProblem[]
  /** The value of the hidden field `key`, by which a second press of the button is known. */
  readonly key: string
  /** What was done on the page before, from the query. */
  readonly done: string
  /** Whether the problems are a question that is asked once: the same form sent again is taken as meant. */
  readonly isAsked: boolean
}

type Typed<Begun, Filled> = { readonly asked: Asked; readonly begun: Begun; readonly filled: Filled }
type Ready<Begun, Filled, Values, Body> = Typed<Begun, Filled> & {
  readonly values: Values
  /** The id of the new thing, the same for each press of one button. */
  readonly id: string
  readonly body: Body & { readonly key: string }
}

type NewPage<Body extends TProperties, Begun, Filled, Values> = {
  readonly url: string
  readonly access: Access
  readonly params?: TObject
  readonly body: Body
  /** Set if the form has a file. */
  readonly withFiles?: true
  /** What the form begins with. @param like the id of the thing it is made like, as it was typed; '': there is none */
  begin(asked: Asked, like: string): Begun | Promise<Begun>
  /** Reads the form as it was typed, with the file that came with it. */
  typed(body: Static<TObject<Body>>, asked: Asked): Filled | Promise<Filled>
  check(typed: Typed<Begun, Filled>): Checked<Values>
  /** What the person is asked once before the thing is made; nothing: it is made. */
  ask?(ready: Ready<Begun, Filled, Values, Static<TObject<Body>>>): Promise<readonly FormProblem[]>
  /** Makes the thing. @returns the path that its maker is led to. @throws AppError what `explain` explains */
  save(ready: Ready<Begun, Filled, Values, Static<TObject<Body>>>): Promise<string>
  readonly explain: Explain
  show(asked: Asked, state: NewState<Begun, Filled>): string | Promise<string>
}

/** Registers a form that makes one thing, once however often it is sent. It says beside each field what is refused, as `editPage` does. */
export function newPage<const Body extends TProperties, Begun, Filled, Values>(
  app: FastifyInstance,
  definition: NewPage<Body, Begun, Filled, Values>,
): void {
  const { url, access, params, begin, show } = definition
  const where = { url, access, ...(params === undefined ? {} : { params }) }
  page(app, {
    ...where,
    method: 'GET',
    query: Type.Object({ like: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
    handler: async (asked) => {
      const { like = '', done = '' } = asked.query
      const begun = await begin(asked, like)
      return show(asked, { begun, filled: null, problems: [], key: newId(), done, isAsked: false })
    },
  })

  page(app, {
    ...where,
    method: 'POST',
    ...(definition.withFiles ? { forms: 'with_files' as const, refusesPicture: true } : { forms: true }),
    body: Type.Object({ ...definition.body, key: UuidIn, like: Maybe(TypedText({ max: 50 })) }),
    handler: async (asked) => {
      const body = asked.body as Static<TObject<Body>> & { readonly key: string; readonly like?: string }
      const begun = await begin(asked, body.like ?? '')
      const filled = await definition.typed(body, asked)
      const { values, problems } = definition.check({ asked, begun, filled })
      const id = repeatableId(asked.request.tenant.id, body.key)
      const ready = { asked, begun, filled, values, id, body }
      let { key } = body
      return answerForm(asked, {
        wrong: problems,
        ask: () => definition.ask?.(ready),
        act: async () => asked.reply.redirect(await definition.save(ready), 303),
        explain: (refusal) => {
          // They went back, changed something and sent it again; the form that is shown now is another one.
          if (refusal.code === 'idempotency_mismatch') key = newId()
          return definition.explain(refusal, asked)
        },
        again: (problems, isAsked) => show(asked, { begun, filled, problems, key, done: '', isAsked }),
      })
    },
  })
}
