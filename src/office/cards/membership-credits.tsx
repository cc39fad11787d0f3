import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  type CreditOrder,
  countMembershipCredits,
  creditOrders,
  listMembershipCredits,
  type MembershipCredit,
} from '../../features/card/membership-credits.queries.ts'
import { reverseMembershipCredit } from '../../features/card/reverse-membership-credit.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { When } from '../../pages/format.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import type { Column } from '../kit/table.tsx'

/** Registers the list of what memberships put on cards as money in former times, with the way to reverse what is left (ADR 0090). */
export function registerMembershipCredits(app: FastifyInstance, context: Context): void {
  const access = staff('people')

  listPage(app, context, {
    url: paths.membershipCredits,
    access,
    area: 'cards',
    narrow: {},
    sorts: { by: creditOrders, usual: '-created' },
    read: ({ request: { tenant } }, { text, ...page }) =>
      context.database.asTenant(tenant.id, async (tx) => ({
        rows: await listMembershipCredits(tx, page),
        count: await countMembershipCredits(tx),
      })),
    show: ({ asked: { request }, found: { count }, done }) => {
      const { title, credits } = cardTexts[request.language]
      return {
        back: [paths.cards, title],
        title: credits.title,
        lead: credits.lead,
        said: saidOf(done, { undone: credits.undone, nothing: credits.nothing }),
        sums: [[credits.title, numberText(count, request.language)]],
        empty: credits.none,
        columns: creditColumns(request.tenant, request.language),
      }
    },
  })

  pressPage(app, {
    url: paths.membershipCreditReversal,
    access,
    act: ({ tenant, actor, params }) => reverseMembershipCredit(context, tenant, actor, params.uuid),
    goesOn: (_, amountMinor) => at(paths.membershipCredits, {}, { done: amountMinor ? 'undone' : 'nothing' }),
  })
}

function creditColumns({ currency }: Tenant, language: Language): readonly Column<MembershipCredit, CreditOrder>[] {
  const { columns, movementColumns, nobodys, credits } = cardTexts[language]
  const amount = (minor: number) => amountText(minor, currency, language)
  return [
    { name: movementColumns.when, sort: 'created', show: ({ createdAt }) => <When at={createdAt} /> },
    { name: columns.whose, show: ({ email }) => email ?? <span class="muted">{nobodys}</span> },
    { name: credits.credited, sort: 'credited', figures: true, show: ({ changeMinor }) => amount(changeMinor) },
    { name: columns.balance, sort: 'balance', figures: true, show: ({ balanceMinor }) => amount(balanceMinor) },
    {
      name: movementColumns.act,
      show: ({ id, email, changeMinor, balanceMinor }) => {
        const left = amount(Math.min(changeMinor, balanceMinor))
        if (balanceMinor === 0) return <span class="muted">{credits.spent}</span>
        return (
          <ActionButton
            action={at(paths.membershipCreditReversal, { uuid: id })}
            label={credits.undoOf({ amount: left, whose: email ?? nobodys })}
          >
            {credits.undo({ amount: left })}
          </ActionButton>
        )
      },
    },
  ]
}
