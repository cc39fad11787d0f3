import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { normalizeNumber } from '../../features/card/card.ts'
import { moneyMethods } from '../../features/payment/payment.ts'
import { priceOrderSale, sellOrder } from '../../features/payment/sell-order.ts'
import { withCardTried } from '../../http/try-code.ts'
import { EnumIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { saleTexts } from '../../messages/office/sale.ts'
import { EmailField, Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { type FilledOrder, orderPage } from '../kit/desk-order.tsx'

type FilledTopUp = FilledOrder & { readonly cardNumber: string }

/** Registers the form at the desk by which staff takes money for a card (ADR 0263). */
export function registerNewTopUp(app: FastifyInstance, context: Context): void {
  orderPage(app, context, {
    url: paths.newTopUp,
    listUrl: paths.cards,
    permission: 'reservations',
    area: 'cards',
    kind: 'cashless_top_up',
    form: 'top-up',
    query: { card: Type.Optional(TextQuery) },
    // Money that nobody paid is put on no card.
    body: { method: Maybe(EnumIn(moneyMethods)), card: Maybe(TypedText({ max: 100 })) },
    words: (language) => ({ ...cardTexts[language].desk, list: cardTexts[language].everything }),
    begin: ({ card = '' }): FilledTopUp => ({ priceId: '', amount: '', cardNumber: card, email: '' }),
    typed: ({ card }) => ({ cardNumber: card ?? '' }),
    check,
    wanted: ({ cardNumber }) => ({
      ...({ kind: 'cashless_top_up', firstName: '', lastName: '', promotionalCode: null } as const),
      cardNumber: normalizeNumber(cardNumber),
    }),
    price: (asked, order) => {
      const { tenant, actor } = asked.request
      return withCardTried(context, asked, order.cardNumber, () => priceOrderSale(context, tenant, actor, order))
    },
    sell: async (asked, order, payment) => {
      const { tenant, actor } = asked.request
      const sell = () => sellOrder(context, tenant, actor, order, payment)
      return (await withCardTried(context, asked, order.cardNumber, sell)).id
    },
    goesOn: (id) => at(paths.reservation, { uuid: id }),
    show: ({ filled, problems }, language) => {
      const { desk } = cardTexts[language]
      return (
        <>
          <Field
            {...{ id: 'card', label: desk.card, help: desk.cardHelp, problems, value: filled.cardNumber }}
            autocomplete="off"
            autocapitalize="characters"
            maxLength={30}
          />
          <EmailField
            {...{ label: desk.email, help: desk.emailHelp, note: deskTexts[language].optional }}
            {...{ problems, value: filled.email }}
          />
        </>
      )
    },
    checkout: (language) => ({
      methods: moneyMethods,
      words: { methods: saleTexts[language].methods, handOver: cardTexts[language].desk.title },
    }),
  })
}

/** Money goes on a card, or to somebody who may have one: one of the two is said, and each is one. */
function check({ cardNumber, email }: FilledTopUp, language: Language): readonly FormProblem[] {
  const { cardOrEmail, emailWrong } = cardTexts[language].desk
  const [hasNumber, hasEmail] = [cardNumber.trim() !== '', email.trim() !== '']
  const isNumberWrong = hasNumber && normalizeNumber(cardNumber) === null
  const isEmailWrong = hasEmail && !isEmail(normalizeEmail(email))
  return [
    ...(hasNumber || hasEmail ? [] : [{ field: 'card', detail: cardOrEmail }]),
    ...(isNumberWrong ? [{ field: 'card', detail: fieldTexts[language].problems.unknown_card }] : []),
    ...(isEmailWrong ? [{ field: 'email', detail: emailWrong }] : []),
  ]
}
