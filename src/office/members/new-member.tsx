import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import { findMembership } from '../../features/membership/membership.queries.ts'
import { listOffers } from '../../features/catalog/offers.queries.ts'
import { priceMembershipSale, sellMembership } from '../../features/payment/sell-membership.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { readTypedAmount } from '../../pages/form/own-amount.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { deskSaleFields, type Pricing, sellAsSeen } from '../kit/desk-sale.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { Go } from '../../pages/parts.tsx'
import { type FilledMember, type MemberOffers, NewMemberForm } from './new-member-form.tsx'

/** The body of the form, which lets wrong values pass: the page says beside the field what is wrong. */
const MemberBody = Type.Object({
  ...deskSaleFields,
  price: Maybe(UuidIn),
  amount: Maybe(TypedText({ max: 12 })),
  first_name: Maybe(TypedText({ max: 200 })),
  last_name: Maybe(TypedText({ max: 200 })),
  email: Maybe(TypedText({ max: 254 })),
  promotional_code: Maybe(TypedText({ max: 100 })),
})

const empty: FilledMember = { priceId: '', amount: '', firstName: '', lastName: '', email: '', promotionalCode: '' }

/** Registers the form at the desk by which somebody becomes a member, or stays one for longer (ADR 0159). */
export function registerNewMember(app: FastifyInstance, context: Context): void {
  const shared = { url: paths.newMember, access: staff('people') } as const

  page(app, {
    ...shared,
    method: 'GET',
    query: Type.Object({ member: Type.Optional(UuidIn) }),
    handler: async (asked) => {
      requireSelling(asked.tenant)
      const filled = await fillIn(context, asked.tenant, asked.query.member ?? null)
      return showForm(context, asked, filled, { problems: [], priced: null })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: MemberBody,
    handler: async (asked) => {
      const { tenant, actor, language, body, reply } = asked
      const filled = filledIn(body)
      const show = (form: Pricing) => showForm(context, asked, filled, form)
      const problems = problemsOf(filled, tenant.currency, language)
      if (problems.length > 0) {
        reply.code(400)
        return show({ problems, priced: null })
      }
      const wanted = {
        email: normalizeEmail(filled.email),
        priceId: filled.priceId,
        language,
        firstName: filled.firstName,
        lastName: filled.lastName,
        chosenMinor: readTypedAmount(filled.amount, tenant.currency),
        promotionalCode: normalizeCode(filled.promotionalCode) || null,
      }
      return sellAsSeen(asked, {
        body,
        form: 'member',
        words: membersTexts[language].desk,
        sell: (expectedMinor, payment) => sellMembership(context, tenant, actor, { ...wanted, expectedMinor }, payment),
        price: () => priceMembershipSale(context, tenant, actor, wanted),
        explain: async (refusal) => {
          const { offers } = await readOffers(context, tenant)
          return explain(refusal, { filled, offers, currency: tenant.currency, language })
        },
        show,
        goesOn: (id) => at(paths.member, { uuid: id }, { done: 'granted' }),
      })
    },
  })
}

function filledIn(body: Static<typeof MemberBody>): FilledMember {
  return {
    priceId: body.price ?? '',
    amount: body.amount ?? '',
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    email: body.email ?? '',
    promotionalCode: body.promotional_code ?? '',
  }
}

/** Reads the member to be prolonged, at the price they had. @throws AppError not_found */
async function fillIn(context: Context, tenant: Tenant, memberId: string | null): Promise<FilledMember> {
  if (memberId === null) return empty
  const membership = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, memberId))
  if (!membership || membership.email === '') throw new AppError('not_found')
  const { priceId, firstName, lastName, email } = membership
  return { ...empty, priceId, firstName, lastName, email }
}

async function readOffers(context: Context, tenant: Tenant): Promise<MemberOffers> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const offers = await listOffers(tx, 'membership', context.now(), { publishedOnly: false })
    const ids = offers.map(({ id }) => id)
    return { offers, takesCodes: await hasPromotionalCodes(tx, context.now(), ids) }
  })
}

async function showForm(context: Context, asked: Asked, filled: FilledMember, form: Pricing): Promise<string> {
  const words = membersTexts[asked.request.language]
  return showAdminPage(
    asked,
    { title: words.desk.title, area: 'members', scriptPath: runningTotalScript.path },
    <div class="stack">
      <Go to={paths.members}>{words.everybody}</Go>
      <h1>{words.desk.title}</h1>
      <NewMemberForm
        {...(await readOffers(context, asked.request.tenant))}
        {...form}
        filled={filled}
        repeatKey={newId()}
      />
    </div>,
  )
}

function problemsOf({ priceId, amount, email }: FilledMember, currency: string, language: Language) {
  const { desk } = membersTexts[language]
  const amountWrong = amount !== '' && readTypedAmount(amount, currency) === null
  return [
    ...(priceId === '' ? [{ field: 'price', detail: desk.choosePrice }] : []),
    ...(amountWrong ? [{ field: 'amount', detail: deskTexts[language].problems.amount[minorDigits(currency)] }] : []),
    ...(isEmail(normalizeEmail(email)) ? [] : [{ field: 'email', detail: desk.emailWrong }]),
  ]
}

type Refused = Pick<MemberOffers, 'offers'> & {
  readonly filled: FilledMember
  readonly currency: string
  readonly language: Language
}

/** Explains a refusal. Null: nothing that the form could put right. */
function explain(refusal: AppError, refused: Refused): FormProblem | null {
  const { desk } = membersTexts[refused.language]
  const usedUp = refusalTexts[refused.language].errors.promotional_code_used_up.detail
  const explained: Partial<Record<ErrorCode, readonly [field: string | null, detail: string]>> = {
    sold_out: ['price', desk.soldOut],
    not_on_sale: ['price', desk.gone],
    max_per_user: ['price', desk.overMaximum],
    membership_required: ['price', desk.notMember],
    promotional_code_used_up: ['promotional_code', usedUp],
    // They went back and changed something; the form that is shown now is another one.
    idempotency_mismatch: [null, desk.sentBefore],
    invalid_transition: [null, desk.orderGone],
  }
  const [field, detail] = explained[refusal.code] ?? []
  if (field !== undefined && detail !== undefined) return { field, detail }
  return refusal.code === 'validation_failed' ? explainFields(refusal, refused) : null
}

function explainFields({ details: { fields = {} } }: AppError, { filled, offers, currency, language }: Refused) {
  const { desk } = membersTexts[language]
  const [code] = describeFields(fields, language)['promotional_code'] ?? []
  if (code !== undefined) return { field: 'promotional_code', detail: code }
  const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === filled.priceId)
  if (!fields['custom_amount'] || !price) return { field: 'price', detail: desk.gone }
  const least = amountText(price.amountMinor, currency, language)
  return { field: 'amount', detail: price.openAmount ? desk.belowLeast({ least }) : desk.amountFixed }
}
