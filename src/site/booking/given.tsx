import { Type } from 'typebox'
import { orNotFound } from '../../errors.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { givenPath } from '../../features/ticket/given-proof.ts'
import { listGivenTickets } from '../../features/ticket/things.queries.ts'
import { findOpenTicket } from '../../features/ticket/ticket.queries.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { giveTexts } from '../../messages/site/give.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { PagerQuery } from '../../pages/pager.tsx'
import { Back } from '../../pages/parts.tsx'
import { shareParts, shareScript } from '../../pages/share-script.ts'
import { readBooking } from './booked.tsx'
import { holderOf } from './ticket-cards.tsx'

const GivenParams = Type.Object({ ...ProvenParams.properties, ticket: UuidIn })

const pages = pageSection({ url: visitorPaths.bookingTicketGiven, params: GivenParams })

/** Says to the booker whom a ticket was given to, with the link to pass on. */
export const registerGiven = pages.register

pages.get('', {
  query: PagerQuery,
  handler: async (asked) => {
    const { context, tenant, language, params, query } = asked
    const { id, eventName } = await readBooking(context, tenant.id, params)
    const { ticket, given } = await context.database.asTenant(tenant.id, async (tx) => ({
      ticket: orNotFound(await findOpenTicket(tx, id, params.ticket)),
      given: await listGivenTickets(tx, id),
    }))
    orNotFound(given.has(ticket.id) || null)
    const words = giveTexts[language]
    const name = holderOf(ticket)
    const email = ticket.holderEmail
    const url = context.urls.base(tenant.host) + givenPath(context, tenant.id, ticket.id)
    const sharing = {
      [shareParts.address]: url,
      [shareParts.copied]: eventTexts[language].linkCopied,
      [shareParts.title]: words.shown({ event: eventName }),
    }
    const page = query.page === undefined ? '' : `?page=${query.page}`
    return showNarrow(
      asked,
      {
        title: words.given({ name }),
        ...(email === null ? {} : { lead: words.mailed({ email }) }),
        scriptPath: shareScript.path,
      },
      <>
        <p>{words.send({ mailed: email !== null, name })}</p>
        <div class="field">
          <label for="link">{words.link({ name })}</label>
          <input id="link" value={url} readOnly />
        </div>
        <p class="actions" hidden {...sharing}>
          <button class="button" type="button">
            {words.share}
          </button>
          <span aria-live="polite" />
        </p>
        <p>{words.secret}</p>
        <Back to={`${bookingPath(context, tenant.id, id)}${page}#tickets`}>{words.toBooking}</Back>
      </>,
    )
  },
})
