import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { findCardByText, type ListedPurse, listPurses } from '../../features/card/card-list.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'

const url = paths.cards

/** What is on cards at this organisation, and the way to one of them (ADR 0160). */
export function registerCardList(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('people'),
    summary: 'Find a card',
    query: Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = cardTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const number = query.page ?? 1
      const { card, purses } = await context.database.asTenant(tenant.id, async (tx) => ({
        card: text === '' ? null : await findCardByText(tx, text, context.now()),
        purses: await listPurses(tx, { email: text === '' ? null : text, ...rowsOf(number) }),
      }))
      // Whoever typed what is printed on a card is there at once.
      if (card) return reply.redirect(`${url}${card.tagId}/`, 303)
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'cards' },
        <div class="stack">
          <h1>{words.title}</h1>
          <ListSearch action={url} label={words.search} text={text} language={language} />
          {purses.length === 0 ? (
            <p class="empty">{text !== '' || number > 1 ? words.nobody : words.empty}</p>
          ) : (
            <Purses purses={purses.slice(0, cardsPerPage)} currency={tenant.currency} language={language} />
          )}
          {text === '' ? null : (
            <p>
              <a class="go" href={url}>
                {words.everything}
              </a>
            </p>
          )}
          <Pager page={number} more={purses.length > cardsPerPage} language={language} query={{ q: text }} />
        </div>,
      )
    },
  })
}

type PursesProps = {
  readonly purses: readonly ListedPurse[]
  readonly currency: string
  readonly language: Language
}

function Purses({ purses, currency, language }: PursesProps) {
  const words = cardTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={purses}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.card,
          show: ({ cards }) =>
            cards.length === 0 ? (
              <span class="muted">{words.noCard}</span>
            ) : (
              cards.map(({ tagId, number }) => (
                <a key={tagId} class="go" href={`${url}${tagId}/`}>
                  {number}
                </a>
              ))
            ),
        },
        {
          name: columns.whose,
          show: ({ email }) => email ?? <span class="muted">{words.nobodys}</span>,
        },
        {
          name: columns.balance,
          figures: true,
          show: ({ balanceMinor }) => amountText(balanceMinor, currency, language),
        },
        {
          name: columns.state,
          show: ({ cards }) =>
            cards.map(({ tagId, lostAt }) => (
              <span key={tagId} class="tight">
                <CardStanding isLost={lostAt !== null} language={language} />
              </span>
            )),
        },
      ]}
    />
  )
}

export function CardStanding({
  isLost,
  language,
}: {
  readonly isLost: boolean
  readonly language: Language
}) {
  const { states } = cardTexts[language]
  return <Standing sign={isLost ? 'gone' : 'well'}>{isLost ? states.lost : states.usable}</Standing>
}
