import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import { listMembershipOffers } from '../../features/membership/membership-offers.queries.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { readPlaces } from '../../features/reservation/read-places.ts'
import type { TakenMembership } from '../../features/reservation/take-membership.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { once } from '../../lib/once.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { becomeMemberWithinLimit } from '../../http/become-member-within-limit.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { ArrayIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { amountsIn, PersonFields, personIn, TypedAmounts } from '../../pages/booking/booking-input.ts'
import { answerForm } from '../../pages/form/answer-form.ts'
import { amountId, readTypedAmount } from '../../pages/form/own-amount.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { explainRefusal } from './explain-refusal.ts'
import { type MembershipFormProps, MembershipPage } from './membership-form.tsx'
import type { FilledMembership } from './offers.tsx'
import type { Asked } from '../../http/route.ts'

/** The body of the form. Mild, as the form of an event is: what is wrong in it is said beside the field. */
const MembershipBody = Type.Object({
  key: UuidIn,
  price: Maybe(UuidIn),
  ...PersonFields,
  amount_price: Type.Optional(ArrayIn(UuidIn, { max: 100 })),
  amount: TypedAmounts,
  promotional_code: Maybe(TypedText({ max: 100 })),
})

const pages = pageSection({ url: visitorPaths.membership })

/** The memberships of an organisation, and the form that takes one out, without an account. */
export const registerMembership = pages.register

pages.get('', {
  handler: async (asked) =>
    show(asked.context, asked, await readOffers(asked.context, asked.tenant), { filled: null, problems: [] }),
})

pages.post('', {
  body: MembershipBody,
  handler: async (asked) => {
    const { context, tenant, actor, language, body, reply } = asked
    const filled = filledIn(body)
    const knownEmail = actor.kind === 'account' ? actor.email : null
    const { currency } = tenant
    const input = {
      email: knownEmail ?? normalizeEmail(filled.email),
      priceId: filled.priceId,
      language,
      firstName: filled.firstName,
      lastName: filled.lastName,
      chosenMinor: readTypedAmount(filled.amounts.get(filled.priceId) ?? '', currency),
      promotionalCode: normalizeCode(filled.promotionalCode) || null,
      atDesk: false,
    }
    const repeatable = {
      key: `form ${body.key}`,
      bodyHash: sha256(JSON.stringify(body)),
      render: (taken: TakenMembership) => ({ statusCode: 201, response: orderOf(taken) }),
    }
    // What is left may have changed since the page was made.
    const readNow = once(() => readOffers(context, tenant))
    return answerForm(asked, {
      wrong: problemsOf(filled, { knownEmail, currency, language }),
      act: async () => {
        const answer = await doOnce(() => becomeMemberWithinLimit(context, asked, input, repeatable))
        const id = answer.kind === 'repeated' ? answer.response : orderOf(answer.taken)
        const next = id !== '' && tenant.paysOnline ? '?step=pay' : ''
        return reply.redirect(id === '' ? visitorPaths.account : bookingPath(context, tenant.id, id) + next, 303)
      },
      explain: async (refusal) => {
        const { offers } = await readNow()
        const problem = explainRefusal(refusal, { priceId: filled.priceId, offers, currency, language })
        return problem && [problem]
      },
      again: async (problems) => show(context, asked, await readNow(), { filled, problems }),
    })
  },
})

/** Returns the id of the order; '' when there is none, since the membership was granted at once. */
function orderOf(taken: TakenMembership): string {
  return taken.kind === 'ordered' ? taken.id : ''
}

type Shown = Pick<MembershipFormProps, 'offers' | 'takesCodes'>

/** @throws AppError not_found where nothing is sold */
async function readOffers(context: Context, tenant: Tenant): Promise<Shown> {
  if (!categoryRules[tenant.category].sells) throw new AppError('not_found')
  const read = () =>
    context.database.asTenant(tenant.id, async (tx) => {
      const offers = await listMembershipOffers(tx, context.now())
      const ids = offers.map(({ id }) => id)
      return { offers, takesCodes: await hasPromotionalCodes(tx, context.now(), ids) }
    })
  return readPlaces(context, tenant.id, read, ({ offers }) =>
    offers.some(({ prices }) => prices.some(({ left }) => left === 0)),
  )
}

function show(
  context: Context,
  asked: Asked,
  shown: Shown,
  form: Pick<MembershipFormProps, 'filled' | 'problems'>,
): string {
  const { tenant, actor, language } = asked.request
  const { organisation, host } = tenant
  const words = membershipTexts[language]
  return showPage(
    asked,
    {
      title: words.title,
      description: words.lead({ organisation }),
      canonicalUrl: context.urls.base(host) + visitorPaths.membership,
      forms: 'checked',
    },
    <MembershipPage
      {...shown}
      {...form}
      organisation={organisation}
      repeatKey={newId()}
      knownEmail={actor.kind === 'account' ? actor.email : null}
    />,
  )
}

function filledIn(body: Static<typeof MembershipBody>): FilledMembership {
  return {
    priceId: body.price ?? '',
    amounts: amountsIn(body.amount_price ?? [], body.amount),
    ...personIn(body),
    promotionalCode: body.promotional_code ?? '',
  }
}

type Checked = { readonly knownEmail: string | null; readonly currency: string; readonly language: Language }

/** Lists the problems of the form, with the amount of the chosen price only: that of another price does not matter. */
function problemsOf(
  { priceId, amounts, email }: FilledMembership,
  { knownEmail, currency, language }: Checked,
): readonly FormProblem[] {
  const booking = bookingTexts[language]
  const problem = (field: string, detail: string) => ({ field, detail })
  const typed = amounts.get(priceId)
  const amountWrong = typed !== undefined && readTypedAmount(typed, currency) === null
  return [
    ...(priceId === '' ? [problem('price', membershipTexts[language].choosePlease)] : []),
    ...(amountWrong ? [problem(amountId(priceId), booking.amountWrong[minorDigits(currency)])] : []),
    ...(knownEmail === null && !isEmail(email) ? [problem('email', booking.emailWrong)] : []),
  ]
}
