import { memberCardPath, readMemberCard } from '../../features/membership/member-card.ts'
import { untilText } from '../../features/membership/until-text.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { dayText, withinSentence } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { QrCode } from '../../pages/qr-code.tsx'
import { Written } from '../../pages/written.tsx'

const pages = pageSection({ url: visitorPaths.memberCard, params: ProvenParams })

/** A member's card: shown by the member, read by any camera, and true of the moment it is opened. */
export const registerMemberCard = pages.register

pages.get('', {
  handler: async ({ context, tenant, language, params, request, reply }) => {
    const card = await readMemberCard(context, tenant, { id: params.uuid, proof: params.proof })
    const words = membershipTexts[language].card
    const now = context.now()
    const { validFrom, validUntil } = card
    const reading = { timeZone: tenant.timeZone, language, now }
    const name = [card.firstName, card.lastName].filter((part) => part !== '').join(' ')
    const address = context.urls.base(tenant.host) + memberCardPath(context, tenant.id, card.id)
    return showPage(
      { request, reply },
      { title: words.title },
      <article class="stack narrow">
        <h1>{words.title}</h1>
        <div class="ticket">
          <div class="tight">
            <p class="muted small">{tenant.organisation}</p>
            <h2>{name === '' ? <Written>{card.productName}</Written> : name}</h2>
            <Written as="p">{name === '' ? null : card.productName}</Written>
            {card.number === null ? null : <p>{accountTexts[language].memberNumber({ number: card.number })}</p>}
            <p class={card.live ? 'valid' : 'problem'}>
              {card.live
                ? validUntil === null
                  ? words.validWithoutEnd
                  : words.valid({ day: withinSentence(untilText({ validFrom, validUntil }, reading), language) })
                : validFrom > now
                  ? words.notYet({ day: withinSentence(dayText({ ...reading, at: validFrom }), language) })
                  : words.ended}
            </p>
          </div>
          {card.live ? <QrCode text={address} label={words.code} /> : null}
        </div>
        {card.live ? <p class="muted small">{words.hint}</p> : null}
      </article>,
    )
  },
})
