import { Type } from 'typebox'
import type { AppError } from '../../errors.ts'
import { normalizeCode } from '../../features/catalog/promotional-code.ts'
import { discountOffer } from '../../features/payment/discount-offer.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { acceptOffer } from '../../features/waiting-list/accept-offer.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { describeFields } from '../../http/describe-fields.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { tryCode } from '../../http/try-code.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { explained } from '../../pages/form/explained.ts'
import { pageSection } from '../../pages/page-section.ts'
import { readBooking, showBooking } from './booked.tsx'
import { enterConfirmation } from './confirmation.ts'
import type { Asked } from '../../http/route.ts'

const pages = pageSection({ params: ProvenParams })

/** A person from the waiting list takes what is held for them, with a promotional code or without; both on the page of the booking. */
export const registerOffer = pages.register

pages.post(visitorPaths.bookingAcceptance, {
  handler: async ({ context, tenant, params, reply }) => {
    const { id } = await readBooking(context, tenant.id, params)
    await acceptOffer(context, tenant, id)
    return reply.redirect(bookingPath(context, tenant.id, id), 303)
  },
})

pages.post(visitorPaths.booking, {
  body: Type.Object({ promotional_code: Maybe(TypedText({ max: 100 })), code: Maybe(TypedText({ max: 100 })) }),
  handler: async (asked) => {
    const { context, tenant, params, body, reply } = asked
    if (body.code !== undefined) return enterConfirmation(context, asked, params, body.code ?? '')
    const { id } = await readBooking(context, tenant.id, params)
    const typed = body.promotional_code ?? ''
    const tried = await tryCode(context, asked, typed)
    try {
      await discountOffer(context, tenant, id, normalizeCode(typed))
      await tried.end()
      return reply.redirect(bookingPath(context, tenant.id, id), 303)
    } catch (error) {
      await tried.end(error)
      const problems = await explained(error, asked, explainCode)
      return showBooking(context, asked, params, { code: { typed, problems } })
    }
  },
})

/** Says what is wrong with the code; null: it is not the code that is wrong. */
function explainCode({ code, details: { fields = {} } }: AppError, { request: { language } }: Asked) {
  const [wrong] = describeFields(fields, language)['promotional_code'] ?? []
  const detail = code === 'promotional_code_used_up' ? refusalTexts[language].errors[code].detail : wrong
  return detail === undefined ? null : [{ field: 'promotional_code', detail }]
}
