import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type AppError, orNotFound } from '../../errors.ts'
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
import { actionPage } from '../kit/action-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { ListSearch } from '../kit/list-search.tsx'
import { saidOf } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { CardRows } from './card-rows.tsx'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'
import type { Asked } from '../../http/route.ts'

const url = rootRooms.cards
/** The most problems that are listed: with more it is another file than was meant. */
const mostProblems = 20

const ofCard = { tag_id: TypedText({ max: 20 }) }

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
    access: superUser,
    query: Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
    handler: ({ language, query, request, reply }) =>
      show(context, { request, reply }, [], {
        text: (query.q ?? '').slice(0, longestSearch),
        page: query.page ?? 1,
        done: doneWords(query.done ?? '', language),
      }),
  })
  registerLink(app, context)
  registerCardActions(app, context)
  registerImport(app, context)
}

function registerLink(app: FastifyInstance, context: Context): void {
  actionPage(app, {
    of: url,
    name: 'links',
    access: superUser,
    body: { ...ofCard, email: Maybe(TypedText({ max: 300 })) },
    act: async ({ request: { actor, language } }, _, body) => {
      const [tagId, typed] = [tagOf(body.tag_id), body.email ?? '']
      const detail = rootCardsTexts[language].emailWrong
      if (!isEmail(typed)) throw new PageRefusal(400, [{ field: `email-${tagId}`, detail }])
      const email = normalizeEmail(typed)
      await linkCard(context, tagId, email)
      const personal = [{ field: 'email', personEmail: email, after: email }]
      await noteAtRoot(context, actor, 'card.linked', null, { after: { card: tagId }, personal })
      return tagId
    },
    goesOn: (tagId) => `${url}?q=${tagId}&done=linked`,
    refused: {
      explain: ({ code }, { request: { language } }, body) => {
        const detail = rootCardsTexts[language].linkedElsewhere
        return code === 'card_linked' ? [{ field: `email-${tagOf(body.tag_id)}`, detail }] : null
      },
      show: (asked, _, problems, body) =>
        show(context, asked, problems, { text: tagOf(body.tag_id), page: 1, done: null, typed: body.email ?? '' }),
    },
  })
}

/** Actions on one card, by the last part of the address. */
const cardActions = {
  removal: { done: 'unlinked', action: 'card.unlinked', act: unlinkCard },
  loss: { done: 'lost', action: 'card.lost', act: reportLostCard },
  unblocking: { done: 'unblocked', action: 'card.unblocked', act: unblockCard },
} as const

function registerCardActions(app: FastifyInstance, context: Context): void {
  for (const name of ['removal', 'loss', 'unblocking'] as const) {
    const { done, action, act } = cardActions[name]
    actionPage(app, {
      of: url,
      name,
      access: superUser,
      body: ofCard,
      act: async ({ request: { actor } }, _, body) => {
        const tagId = tagOf(body.tag_id)
        const isDone = await act(context, tagId)
        if (isDone !== false) await noteAtRoot(context, actor, action, null, { after: { card: tagId } })
        return tagId
      },
      goesOn: (tagId) => `${url}?q=${tagId}&done=${done}`,
    })
  }
}

function registerImport(app: FastifyInstance, context: Context): void {
  actionPage(app, {
    of: url,
    name: 'many',
    access: superUser,
    withFiles: true,
    body: {},
    act: async ({ request: { actor, language, uploads } }) => {
      const file = uploads.get('cards')
      const text = file === undefined || file.length === 0 ? null : decodeText(file)
      if (text === null) throw new PageRefusal(400, [{ field: 'cards', detail: rootCardsTexts[language].noFile }])
      const made = await importCards(context, text)
      await noteAtRoot(context, actor, 'card.imported', null, { after: { count: made.imported } })
      return made
    },
    goesOn: ({ imported, known }) => `${url}?done=imported-${imported}-${known}`,
    refused: {
      explain: ({ details: { fields } }, { request: { language } }) =>
        fields === undefined ? null : explainLines(fields, language),
      show: (asked, _, problems) => show(context, asked, problems, { text: '', page: 1, done: null }),
    },
  })
}

/** Reads the tag in the address. @throws AppError not_found: no tag is written like this */
function tagOf(text: string): string {
  return orNotFound(normalizeTag(text))
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

function doneWords(done: string, language: Language): string | null {
  const words = rootCardsTexts[language]
  const [, imported, known] = /^imported-(\d{1,9})-(\d{1,9})$/.exec(done) ?? []
  if (imported !== undefined) return words.imported({ imported: Number(imported), known: Number(known) })
  return saidOf(done, words.done)
}

async function show(
  context: Context,
  asked: Asked,
  problems: readonly FormProblem[],
  { text, page: number, done, typed = '' }: Look,
): Promise<string> {
  const { language } = asked.request
  const words = rootCardsTexts[language]
  const title = rootTexts[language].rooms.cards
  const cards = await context.database.asServer((tx) => searchCards(tx, { text, ...rowsOf(number) }))
  return showRootRoom(
    asked,
    { title, room: 'cards', lead: words.lead, said: done },
    <Problems problems={problems} title={deskTexts[language].refused} />,
    <ListSearch action={url} label={words.search} text={text} />,
    cards.length === 0 ? (
      <p class="empty">{text === '' ? words.none : words.nothingFound}</p>
    ) : (
      <CardRows cards={cards.slice(0, cardsPerPage)} {...{ problems, typed }} />
    ),
    <Pager page={number} more={cards.length > cardsPerPage} query={{ q: text }} />,
    <h2>{words.importTitle}</h2>,
    <form class="narrow" method="post" action={`${url}many/`} enctype="multipart/form-data">
      <FileField
        id="cards"
        label={words.file}
        help={words.importHelp}
        accept=".csv,.txt,text/csv,text/plain"
        problems={problems}
        required
      />
      <Submit look="quiet">{words.importButton}</Submit>
    </form>,
  )
}
