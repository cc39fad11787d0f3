import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError, ErrorCode } from '../../errors.ts'
import { normalizeNumber } from '../../features/card/card.ts'
import { listOffers, type Offer } from '../../features/catalog/offers.queries.ts'
import { moneyMethods } from '../../features/payment/payment.ts'
import { priceOrderSale, sellOrder } from '../../features/payment/sell-order.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { type Asked, staff } from '../../http/route.ts'
import { withCardTried } from '../../http/try-code.ts'
import { Maybe, EnumIn, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { amountText } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { readTypedAmount } from '../../pages/form/own-amount.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { Go } from '../../pages/parts.tsx'
import { deskSaleFields, type Pricing, sellAsSeen } from '../kit/desk-sale.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { type FilledTopUp, NewTopUpForm } from './new-top-up-form.tsx'

/** The body of the form, which lets wrong values pass: the page says beside the field what is wrong. */
const TopUpBody = Type.Object({
  ...deskSaleFields,
  // Money that nobody paid is put on no card.
  method: Maybe(EnumIn(moneyMethods)),
  price: Maybe(UuidIn),
  amount: Maybe(TypedText({ max: 12 })),
  card: Maybe(TypedText({ max: 100 })),
  email: Maybe(TypedText({ max: 254 })),
})

/** Registers the form at the desk by which staff takes money for a card (ADR 0263). */
export function registerNewTopUp(app: FastifyInstance, context: Context): void {
  const shared = { url: paths.newTopUp, access: staff('reservations') } as const

  page(app, {
    ...shared,
    method: 'GET',
    query: Type.Object({ card: Type.Optional(TextQuery) }),
    handler: async (asked) => {
      requireSelling(asked.tenant)
      const filled = { priceId: '', amount: '', cardNumber: asked.query.card ?? '', email: '' }
      return showForm(context, asked, filled, { problems: [], priced: null })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: TopUpBody,
    handler: async (asked) => {
      const { tenant, actor, language, body, reply } = asked
      const filled = filledIn(body)
      const show = (form: Pricing) => showForm(context, asked, filled, form)
      const problems = problemsOf(filled, tenant.currency, language)
      if (problems.length > 0) {
        reply.code(400)
        return show({ problems, priced: null })
      }
      const cardNumber = normalizeNumber(filled.cardNumber)
      const wanted = {
        kind: 'cashless_top_up',
        email: normalizeEmail(filled.email),
        firstName: '',
        lastName: '',
        cardNumber,
        priceId: filled.priceId,
        language,
        chosenMinor: readTypedAmount(filled.amount, tenant.currency),
        promotionalCode: null,
      } as const
      return sellAsSeen(asked, {
        body,
        form: 'top-up',
        words: cardTexts[language].desk,
        sell: async (expectedMinor, payment) => {
          const sell = () => sellOrder(context, tenant, actor, { ...wanted, expectedMinor }, payment)
          return (await withCardTried(context, asked, cardNumber, sell)).id
        },
        price: () => withCardTried(context, asked, cardNumber, () => priceOrderSale(context, tenant, actor, wanted)),
        explain: async (refusal) => {
          const offers = await readOffers(context, tenant)
          return explain(refusal, { filled, offers, currency: tenant.currency, language })
        },
        show,
        goesOn: (id) => at(paths.reservation, { uuid: id }),
      })
    },
  })
}

function filledIn(body: Static<typeof TopUpBody>): FilledTopUp {
  return { priceId: body.price ?? '', amount: body.amount ?? '', cardNumber: body.card ?? '', email: body.email ?? '' }
}

function readOffers(context: Context, { id }: Tenant): Promise<readonly Offer[]> {
  return context.database.asTenant(id, (tx) =>
    listOffers(tx, 'cashless_top_up', context.now(), { publishedOnly: false }),
  )
}

async function showForm(context: Context, asked: Asked, filled: FilledTopUp, form: Pricing): Promise<string> {
  const { tenant, language } = asked.request
  const words = cardTexts[language]
  return showAdminPage(
    asked,
    { title: words.desk.title, area: 'cards', scriptPath: runningTotalScript.path },
    <div class="stack">
      <Go to={paths.cards}>{words.everything}</Go>
      <h1>{words.desk.title}</h1>
      <NewTopUpForm {...form} offers={await readOffers(context, tenant)} filled={filled} repeatKey={newId()} />
    </div>,
  )
}

function problemsOf({ priceId, amount, cardNumber, email }: FilledTopUp, currency: string, language: Language) {
  const { desk } = cardTexts[language]
  const amountWrong = amount !== '' && readTypedAmount(amount, currency) === null
  const isNobodys = cardNumber.trim() === '' && email.trim() === ''
  const numberWrong = cardNumber.trim() !== '' && normalizeNumber(cardNumber) === null
  const emailWrong = email.trim() !== '' && !isEmail(normalizeEmail(email))
  return [
    ...(priceId === '' ? [{ field: 'price', detail: desk.choosePrice }] : []),
    ...(amountWrong ? [{ field: 'amount', detail: deskTexts[language].problems.amount[minorDigits(currency)] }] : []),
    ...(isNobodys ? [{ field: 'card', detail: desk.cardOrEmail }] : []),
    ...(numberWrong ? [{ field: 'card', detail: fieldTexts[language].problems.unknown_card }] : []),
    ...(emailWrong ? [{ field: 'email', detail: desk.emailWrong }] : []),
  ]
}

type Refused = {
  readonly filled: FilledTopUp
  readonly offers: readonly Offer[]
  readonly currency: string
  readonly language: Language
}

/** Explains a refusal. Null: nothing that the form could put right. */
function explain(refusal: AppError, refused: Refused): FormProblem | null {
  const { desk } = cardTexts[refused.language]
  const explained: Partial<Record<ErrorCode, readonly [field: string | null, detail: string]>> = {
    sold_out: ['price', desk.soldOut],
    not_on_sale: ['price', desk.gone],
    max_per_user: ['price', desk.overMaximum],
    membership_required: ['price', desk.notMember],
    // They went back and changed something; the form that is shown now is another one.
    idempotency_mismatch: [null, desk.sentBefore],
    invalid_transition: [null, desk.orderGone],
  }
  const [field, detail] = explained[refusal.code] ?? []
  if (field !== undefined && detail !== undefined) return { field, detail }
  return refusal.code === 'validation_failed' ? explainFields(refusal, refused) : null
}

function explainFields({ details: { fields = {} } }: AppError, { filled, offers, currency, language }: Refused) {
  const { desk } = cardTexts[language]
  const said = describeFields(fields, language)
  const [ofCard] = said['card'] ?? []
  if (ofCard !== undefined) return { field: 'card', detail: ofCard }
  const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === filled.priceId)
  if (!fields['custom_amount'] || !price) return { field: 'price', detail: desk.gone }
  if (!price.openAmount) return { field: 'amount', detail: desk.amountFixed }
  const least = amountText(price.amountMinor, currency, language)
  const [tooLittle = ''] = said['custom_amount'] ?? []
  const isNothing = fields['custom_amount'].includes('top_up_above_zero')
  return { field: 'amount', detail: isNothing ? tooLittle : desk.belowLeast({ least }) }
}
