import type { TenantTx } from '../../db/database.ts'
import { amountText, dayText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { findProduct } from '../catalog/catalog.queries.ts'
import { briefly, pictureOf } from '../catalog/sold-product.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { membershipLetter } from './mail-texts.ts'
import type { Membership } from './membership.queries.ts'
import { untilText } from './until-text.ts'

/**
 * Mails a person that a membership was granted, in the transaction that granted it or after.
 *
 * @param told `unasked`: nobody has shown that the person asked for it; not needed for one from a booking, where it is known
 */
export async function tellMember(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  membership: Membership,
  { language, unasked }: { readonly language: Language; readonly unasked: boolean },
): Promise<void> {
  const product = await findProduct(tx, membership.productId)
  if (!product) throw new Error('the product of a membership is missing')
  const reading = { timeZone: tenant.timeZone, language, now: null }
  const { validFrom, validUntil } = membership
  const host = deps.urls.base(tenant.host)
  const price = product.prices.find(({ id }) => id === membership.priceId)
  await queueMail(deps, tx, {
    ...membershipLetter(language, {
      organisation: tenant.organisation,
      membership: product.name,
      about: briefly({ shortDescription: null, longDescription: null, ...price, product }),
      ...pictureOf(product, host),
      termsUrl: isWebAddress(product.termsUrl) ? product.termsUrl : null,
      from: dayText({ ...reading, at: validFrom }),
      until: validUntil === null ? null : untilText({ validFrom, validUntil }, reading),
      number: membership.number === null ? null : String(membership.number),
      renewal: renewalText(membership, tenant, reading),
      url: host + visitorPaths.account,
    }),
    recipient: membership.email,
    unasked,
    ...(membership.reservationId === null ? {} : { reservationId: membership.reservationId }),
  })
}

/** When and for how much it is paid again by itself; null: it is not. */
function renewalText(
  { renewalState, renewsAt, renewalMinor }: Membership,
  { currency }: Tenant,
  reading: Omit<Parameters<typeof dayText>[0], 'at'>,
) {
  if (renewalState !== 'running' || renewsAt === null || renewalMinor === null) return null
  const { language } = reading
  const day = withinSentence(dayText({ ...reading, at: renewsAt }), language)
  return { day, amount: amountText(renewalMinor, currency, language) }
}
