import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import type { Access, Asked } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { type Explain, explained } from '../../pages/form/explained.ts'

/** A form that was sent, with who sent it and from where. */
export type Pressed<Params extends TObject, Query extends TProperties, Body extends TProperties> = Asked & {
  readonly params: Static<Params>
  readonly query: Static<TObject<Query>>
  readonly body: Static<TObject<Body>>
  readonly tenant: Tenant
  readonly actor: Actor
  readonly language: Language
}

type Shown = string | Promise<string>

type PressPage<Params extends TObject, Query extends TProperties, Body extends TProperties, Done> = {
  readonly url: string
  readonly access: Access
  /** What the address holds; when absent, the id of what it is done to as `uuid`. */
  readonly params?: Params | undefined
  readonly query?: Query
  readonly body?: Body | undefined
  /** Set if only somebody who has lately shown who they are may do it. */
  readonly asksAgain?: boolean | undefined
  /** Set if the form has a file. */
  readonly withFiles?: boolean | undefined
  /** Finds what is wrong with the form; if anything is, nothing is done. */
  check?(pressed: Pressed<Params, Query, Body>): readonly FormProblem[]
  /** @throws AppError what `explain` explains */
  act(pressed: Pressed<Params, Query, Body>): Promise<Done>
  /** Whether a second press, or a colleague's, has found that what was wanted is done (`invalid_transition`). */
  isDone?(pressed: Pressed<Params, Query, Body>): Promise<boolean>
  /** Explains a refusal. Null: nothing that the page can put right. */
  explain?: ((refusal: AppError, pressed: Pressed<Params, Query, Body>) => ReturnType<Explain>) | undefined
  /** Shows the page that the form is on, with what was wrong; absent: nothing is explained there. */
  show?: ((pressed: Pressed<Params, Query, Body>, problems: readonly FormProblem[]) => Shown) | undefined
  /** Shows the page that answers, where nobody is led on; it is shown this once. */
  answer?: ((pressed: Pressed<Params, Query, Body>, done: Done) => Shown) | undefined
  /** The path that the person is led to. @param done null: it was done before (`isDone`) */
  goesOn(pressed: Pressed<Params, Query, Body>, done: Done | null): string
}

/**
 * Registers a form that does one thing, on a page that does more: it acts and leads on (303), or shows that page again, with problems (400)
 * or with why it was refused, as things are now.
 */
export function pressPage<
  Done,
  const Params extends TObject = typeof UuidParams,
  const Query extends TProperties = Record<never, never>,
  const Body extends TProperties = Record<never, never>,
>(app: FastifyInstance, definition: PressPage<Params, Query, Body, Done>): void {
  const { url, access, params = UuidParams, query, body, asksAgain = false, withFiles = false, show } = definition
  page(app, {
    method: 'POST',
    url,
    access,
    asksAgain,
    params,
    ...(query === undefined ? {} : { query: Type.Object(query) }),
    forms: withFiles ? 'with_files' : true,
    ...(body === undefined ? {} : { body: Type.Object(body) }),
    handler: async (asked) => {
      const pressed = asked as unknown as Pressed<Params, Query, Body>
      const wrong = definition.check?.(pressed) ?? []
      if (wrong.length > 0) {
        asked.reply.code(400)
        return show?.(pressed, wrong)
      }
      try {
        const done = await definition.act(pressed)
        if (definition.answer !== undefined) return await definition.answer(pressed, done)
        return asked.reply.redirect(definition.goesOn(pressed, done), 303)
      } catch (error) {
        const isMoved = error instanceof AppError && error.code === 'invalid_transition'
        if (isMoved && (await definition.isDone?.(pressed)))
          return asked.reply.redirect(definition.goesOn(pressed, null), 303)
        if (show === undefined) throw error
        return show(pressed, await explained(error, asked, (refusal) => definition.explain?.(refusal, pressed) ?? null))
      }
    },
  })
}
