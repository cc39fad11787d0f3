import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import { findMembership } from '../../features/membership/membership.queries.ts'
import { listMembershipOffers } from '../../features/membership/membership-offers.queries.ts'
import { deskMethods } from '../../features/payment/payment.ts'
import { priceMembershipSale, sellMembership } from '../../features/payment/sell-membership.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { EnumIn, IntegerIn, largestInteger, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { readTypedAmount } from '../../pages/form/own-amount.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { takesNothing, wayOf } from '../kit/desk-methods.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { otherTotal, unlessOtherTotal } from '../kit/seen-total.ts'
import { type FilledMember, type MemberOffers, NewMemberForm } from './new-member-form.tsx'

const url = paths.newMember

/** Mild: what is wrong is said beside the field. */
const MemberBody = Type.Object({
  key: UuidIn,
  price: Maybe(UuidIn),
  amount: Maybe(TypedText({ max: 12 })),
  first_name: Maybe(TypedText({ max: 200 })),
  last_name: Maybe(TypedText({ max: 200 })),
  email: Maybe(TypedText({ max: 254 })),
  promotional_code: Maybe(TypedText({ max: 100 })),
  /** Without it nobody becomes a member: the form is shown with what it comes to. */
  method: Maybe(EnumIn([...deskMethods, takesNothing])),
  /** The sum that was shown when the method was pressed, in the smallest unit. */
  seen: Maybe(IntegerIn({ min: 0, max: largestInteger })),
})

const empty: FilledMember = { priceId: '', amount: '', firstName: '', lastName: '', email: '', promotionalCode: '' }

/** Somebody stands at the desk and becomes a member, or stays one for longer (ADR 0159). */
export function registerNewMember(app: FastifyInstance, context: Context): void {
  const access = staff('people')

  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({ member: Type.Optional(UuidIn) }),
    handler: async ({ tenant, query, request, reply }) => {
      requireSelling(tenant)
      const filled = await fillIn(context, tenant, query.member ?? null)
      return showForm(context, { request, reply }, { ...untouched, filled })
    },
  })

  page(app, {
    method: 'POST',
    url,
    access,
    forms: true,
    body: MemberBody,
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(body)
      const again = (form: Partial<Shown>, status: number) => {
        reply.code(status)
        return showForm(context, { request, reply }, { ...untouched, filled, ...form })
      }
      const { currency } = tenant
      const wrong = problemsOf(filled, currency, language)
      if (wrong.length > 0) return again({ problems: wrong }, 400)
      const wanted = {
        email: normalizeEmail(filled.email),
        priceId: filled.priceId,
        language,
        firstName: filled.firstName,
        lastName: filled.lastName,
        chosenMinor: readTypedAmount(filled.amount, currency),
        promotionalCode: normalizeCode(filled.promotionalCode) || null,
      }
      const { way, seen } = wayOf(body)
      try {
        if (way) {
          const payment = { method: way, repeat: repeatOf(body) }
          const asSeen = { ...wanted, expectedMinor: seen ?? 0 }
          const id = await unlessOtherTotal(doOnce(() => sellMembership(context, tenant, actor, asSeen, payment)))
          if (id !== null) return reply.redirect(at(paths.member, { uuid: id }, { done: 'granted' }), 303)
        }
        const priced = await priceMembershipSale(context, tenant, actor, wanted)
        if (!way) return await again({ priced }, 200)
        const words = membersTexts[language].desk
        const detail = otherTotal(priced, seen, { words, currency, language })
        return await again({ priced, problems: [{ field: null, detail }] }, errorStatus.amount_mismatch)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { offers } = await readOffers(context, tenant)
        const problem = explain(error, { filled, offers, currency, language })
        if (problem === null) throw error
        return again({ problems: [problem] }, errorStatus[error.code])
      }
    },
  })
}

/** However it is paid: whoever presses another button the second time still sells once. */
function repeatOf({ method: _, seen: __, key, ...wanted }: Static<typeof MemberBody>) {
  return { key: `member ${key}`, bodyHash: sha256(JSON.stringify(wanted)) }
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

/** Whoever is to be prolonged, at the price they had. @throws AppError not_found */
async function fillIn(context: Context, tenant: Tenant, memberId: string | null): Promise<FilledMember> {
  if (memberId === null) return empty
  const membership = await context.database.asTenant(tenant.id, (tx) => findMembership(tx, memberId))
  if (!membership || membership.email === '') throw new AppError('not_found')
  const { priceId, firstName, lastName, email } = membership
  return { ...empty, priceId, firstName, lastName, email }
}

async function readOffers(context: Context, tenant: Tenant): Promise<MemberOffers> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const offers = await listMembershipOffers(tx, context.now(), { publishedOnly: false })
    const ids = offers.map(({ id }) => id)
    return { offers, takesCodes: await hasPromotionalCodes(tx, context.now(), ids) }
  })
}

type Shown = {
  readonly filled: FilledMember
  readonly problems: readonly FormProblem[]
  /** What the form comes to; null: it was not asked. */
  readonly priced: BookingTotal | null
}

const untouched: Shown = { filled: empty, problems: [], priced: null }

async function showForm(context: Context, { request, reply }: Asked, form: Shown): Promise<string> {
  const { tenant, language } = request
  const title = membersTexts[language].desk.title
  return showAdminPage(
    { request, reply },
    { title, area: 'members', scriptPath: runningTotalScript.path },
    <div class="stack">
      <p>
        <a class="go" href={paths.members}>
          {membersTexts[language].everybody}
        </a>
      </p>
      <h1>{title}</h1>
      <NewMemberForm
        {...(await readOffers(context, tenant))}
        {...form}
        language={language}
        repeatKey={newId()}
        currency={tenant.currency}
      />
    </div>,
  )
}

function problemsOf(
  { priceId, amount, email }: FilledMember,
  currency: string,
  language: Language,
): readonly FormProblem[] {
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

/** Null: nothing the form could put right. */
function explain(error: AppError, { filled, offers, currency, language }: Refused): FormProblem | null {
  const { desk } = membersTexts[language]
  switch (error.code) {
    case 'sold_out':
      return { field: 'price', detail: desk.soldOut }
    case 'not_on_sale':
      return { field: 'price', detail: desk.gone }
    case 'max_per_user':
      return { field: 'price', detail: desk.overMaximum }
    case 'membership_required':
      return { field: 'price', detail: desk.notMember }
    case 'promotional_code_used_up':
      return { field: 'promotional_code', detail: refusalTexts[language].errors.promotional_code_used_up.detail }
    // They went back and changed something; the form that is shown now is another one.
    case 'idempotency_mismatch':
      return { field: null, detail: desk.sentBefore }
    case 'invalid_transition':
      return { field: null, detail: desk.orderGone }
    case 'validation_failed': {
      const { fields = {} } = error.details
      const [code] = describeFields(fields, language)['promotional_code'] ?? []
      if (code !== undefined) return { field: 'promotional_code', detail: code }
      const price = offers.flatMap(({ prices }) => prices).find(({ id }) => id === filled.priceId)
      if (fields['custom_amount'] && price) {
        const least = amountText(price.amountMinor, currency, language)
        return { field: 'amount', detail: price.openAmount ? desk.belowLeast({ least }) : desk.amountFixed }
      }
      return { field: 'price', detail: desk.gone }
    }
    default:
      return null
  }
}
