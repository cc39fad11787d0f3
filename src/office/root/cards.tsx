import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { searchCards } from '../../features/card/card.queries.ts'
import { normalizeTag } from '../../features/card/card.ts'
import { importCards } from '../../features/card/import-cards.ts'
import { linkCard } from '../../features/card/link-card.ts'
import { reportLostCard } from '../../features/card/report-lost-card.ts'
import { unblockCard } from '../../features/card/unblock-card.ts'
import { unlinkCard } from '../../features/card/unlink-card.ts'
import { noteAtRoot } from '../../features/tenant/note-at-root.ts'
import { decodeText } from '../../lib/csv.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { rootCardsTexts } from '../../messages/office/root-cards.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { Done } from '../../pages/form/done.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { CardRows } from './card-rows.tsx'
import { showRootPage } from './frame.tsx'
import { rootRooms } from './rooms.ts'
import type { Asked } from '../../http/route.ts'

const access = { kind: 'super_user' } as const
const url = rootRooms.cards
/** More would be another file than was meant. */
const mostProblems = 20

const CardBody = Type.Object({ tag_id: TypedText({ max: 20 }) })

type Look = {
  readonly text: string
  readonly page: number
  readonly done: string | null
  /** The address that was refused. */
  readonly typed?: string
}

/** The cards of the whole server: whose they are, which are lost, and a list of new ones (ADR 0091). */
export function registerRootCards(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
    handler: ({ language, query, request, reply }) =>
      show(context, { request, reply }, [], {
        text: (query.q ?? '').slice(0, longestSearch),
        page: query.page ?? 1,
        done: saidOf(query.done ?? '', language),
      }),
  })

  page(app, {
    method: 'POST',
    url: `${url}links/`,
    access,
    forms: true,
    body: Type.Object({ ...CardBody.properties, email: Maybe(TypedText({ max: 300 })) }),
    handler: async ({ actor, language, body, request, reply }) => {
      const words = rootCardsTexts[language]
      const [tagId, typed] = [tagOf(body.tag_id), body.email ?? '']
      const refuse = (detail: string, status: number) => {
        reply.code(status)
        const look = { text: tagId, page: 1, done: null, typed }
        return show(context, { request, reply }, [{ field: `email-${tagId}`, detail }], look)
      }
      if (!isEmail(typed)) return refuse(words.emailWrong, 400)
      const email = normalizeEmail(typed)
      try {
        await linkCard(context, tagId, email)
      } catch (error) {
        if (error instanceof AppError && error.code === 'card_linked') return refuse(words.linkedElsewhere, 409)
        throw error
      }
      await noteAtRoot(context, actor, {
        action: 'card.linked',
        subjectId: null,
        after: { card: tagId },
        personal: [{ field: 'email', personEmail: email, after: email }],
      })
      return reply.redirect(`${url}?q=${tagId}&done=linked`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}removal/`,
    access,
    forms: true,
    body: CardBody,
    handler: async ({ actor, body, reply }) => {
      const tagId = tagOf(body.tag_id)
      await unlinkCard(context, tagId)
      await noteAtRoot(context, actor, { action: 'card.unlinked', subjectId: null, after: { card: tagId } })
      return reply.redirect(`${url}?q=${tagId}&done=unlinked`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}loss/`,
    access,
    forms: true,
    body: CardBody,
    handler: async ({ actor, body, reply }) => {
      const tagId = tagOf(body.tag_id)
      await reportLostCard(context, tagId)
      await noteAtRoot(context, actor, { action: 'card.lost', subjectId: null, after: { card: tagId } })
      return reply.redirect(`${url}?q=${tagId}&done=lost`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}unblocking/`,
    access,
    forms: true,
    body: CardBody,
    handler: async ({ actor, body, reply }) => {
      const tagId = tagOf(body.tag_id)
      const wasBlocked = await unblockCard(context, tagId)
      const note = { action: 'card.unblocked', subjectId: null, after: { card: tagId } } as const
      if (wasBlocked) await noteAtRoot(context, actor, note)
      return reply.redirect(`${url}?q=${tagId}&done=unblocked`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}many/`,
    access,
    forms: 'with_files',
    body: Type.Object({}),
    handler: async ({ actor, language, request, reply }) => {
      const refuse = (problems: readonly FormProblem[]) => {
        reply.code(400)
        return show(context, { request, reply }, problems, { text: '', page: 1, done: null })
      }
      const file = request.uploads.get('cards')
      const text = file === undefined || file.length === 0 ? null : decodeText(file)
      if (text === null) return refuse([{ field: 'cards', detail: rootCardsTexts[language].noFile }])
      try {
        const { imported, known } = await importCards(context, text)
        await noteAtRoot(context, actor, { action: 'card.imported', subjectId: null, after: { count: imported } })
        return reply.redirect(`${url}?done=imported-${imported}-${known}`, 303)
      } catch (error) {
        if (!(error instanceof AppError) || error.details.fields === undefined) throw error
        return refuse(explainLines(error.details.fields, language))
      }
    },
  })
}

/** @throws AppError not_found: nothing is read so */
function tagOf(text: string): string {
  const tagId = orNotFound(normalizeTag(text))
  return tagId
}

function explainLines(fields: NonNullable<AppError['details']['fields']>, language: Language): readonly FormProblem[] {
  const words = rootCardsTexts[language]
  const lines = Object.entries(describeFields(fields, language))
  const said = lines
    .slice(0, mostProblems)
    .map(([line, [problem = '']]) => words.line({ number: line.replace(/\D/g, ''), problem }))
  const left = lines.length - said.length
  return [...said, ...(left > 0 ? [words.moreLines({ count: left })] : [])].map((detail) => ({
    field: 'cards',
    detail,
  }))
}

function saidOf(done: string, language: Language): string | null {
  const words = rootCardsTexts[language]
  const [, imported, known] = /^imported-(\d{1,9})-(\d{1,9})$/.exec(done) ?? []
  if (imported !== undefined) return words.imported({ imported: Number(imported), known: Number(known) })
  return Object.entries(words.done).find(([action]) => action === done)?.[1] ?? null
}

async function show(
  context: Context,
  { request, reply }: Asked,
  problems: readonly FormProblem[],
  { text, page: number, done, typed = '' }: Look,
): Promise<string> {
  const { language } = request
  const words = rootCardsTexts[language]
  const title = rootTexts[language].rooms.cards
  const cards = await context.database.asServer((tx) => searchCards(tx, { text, ...rowsOf(number) }))
  return showRootPage(
    { request, reply },
    { title, room: 'cards' },
    <div class="stack">
      <h1>{title}</h1>
      <p class="prose">{words.lead}</p>
      <Done>{done}</Done>
      <Problems problems={problems} title={deskTexts[language].refused} />
      <ListSearch action={url} label={words.search} text={text} language={language} />
      {cards.length === 0 ? (
        <p class="empty">{text === '' ? words.none : words.nothingFound}</p>
      ) : (
        <CardRows cards={cards.slice(0, cardsPerPage)} {...{ problems, typed, language }} />
      )}
      <Pager page={number} more={cards.length > cardsPerPage} language={language} query={{ q: text }} />
      <h2>{words.importTitle}</h2>
      <form class="narrow" method="post" action={`${url}many/`} enctype="multipart/form-data">
        <FileField
          id="cards"
          label={words.file}
          help={words.importHelp}
          accept=".csv,.txt,text/csv,text/plain"
          problems={problems}
          required
        />
        <button class="button quiet" type="submit">
          {words.importButton}
        </button>
      </form>
    </div>,
  )
}
