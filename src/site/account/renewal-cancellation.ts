import { AppError, isRefusal } from '../../errors.ts'
import { cancelRenewal } from '../../features/membership/cancel-renewal.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { pageSection } from '../../pages/page-section.ts'

const pages = pageSection({
  url: visitorPaths.ownRenewalCancellation,
  params: UuidParams,
  access: { kind: 'signed_in' },
})

/** Where a person cancels that their membership is paid again by itself. */
export const registerOwnRenewalCancellation = pages.register

pages.post('', {
  handler: async ({ context, tenant, actor, params, reply }) => {
    if (actor.kind !== 'account') throw new AppError('not_found')
    try {
      await cancelRenewal(context, tenant, actor, { membershipId: params.uuid, email: actor.email })
    } catch (error) {
      // Pressed twice, or it ended meanwhile: what was wanted is so.
      if (!isRefusal(error, 'invalid_transition')) throw error
    }
    return reply.redirect(`${at(visitorPaths.account, {}, { done: 'renewal-cancelled' })}#memberships`, 303)
  },
})
