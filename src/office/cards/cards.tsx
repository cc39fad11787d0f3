import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  findCardByText,
  type ListedPurse,
  listPurses,
  type PurseOrder,
  purseOrders,
  sumPurses,
} from '../../features/card/card-list.queries.ts'
import { hasMembershipCredits } from '../../features/card/membership-credits.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { useTexts } from '../../pages/reader.ts'
import { Go, LinkTo } from '../../pages/parts.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Sum } from '../kit/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

/** Registers the list of the cards at this organisation, with what is on them (ADR 0160). */
export function registerCardList(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.cards,
    access: staff('people'),
    area: 'cards',
    narrow: {},
    sorts: { by: purseOrders, usual: '-created' },
    read: ({ request: { tenant } }, { text, ...rows }) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const card = text === '' ? null : await findCardByText(tx, text, context.now())
        // The number printed on a card leads there at once.
        if (card) return at(paths.card, { tag_id: card.tagId })
        const hasCredits = await hasMembershipCredits(tx)
        const email = text === '' ? null : text
        return { hasCredits, rows: await listPurses(tx, { email, ...rows }), sums: await sumPurses(tx, email) }
      }),
    show: ({
      asked: { request },
      found: {
        hasCredits,
        sums: { count, balanceMinor },
      },
    }) => {
      const { title, search, nobody, empty, everything, credits, desk } = cardTexts[request.language]
      const columns = purseColumns(request.tenant, request.language)
      const foot = hasCredits ? <Go to={paths.membershipCredits}>{credits.title}</Go> : null
      const add = [paths.newTopUp, desk.title] as const
      const { tenant, actor, language } = request
      const sums: readonly Sum[] = [
        [title, numberText(count, language)],
        ...(hasStaffPermission(actor, tenant, 'money')
          ? [[cardTexts[language].columns.balance, amountText(balanceMinor, tenant.currency, language)] as const]
          : []),
      ]
      return { title, add, search, sums, nobody, empty, everything, columns, foot }
    },
  })
}

function purseColumns({ currency }: Tenant, language: Language): readonly Column<ListedPurse, PurseOrder>[] {
  const words = cardTexts[language]
  const { columns } = words
  return [
    {
      name: columns.card,
      show: ({ cards }) =>
        cards.length === 0 ? (
          <span class="muted">{words.noCard}</span>
        ) : (
          cards.map(({ tagId, number }) => (
            <LinkTo key={tagId} to={at(paths.card, { tag_id: tagId })}>
              {number}
            </LinkTo>
          ))
        ),
    },
    { name: columns.whose, show: ({ email }) => email ?? <span class="muted">{words.nobodys}</span> },
    {
      name: columns.balance,
      sort: 'balance',
      figures: true,
      show: ({ balanceMinor }) => amountText(balanceMinor, currency, language),
    },
    {
      name: columns.state,
      bare: true,
      show: ({ cards }) =>
        cards.map(({ tagId, lostAt }) => (
          <span key={tagId} class="tight">
            <CardStanding isLost={lostAt !== null} />
          </span>
        )),
    },
  ]
}

export function CardStanding({ isLost }: { readonly isLost: boolean }) {
  const { states } = useTexts(cardTexts)
  return <Standing sign={isLost ? 'gone' : 'well'}>{isLost ? states.lost : states.usable}</Standing>
}
