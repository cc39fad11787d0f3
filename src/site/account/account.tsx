import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type PersonPages, readPersonPage } from '../../features/person/person-page.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { passkeysPath } from '../../http/plugins/passkey-path.ts'
import { paths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { codesOf } from '../booking/booked.tsx'
import { ticketsPerPage } from '../booking/ticket-cards.tsx'
import { Done } from '../../pages/form/done.tsx'
import { page, showPage } from '../../pages/page.ts'
import { cardsPerPage, PagerQuery } from '../../pages/pager.tsx'
import { drawCodes } from '../../pages/qr-code.tsx'
import { GivenTickets } from './given-tickets.tsx'
import { OwnCards, readOwnCards } from './own-cards.tsx'
import { OwnData } from './own-data.tsx'
import { Bookings, Memberships } from './person.tsx'
import { readSessions, Sessions } from './sessions.tsx'
import { SignOut } from './sign-out.tsx'

const number = PagerQuery.properties.page
const AccountQuery = Type.Object({
  done: Type.Optional(TextQuery),
  page: number,
  past: number,
  given: number,
  memberships: number,
})

/** Each list has pages of its own. */
function pagesOf({ page = 1, past = 1, given = 1, memberships = 1 }: Static<typeof AccountQuery>): PersonPages {
  const lines = (number: number) => ({ page: number, size: cardsPerPage })
  return {
    ahead: lines(page),
    past: lines(past),
    memberships: lines(memberships),
    given: { page: given, size: ticketsPerPage },
  }
}

/** What is mine here, who I am, what I may do, and the way out. */
export function registerAccount(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/account/',
    access: { kind: 'signed_in' },
    query: AccountQuery,
    handler: async ({ tenant, actor, language, query, request, reply }) => {
      if (actor.kind !== 'account') throw new Error('the gate lets only signed-in people through')
      // What is not of this organisation alone is shown where nobody else reads along.
      const isVisitor = request.ownDomain !== null || actor.byProvider === true
      const pages = pagesOf(query)
      const person = await readPersonPage(context, tenant, { email: actor.email, here: isVisitor, pages })
      const drawn = await drawCodes(codesOf(person.given.rows.map(({ ticket }) => ticket)))
      const shown = { context, person, tenant, language }
      const words = accountTexts[language]
      const rights = [
        ...(actor.role === null
          ? []
          : [words.works({ role: frameTexts[language].roles[actor.role], organisation: organisationName(tenant) })]),
        ...(actor.isSuperUser ? [words.superUser] : []),
      ]
      return showPage(
        { request, reply },
        { title: words.title },
        <div class="stack">
          <h1>{words.title}</h1>
          <Done>{query.done === 'no-role' && rights.length === 0 ? providerSignInTexts[language].noRole : null}</Done>
          {tenant.category === 'root' ? null : <Bookings {...shown} />}
          <GivenTickets {...{ context, tenant, language }} given={person.given} drawn={drawn} />
          <Memberships {...shown} />
          {isVisitor ? null : (
            <OwnCards
              cards={await readOwnCards(context, actor.accountId)}
              isDone={query.done === 'card-blocked'}
              language={language}
            />
          )}
          <dl class="facts">
            <div>
              <dt>{words.signedInAs}</dt>
              <dd>{actor.email}</dd>
            </div>
            {rights.length === 0 ? null : (
              <div>
                <dt>{words.rights}</dt>
                {rights.map((right) => (
                  <dd key={right}>{right}</dd>
                ))}
              </div>
            )}
          </dl>
          {rights.length > 0 && !isVisitor ? (
            <p>
              <a class="go" href={passkeysPath}>
                {passkeyTexts[language].manage}
              </a>
            </p>
          ) : null}
          {hasStaffPermission(actor, tenant, 'overview') ? (
            <a class="button" href={paths.admin}>
              {words.toAdministration}
            </a>
          ) : null}
          {isVisitor ? null : (
            <Sessions
              sessions={await readSessions(context, request, actor.accountId)}
              isDone={query.done === 'signed-out'}
              timeZone={tenant.timeZone}
              now={context.now()}
              language={language}
            />
          )}
          <OwnData language={language} />
          <SignOut language={language} />
        </div>,
      )
    },
  })
}
