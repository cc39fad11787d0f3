import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { type PictureFocus, pictureFocuses } from '../../lib/picture-focus.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Access, Asked } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { BooleanIn, EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { takeImage } from '../../http/take-image.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { explainByField } from './explain.ts'
import { type Explain, explained, PageRefusal } from '../../pages/form/explained.ts'
import { pressPage } from './press-page.ts'

type Where = {
  /** The page of the thing that is acted on, with its id as `:uuid` where there are several. */
  readonly of: string
  readonly access: Access
}

type ActionPage<Body extends TProperties, Done> = Where & {
  /** The last part of the action's address: `archive`; '': the form is sent to the page itself. */
  readonly name: string
  readonly asksAgain?: true
  /** Set if the form has files. */
  readonly withFiles?: true
  /** What the form sends; absent: nothing. */
  readonly body?: Body
  /** @param id the id of the thing that is acted on; '': there is only one */
  act(asked: Asked, id: string, body: Static<TObject<Body>>): Promise<Done>
  /** The path that the person is led to; absent: the page of the thing, which says that it was saved. */
  goesOn?(done: Done, id: string): string
  /** The page that answers where nobody is led on; it is shown this once. */
  answer?(asked: Asked, done: Done): string | Promise<string>
  /** The page of the thing, which says why it was refused: what `act` refuses by itself (`PageRefusal`), and what `explain` explains. */
  readonly refused?: {
    explain?(refusal: AppError, asked: Asked, body: Static<TObject<Body>>): ReturnType<Explain>
    show(
      asked: Asked,
      id: string,
      problems: readonly FormProblem[],
      body: Static<TObject<Body>>,
    ): string | Promise<string>
  }
}

/** Registers a button of one thing: it acts and leads on, or the page of the thing says why not. */
export function actionPage<const Body extends TProperties, Done>(
  app: FastifyInstance,
  { of, name, access, asksAgain, withFiles, body, act, goesOn, answer, refused }: ActionPage<Body, Done>,
): void {
  pressPage<Done, TObject, Record<never, never>, Body>(app, {
    url: name === '' ? of : `${of}${name}/`,
    access,
    withFiles,
    asksAgain,
    params: of.includes(':uuid') ? undefined : Type.Object({}),
    body,
    act: (pressed) => act(pressed, idOf(pressed), pressed.body),
    explain: (refusal, pressed) => refused?.explain?.(refusal, pressed, pressed.body) ?? null,
    show: refused && ((pressed, problems) => refused.show(pressed, idOf(pressed), problems, pressed.body)),
    answer,
    goesOn: (pressed, done) => {
      const id = idOf(pressed)
      return (done === null ? undefined : goesOn?.(done, id)) ?? savedPath(of, id)
    },
  })
}

type ArchivePage = Where & {
  /** Archives it, or restores it. */
  put(asked: Asked, id: string, archived: boolean): Promise<unknown>
  readonly refused?: NonNullable<ActionPage<{ readonly archived: typeof BooleanIn }, boolean>['refused']>
}

/** Registers the `ArchiveButton` of one thing; the page of the thing says what was done, with the way back (`ArchiveDone`). */
export function archivePage(app: FastifyInstance, { put, ...where }: ArchivePage): void {
  actionPage(app, {
    ...where,
    name: 'archive',
    body: { archived: BooleanIn },
    act: async (asked, id, { archived }) => {
      await put(asked, id, archived)
      return archived
    },
    goesOn: (archived, id) => `${where.of.replace(':uuid', id)}?done=${archived ? 'archived' : 'restored'}`,
  })
}

type FocusPage = Where & { save(asked: Asked, id: string, imageFocus: PictureFocus): Promise<unknown> }

/** Registers the form that says what stays in sight of a picture (`ImageForm`). */
export function focusPage(app: FastifyInstance, { save, ...where }: FocusPage): void {
  actionPage(app, {
    ...where,
    name: 'focus',
    body: { focus: EnumIn(pictureFocuses) },
    act: (asked, id, { focus }) => save(asked, id, focus),
  })
}

type ImagePage<Shown> = Where & {
  /** The last part of the address and the id of the field, where a page has several pictures. */
  readonly name?: string
  readonly kind?: 'image' | 'logo'
  /** The tenant that the picture belongs to; that of the host when absent. */
  whose?(shown: Shown): Tenant
  /** @throws AppError not_found */
  read(asked: Asked, id: string): Promise<Shown>
  save(asked: Asked, id: string, imageKey: string | null, shown: Shown): Promise<unknown>
  show(
    asked: Asked,
    shown: Shown,
    state: { readonly filled: null; readonly problems: readonly FormProblem[] },
  ): string | Promise<string>
}

/** Registers the `ImageForm` of one thing: keeps its picture or takes it away, or says what is wrong with the file. */
export function imagePage<Shown>(
  app: FastifyInstance,
  context: Context,
  { of, access, name, kind = 'image', whose, read, save, show }: ImagePage<Shown>,
): void {
  page(app, {
    method: 'POST',
    url: `${of}${name ?? 'image'}/`,
    access,
    forms: 'with_files',
    refusesPicture: true,
    ...(of.includes(':uuid') ? { params: UuidParams } : {}),
    body: Type.Object({ remove: Maybe(BooleanIn) }),
    handler: async (asked) => {
      const { request, body, reply } = asked
      const [id, field] = [idOf(asked), name ?? 'img']
      const shown = await read(asked, id)
      try {
        const imageKey = await takeImage(context, whose?.(shown) ?? request.tenant, request, null, kind)
        if (imageKey === null && body.remove !== true)
          throw new PageRefusal(400, [{ field, detail: deskTexts[request.language].problems.image }])
        await save(asked, id, imageKey, shown)
        return reply.redirect(savedPath(of, id), 303)
      } catch (error) {
        const problems = await explained(error, asked, explainByField({ img: field }))
        return show(asked, shown, { filled: null, problems })
      }
    },
  })
}

/** Reads the id in the address of a page; '': it has none. */
export function idOf({ request: { params } }: Pick<Asked, 'request'>): string {
  return typeof params === 'object' && params !== null && 'uuid' in params ? String(params.uuid) : ''
}

const savedPath = (of: string, id: string) => `${of.replace(':uuid', id)}?done=saved`
