import { Type } from 'typebox'
import { payTestCheckout, readTestCheckout, type ShownCheckout } from '../../features/payment/test-provider.ts'
import type { Asked } from '../../http/route.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { amountText } from '../../lib/format.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { testPaymentTexts } from '../../messages/site/test-payment.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Back, Facts, Submit } from '../../pages/parts.tsx'
import { TokenParams } from '../sign-in/sign-in.tsx'

const pages = pageSection({ url: visitorPaths.testPayment, params: TokenParams })

/** The page of the test provider, where a visitor of a sandbox says what becomes of the payment (ADR 0272). */
export const registerTestPayment = pages.register

pages.get('', {
  query: Type.Object({ refused: Type.Optional(TextQuery) }),
  handler: async (asked) => {
    const { context, tenant, params, query } = asked
    const checkout = await readTestCheckout(context, tenant, params.token)
    return showCheckout(asked, checkout, { isRefused: query.refused !== undefined })
  },
})

pages.post('', {
  body: Type.Object({ answer: EnumIn(['pay', 'refuse'] as const) }),
  handler: async (asked) => {
    const { context, tenant, params, body, reply } = asked
    if (body.answer === 'pay') await payTestCheckout(context, tenant, params.token)
    const checkout = await readTestCheckout(context, tenant, params.token)
    // Pressed twice, or too late, it leads there all the same: the booking says how it stands.
    if (body.answer === 'pay' || !checkout.isOpen) return reply.redirect(pathOf(checkout.successUrl), 303)
    // A page of its own: one that answers a form is asked to be sent again by whoever comes back to it.
    return reply.redirect(at(visitorPaths.testPayment, { token: params.token }, { refused: '1' }), 303)
  },
})

/** The same page at the host that was asked: a form may lead to no other one, and the organisation may have several. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function showCheckout(asked: Asked, checkout: ShownCheckout, { isRefused }: { readonly isRefused: boolean }): string {
  const { language } = asked.request
  const words = testPaymentTexts[language]
  const { lines, currency, amountMinor, successUrl, cancelUrl, isOpen } = checkout
  const amount = (minor: number) => amountText(minor, currency, language)
  if (!isOpen)
    return showNarrow(asked, { title: words.title, lead: words.over }, <Back to={successUrl}>{words.back}</Back>)
  return showNarrow(
    asked,
    { title: words.title, lead: words.lead },
    <>
      {isRefused ? (
        <p class="problem" role="alert">
          {words.refused}
        </p>
      ) : null}
      <Facts
        facts={[
          ...lines.map(
            ({ name, quantity, unitAmountMinor }) =>
              [`${quantity} × ${name}`, amount(quantity * unitAmountMinor)] as const,
          ),
          [words.total, <strong key="total">{amount(amountMinor)}</strong>],
        ]}
      />
      <form method="post" class="actions">
        <Submit name="answer" value="pay">
          {words.pay({ amount: amount(amountMinor) })}
        </Submit>
        <Submit look="quiet" name="answer" value="refuse">
          {words.refuse}
        </Submit>
      </form>
      <Back to={cancelUrl}>{words.abandon}</Back>
    </>,
  )
}
