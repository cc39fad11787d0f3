import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { hasPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { newId } from '../../lib/ids.ts'
import { once } from '../../lib/once.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import type { Asked } from '../../http/route.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { PersonFields, personIn } from '../../pages/booking/booking-input.ts'
import { answerForm } from '../../pages/form/answer-form.ts'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { explainRefusal } from '../order/explain-refusal.ts'
import { choiceIn, chosenAmount, OrderFields, orderByForm, problemsOf, readOffers } from '../order/order-form.ts'
import { type FilledMembership, type MembershipFormProps, MembershipPage } from './membership-form.tsx'

const MembershipBody = Type.Object({
  ...OrderFields,
  ...PersonFields,
  promotional_code: Maybe(TypedText({ max: 100 })),
})

const pages = pageSection({ url: visitorPaths.membership })

/** The memberships of an organisation, and the form that takes one out, without an account. */
export const registerMembership = pages.register

pages.get('', {
  handler: async (asked) =>
    show(asked.context, asked, await readShown(asked.context, asked.tenant), { filled: null, problems: [] }),
})

pages.post('', {
  body: MembershipBody,
  handler: async (asked) => {
    const { context, tenant, actor, language, body } = asked
    const filled = filledIn(body)
    const knownEmail = actor.kind === 'account' ? actor.email : null
    const { currency } = tenant
    const words = membershipTexts[language]
    const input = {
      kind: 'membership',
      email: knownEmail ?? normalizeEmail(filled.email),
      priceId: filled.priceId,
      language,
      firstName: filled.firstName,
      lastName: filled.lastName,
      cardNumber: null,
      chosenMinor: chosenAmount(filled, currency),
      promotionalCode: normalizeCode(filled.promotionalCode) || null,
      atDesk: false,
    } as const
    // What is left may have changed since the page was made.
    const readNow = once(() => readShown(context, tenant))
    return answerForm(asked, {
      wrong: problemsOf(filled, { knownEmail, currency, language, choosePlease: words.choosePlease }),
      act: () => orderByForm(context, asked, input, body),
      explain: async (refusal) => {
        const { offers } = await readNow()
        const refused = { words, path: visitorPaths.membership, priceId: filled.priceId, offers, currency, language }
        const problem = explainRefusal(refusal, refused)
        return problem && [problem]
      },
      again: async (problems) => show(context, asked, await readNow(), { filled, problems }),
    })
  },
})

type Shown = Pick<MembershipFormProps, 'offers' | 'takesCodes'>

/** @throws AppError not_found where nothing is sold */
async function readShown(context: Context, tenant: Tenant): Promise<Shown> {
  const offers = await readOffers(context, tenant, 'membership')
  const ids = offers.map(({ id }) => id)
  const takesCodes = await context.database.asTenant(tenant.id, (tx) => hasPromotionalCodes(tx, context.now(), ids))
  return { offers, takesCodes }
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
  const lead = words.lead({ organisation })
  return showPage(
    asked,
    {
      title: words.title,
      description: lead,
      canonicalUrl: context.urls.base(host) + visitorPaths.membership,
      forms: 'checked',
    },
    <MembershipPage
      {...shown}
      {...form}
      lead={lead}
      renewals={tenant.paysOnline ? (tenant.sandbox ? 'not_in_tests' : 'by_itself') : 'none'}
      repeatKey={newId()}
      knownEmail={actor.kind === 'account' ? actor.email : null}
    />,
  )
}

function filledIn(body: Static<typeof MembershipBody>): FilledMembership {
  return { ...choiceIn(body), ...personIn(body), promotionalCode: body.promotional_code ?? '' }
}
