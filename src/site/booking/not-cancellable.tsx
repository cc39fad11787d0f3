import type { BookerCancellation } from '../../features/payment/cancel-as-booker.ts'
import type { BookerRefusal } from '../../features/payment/booker-cancellation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { cancelTexts } from '../../messages/site/cancel.ts'
import { legalTexts } from '../../messages/site/legal.ts'
import { contactLinks } from '../../pages/contact-links.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { useReader } from '../../pages/reader.ts'

type NotCancellableProps = {
  readonly because: BookerRefusal
  readonly until: BookerCancellation['until']
  readonly tenant: Tenant
}

/** Says why a booking cannot be cancelled by its booker, and how to reach the organisation. */
export function NotCancellable({ because, until, tenant }: NotCancellableProps) {
  const reader = useReader()
  const { language } = reader
  const words = cancelTexts[language]
  const links = contactLinks(tenant)
  const when = until === null ? '' : withinSentence(momentText({ ...reader, at: until }), language)
  const said = because === 'collected' ? words.collected : words.refused[because]
  return (
    <div class="notice stack" id="not-cancellable">
      <p>{typeof said === 'string' ? said : said({ when })}</p>
      <p>{words.reach({ organisation: organisationName(tenant) })}</p>
      <ul class="tight">
        {(links.length === 0 ? [{ text: legalTexts[language].title, href: visitorPaths.legal }] : links).map(
          ({ text, href }) => (
            <li key={href}>
              <LinkTo to={href}>{text}</LinkTo>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}
