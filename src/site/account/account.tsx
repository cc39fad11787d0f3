import { type Static, Type } from 'typebox'
import type { Actor } from '../../features/account/actor.ts'
import { type PersonPages, readPersonPage } from '../../features/person/person-page.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { paths, visitorPaths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { providerSignInTexts } from '../../messages/site/provider-sign-in.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { codesOf } from '../booking/booked.tsx'
import { ticketsPerPage } from '../booking/ticket-cards.tsx'
import { Done } from '../../pages/form/done.tsx'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ButtonLink, Facts, Go } from '../../pages/parts.tsx'
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

/** Reads which page of each list is asked for. */
function pagesOf({ page = 1, past = 1, given = 1, memberships = 1 }: Static<typeof AccountQuery>): PersonPages {
  const lines = (number: number) => ({ page: number, size: cardsPerPage })
  return {
    ahead: lines(page),
    past: lines(past),
    memberships: lines(memberships),
    given: { page: given, size: ticketsPerPage },
  }
}

const pages = pageSection({ url: visitorPaths.account, access: { kind: 'signed_in' } })

/** The account page: what is mine here, who I am, what I may do, and the way out. */
export const registerAccount = pages.register

pages.get('', {
  query: AccountQuery,
  handler: async ({ context, tenant, actor, language, query, request, reply }) => {
    if (actor.kind !== 'account') throw new Error('the gate lets only signed-in people through')
    // Data beyond this organisation is shown only where nobody else could read it.
    const isVisitor = request.ownDomain !== null || actor.byProvider === true
    const asked = { email: actor.email, here: isVisitor, pages: pagesOf(query) }
    const person = await readPersonPage(context, tenant, asked)
    const drawn = await drawCodes(codesOf(person.given.rows.map(({ ticket }) => ticket)))
    const shown = { context, person, tenant }
    const words = accountTexts[language]
    const rights = rightsOf(actor, tenant, language)
    const isWithoutRole = query.done === 'no-role' && rights.length === 0
    return showPage(
      { request, reply },
      { title: words.title },
      <div class="stack">
        <h1>{words.title}</h1>
        <Done>{isWithoutRole ? providerSignInTexts[language].noRole : null}</Done>
        {tenant.category === 'root' ? null : <Bookings {...shown} />}
        <GivenTickets {...{ context, tenant, drawn }} given={person.given} />
        <Memberships {...shown} isCancelled={query.done === 'renewal-cancelled'} />
        {isVisitor ? null : (
          <OwnCards
            {...(await readOwnCards(context, tenant, actor.accountId))}
            isDone={query.done === 'card-blocked'}
          />
        )}
        <Facts
          facts={[
            [words.signedInAs, actor.email],
            [words.rights, rights.length === 0 ? null : rights],
          ]}
        />
        {rights.length > 0 && !isVisitor ? <Go to={visitorPaths.passkeys}>{passkeyTexts[language].manage}</Go> : null}
        {hasStaffPermission(actor, tenant, 'overview') ? (
          <ButtonLink to={paths.admin}>{words.toAdministration}</ButtonLink>
        ) : null}
        {isVisitor ? null : (
          <Sessions
            sessions={await readSessions(context, request, actor.accountId)}
            isDone={query.done === 'signed-out'}
          />
        )}
        <OwnData />
        <SignOut />
      </div>,
    )
  },
})

/** Says what a person may do here besides booking. */
function rightsOf(actor: Actor & { readonly kind: 'account' }, tenant: Tenant, language: Language): readonly string[] {
  const words = accountTexts[language]
  const { roles } = frameTexts[language]
  const organisation = organisationName(tenant)
  return [
    ...(actor.role === null ? [] : [words.works({ role: roles[actor.role], organisation })]),
    ...(actor.isSuperUser ? [words.superUser] : []),
  ]
}
