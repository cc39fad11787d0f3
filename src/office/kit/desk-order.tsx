import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError, ErrorCode } from '../../errors.ts'
import type { StaffPermission } from '../../features/account/role.ts'
import { listOffers, type Offer, type PriceOnOffer } from '../../features/catalog/offers.queries.ts'
import type { OrderKind } from '../../features/catalog/product.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import type { DeskOrder } from '../../features/payment/sell-order.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { type Asked, staff } from '../../http/route.ts'
import { Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { amountText } from '../../lib/format.ts'
import { idsOf, newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { longestAmount, readTypedAmount } from '../../lib/typed-amount.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import type { CardTexts } from '../../messages/office/card.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import type { MembersTexts } from '../../messages/office/members.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { priceText } from '../../pages/booking/price-row.tsx'
import { runningTotalScript, totalParts } from '../../pages/booking/running-total-script.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { Go } from '../../pages/parts.tsx'
import { periodText } from '../../pages/period-text.ts'
import { useReader } from '../../pages/reader.ts'
import type { AdminArea } from './areas.ts'
import { DeskCheckout } from './desk-methods.tsx'
import { deskSaleFields, type Pricing, sellAsSeen } from './desk-sale.ts'
import { showAdminPage } from './frame.tsx'
import { ambiguityOf, amountRule } from './typed.ts'

/** What every order at the desk asks for, as it was typed, so that nobody types it twice. */
export type FilledOrder = { readonly priceId: string; readonly amount: string; readonly email: string }

/** The fields of its form, which let wrong values pass: the page says beside the field what is wrong. */
const orderFields = {
  ...deskSaleFields,
  price: Maybe(UuidIn),
  amount: Maybe(TypedText({ max: 12 })),
  email: Maybe(TypedText({ max: 254 })),
}

/** What members and top-ups say alike. */
type OrderWords = {
  readonly [Name in keyof MembersTexts['desk'] & keyof CardTexts['desk']]: CardTexts['desk'][Name]
}

type Shown<Filled> = {
  readonly filled: Filled
  readonly problems: readonly FormProblem[]
  /** Whether there are codes that take something off. */
  readonly takesCodes: boolean
}

type OrderPage<Query extends TProperties, Body extends TProperties, Filled extends FilledOrder, Wanted> = {
  readonly url: string
  /** The list of what was sold. */
  readonly listUrl: string
  readonly permission: StaffPermission
  readonly area: AdminArea
  readonly kind: OrderKind
  /** The name of the form (`sellAsSeen`). */
  readonly form: string
  readonly query: Query
  /** What the form asks for besides the price, its amount and the address. */
  readonly body: Body
  words(language: Language): OrderWords & {
    /** The text of the link to the list. */
    readonly list: string
    /** What is said beside the price. */
    readonly priceHelp?: string
  }
  /** What the form begins with. @throws AppError not_found */
  begin(query: Static<TObject<Query>>, tenant: Tenant): Filled | Promise<Filled>
  typed(body: Static<TObject<Body>>): Omit<Filled, keyof FilledOrder>
  /** What is wrong besides the price and its amount. */
  check(filled: Filled, language: Language): readonly FormProblem[]
  wanted(filled: Filled): Wanted
  price(asked: Asked, order: OrderedAtDesk & Wanted): Promise<BookingTotal>
  /** @returns the id of what was sold */
  sell(asked: Asked, order: OrderedAtDesk & Wanted, payment: Parameters<DeskSale['sell']>[1]): Promise<string>
  /** The path that the seller is led to. @param id of what was sold */
  goesOn(id: string): string
  /** Set if a price is for some time. */
  readonly hasPeriods?: true
  /** The fields of its own, between the price and the ways to pay. */
  show(shown: Shown<Filled>, language: Language): ComponentChildren
  checkout(language: Language): Pick<Parameters<typeof DeskCheckout>[0], 'methods' | 'words'>
}
type DeskSale = Parameters<typeof sellAsSeen>[1]
type OrderedAtDesk = Pick<DeskOrder, 'email' | 'priceId' | 'language' | 'chosenMinor' | 'expectedMinor'>

/** Registers the form by which one thing is sold at no event, to a person at the desk: pressing a way to pay sells it (ADR 0172). */
export function orderPage<
  const Query extends TProperties,
  const Body extends TProperties,
  Filled extends FilledOrder,
  Wanted,
>(app: FastifyInstance, context: Context, definition: OrderPage<Query, Body, Filled, Wanted>): void {
  const { url, permission, form, words } = definition
  const shared = { url, access: staff(permission) } as const
  const readOffers = ({ id }: Tenant) =>
    context.database.asTenant(id, async (tx) => {
      const offers = await listOffers(tx, definition.kind, context.now(), { publishedOnly: false })
      return { offers, takesCodes: await hasPromotionalCodes(tx, context.now(), idsOf(offers)) }
    })
  const show = async (asked: Asked, filled: Filled, pricing: Pricing) => {
    const { tenant, language } = asked.request
    const { title, list } = words(language)
    return showAdminPage(
      asked,
      { title, area: definition.area, scriptPath: runningTotalScript.path },
      <div class="stack">
        <Go to={definition.listUrl}>{list}</Go>
        <h1>{title}</h1>
        <OrderForm {...{ definition, filled }} {...pricing} {...(await readOffers(tenant))} />
      </div>,
    )
  }
  page(app, {
    ...shared,
    method: 'GET',
    query: Type.Object(definition.query),
    handler: async (asked) => {
      requireSelling(asked.tenant)
      const filled = await definition.begin(asked.query as Static<TObject<Query>>, asked.tenant)
      return show(asked, filled, { problems: [], priced: null })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: Type.Object({ ...orderFields, ...definition.body }),
    handler: async (asked) => {
      const { tenant, language } = asked
      const body = asked.body as Static<TObject<typeof orderFields>> & Static<TObject<Body>>
      const { price: priceId, amount, email } = body
      const asTyped = { priceId: priceId ?? '', amount: amount ?? '', email: email ?? '' }
      const filled = { ...asTyped, ...definition.typed(body) } as Filled
      const chosenMinor = readTypedAmount(filled.amount, tenant.currency)
      const problems = problemsOf(filled, words(language), tenant.currency, language)
      const wrong = [...problems, ...definition.check(filled, language)]
      if (wrong.length > 0) {
        asked.reply.code(400)
        return show(asked, filled, { problems: wrong, priced: null })
      }
      const order = {
        ...{ priceId: filled.priceId, email: normalizeEmail(filled.email), language, chosenMinor },
        ...definition.wanted(filled),
      }
      return sellAsSeen(asked, {
        body,
        form,
        words: words(language),
        sell: (expectedMinor, payment) => definition.sell(asked, { ...order, expectedMinor }, payment),
        price: () => definition.price(asked, order),
        explain: async (refusal) => {
          const { offers } = await readOffers(tenant)
          return explain(refusal, { filled, offers, words: words(language), currency: tenant.currency, language })
        },
        show: (pricing) => show(asked, filled, pricing),
        goesOn: definition.goesOn,
      })
    },
  })
}

function problemsOf({ priceId, amount }: FilledOrder, words: OrderWords, currency: string, language: Language) {
  const isAmountWrong = amount !== '' && readTypedAmount(amount, currency) === null
  const amountWrong =
    ambiguityOf(amount, currency, language) ?? deskTexts[language].problems.amount[minorDigits(currency)]
  return [
    ...(priceId === '' ? [{ field: 'price', detail: words.choosePrice }] : []),
    ...(isAmountWrong ? [{ field: 'amount', detail: amountWrong }] : []),
  ]
}

type Refused = {
  readonly filled: FilledOrder
  readonly offers: readonly Offer[]
  readonly words: OrderWords
  readonly currency: string
  readonly language: Language
}

/** Explains a refusal. Null: nothing that the form could put right. */
function explain(refusal: AppError, refused: Refused): FormProblem | null {
  const { words, language } = refused
  const explained: Partial<Record<ErrorCode, readonly [field: string | null, detail: string]>> = {
    sold_out: ['price', words.soldOut],
    not_on_sale: ['price', words.gone],
    max_per_user: ['price', words.overMaximum],
    membership_required: ['price', words.notMember],
    promotional_code_used_up: ['promotional_code', refusalTexts[language].errors.promotional_code_used_up.detail],
    // They went back and changed something; the form that is shown now is another one.
    idempotency_mismatch: [null, words.sentBefore],
    invalid_transition: [null, words.orderGone],
  }
  const [field, detail] = explained[refusal.code] ?? []
  if (field !== undefined && detail !== undefined) return { field, detail }
  return refusal.code === 'validation_failed' ? explainFields(refusal, refused) : null
}

function explainFields({ details: { fields = {} } }: AppError, refused: Refused): FormProblem {
  const { filled, offers, words, currency, language } = refused
  const said = describeFields(fields, language)
  for (const field of ['promotional_code', 'card']) {
    const [detail] = said[field] ?? []
    if (detail !== undefined) return { field, detail }
  }
  const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === filled.priceId)
  if (!fields['custom_amount'] || !price) return { field: 'price', detail: words.gone }
  if (!price.openAmount) return { field: 'amount', detail: words.amountFixed }
  const least = amountText(price.amountMinor, currency, language)
  const [tooLittle = ''] = said['custom_amount'] ?? []
  const isNothing = fields['custom_amount'].includes('top_up_above_zero')
  return { field: 'amount', detail: isNothing ? tooLittle : words.belowLeast({ least }) }
}

type OrderFormProps<Filled extends FilledOrder> = Shown<Filled> &
  Pricing & {
    readonly definition: Pick<
      OrderPage<TProperties, TProperties, Filled, unknown>,
      'url' | 'words' | 'hasPeriods' | 'show' | 'checkout'
    >
    readonly offers: readonly Offer[]
  }

/** Asks for the price, for whom, and how it was paid. */
function OrderForm<Filled extends FilledOrder>({ definition, offers, priced, ...shown }: OrderFormProps<Filled>) {
  const { currency, language } = useReader()
  const words = definition.words(language)
  const { filled, problems } = shown
  if (offers.length === 0)
    return (
      <>
        <Problems problems={problems} title={words.refused} />
        <p class="empty">
          {words.nothing} <a href={paths.products}>{words.toProducts}</a>
        </p>
      </>
    )
  const prices = offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })))
  return (
    <form class="panel stack narrow" method="post" action={definition.url} noValidate>
      <Problems problems={problems} title={words.refused} />
      <p class="prose">{words.lead}</p>
      {/* By which a second press of a button sells nothing more. */}
      <input type="hidden" name="key" value={newId()} />
      <PriceChoice {...{ definition, prices, problems }} chosen={filled.priceId} />
      {prices.some(({ price }) => price.openAmount) ? (
        <Field
          {...{ id: 'amount', label: words.amount, help: words.amountHelp, note: deskTexts[language].optional }}
          {...{ problems, value: filled.amount }}
          inputMode="decimal"
          autocomplete="off"
          maxLength={longestAmount}
          rule={amountRule(currency, language)}
        />
      ) : null}
      {definition.show(shown, language)}
      <DeskCheckout
        prices={prices.map(({ price }) => price)}
        count={words.one}
        counted={{ nothing: words.nothingChosen, places: { one: words.one, other: words.one } }}
        {...definition.checkout(language)}
        priced={priced}
      />
    </form>
  )
}

type PriceChoiceProps<Filled extends FilledOrder> = Pick<OrderFormProps<Filled>, 'definition' | 'problems'> & {
  readonly prices: readonly { readonly offer: Offer; readonly price: PriceOnOffer }[]
  readonly chosen: string
}

/** Chooses the only price where there is just one: "Friend of the house · Reduced · €12.00, for a year". */
function PriceChoice<Filled extends FilledOrder>(props: PriceChoiceProps<Filled>) {
  const { definition, prices, chosen, problems } = props
  const reader = useReader()
  const words = definition.words(reader.language)
  const textOf = (offer: Offer, price: PriceOnOffer) => {
    const name = price.name === offer.name ? offer.name : `${offer.name} · ${price.name}`
    const left = price.left === 0 ? ` (${membershipTexts[reader.language].soldOut})` : ''
    const period = definition.hasPeriods ? `, ${periodText(price.period, reader)}` : ''
    return `${name} · ${priceText(price, reader.currency, reader.language)}${period}${left}`
  }
  const [only] = prices
  return (
    <Choice
      {...{ id: 'price', label: words.price, help: words.priceHelp, problems }}
      value={chosen === '' && prices.length === 1 && only ? only.price.id : chosen}
      options={[
        ['', words.choose],
        ...prices.map(({ offer, price }) => [price.id, textOf(offer, price), false, countedAt(price)] as const),
      ]}
    />
  )
}

/** Attributes by which the script knows what it costs. */
function countedAt({ amountMinor, openAmount }: PriceOnOffer) {
  return { [totalParts.amount]: amountMinor, ...(openAmount ? { [totalParts.amountField]: 'amount' } : {}) }
}
