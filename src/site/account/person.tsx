import type { Context } from '../../context.ts'
import { memberCardPath } from '../../features/membership/member-card.ts'
import type { ListedMembership } from '../../features/membership/membership.queries.ts'
import { untilText } from '../../features/membership/until-text.ts'
import type { BookingAt, PersonPage } from '../../features/person/person-page.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, dayText, momentText, withinSentence } from '../../lib/format.ts'
import { at, below, visitorPaths } from '../../lib/paths.ts'
import { type AccountTexts, accountTexts } from '../../messages/site/account.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { WalletLinks } from '../booking/wallet-links.tsx'
import { Done } from '../../pages/form/done.tsx'
import { placeLine } from '../../pages/event-card.tsx'
import { When } from '../../pages/format.tsx'
import { Pager } from '../../pages/pager.tsx'
import { FoldedForm, Section } from '../../pages/parts.tsx'
import { type Reader, useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'

type PersonProps = {
  readonly context: Pick<Context, 'secrets' | 'urls'>
  readonly person: PersonPage
  /** The organisation where the person is signed in: organisations are named where there may be several. */
  readonly tenant: Tenant
}

/** Shows a person's bookings: those ahead by time, at whatever organisation; then the past ones. */
export function Bookings({ person: { ahead, past, pastCount }, ...props }: PersonProps) {
  const words = useTexts(accountTexts)
  return (
    <Section id="bookings" title={words.bookings} lead={ahead.rows.length === 0 ? null : words.openOne}>
      {ahead.rows.length === 0 ? (
        <p class="empty">
          {words.noBookings} <a href={visitorPaths.home}>{words.toEvents}</a>
        </p>
      ) : (
        <BookedList booked={ahead.rows} {...props} />
      )}
      <Pager page={ahead.page} more={ahead.more} at="bookings" />
      {pastCount === 0 ? null : (
        <details open={past.page > 1} id="past">
          <summary>
            {words.past} ({pastCount})
          </summary>
          <BookedList booked={past.rows} {...props} />
          <Pager page={past.page} more={past.more} name="past" at="past" words={words.pastPager} />
        </details>
      )}
    </Section>
  )
}

type BookedListProps = Omit<PersonProps, 'person'> & { readonly booked: readonly BookingAt[] }

function BookedList({ booked, context, tenant }: BookedListProps) {
  const reader = useReader()
  const { ticketCount } = useTexts(accountTexts)
  return (
    <ul class="rows">
      {booked.map(({ at, booking, ...passes }) => (
        <li key={booking.id}>
          <span class="name">
            <a href={context.urls.base(at.host) + bookingPath(context, at.id, booking.id)}>
              <strong>
                <Written by={at}>{booking.eventName}</Written>
              </strong>
            </a>
            <br />
            <When at={booking.startsAt} timeZone={at.timeZone} />
          </span>
          {booking.ticketCount === 0 ? null : <span class="figure">{ticketCount({ count: booking.ticketCount })}</span>}
          <span class="state">
            {[
              stateOf(booking, reader),
              // A venue often has the name of its only location.
              tenant.category === 'meta' && at.organisation !== booking.locationName ? at.organisation : null,
              placeLine(booking.locationName, booking.city),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
          <Unconfirmed booked={{ at, booking, ...passes }} />
          <BookingWallets booked={{ at, booking, ...passes }} context={context} />
        </li>
      ))}
    </ul>
  )
}

/** In which state a booking is; null: it is said apart, since what is not confirmed is not safe. One that ran out is over before a job notes it. */
function stateOf(
  { status, waitsForConfirmation, expiresAt }: BookingAt['booking'],
  { language, now }: Reader,
): string | null {
  const { letGo, ...states } = bookedTexts[language]
  if (!waitsForConfirmation || expiresAt === null) return states[status].title
  return expiresAt <= now ? letGo.title : null
}

/** Says of a booking that is not confirmed yet what is to be done, and until when. */
function Unconfirmed({ booked: { at, booking } }: { readonly booked: BookingAt }) {
  const reader = useReader()
  const { expiresAt } = booking
  if (expiresAt === null || stateOf(booking, reader) !== null) return null
  const when = withinSentence(momentText({ ...reader, at: expiresAt, timeZone: at.timeZone }), reader.language)
  return <p class="problem small">{accountTexts[reader.language].unconfirmed({ when })}</p>
}

type BookingWalletsProps = Pick<PersonProps, 'context'> & { readonly booked: BookingAt }

/** Offers a wallet for a booking's only ticket; where there are several, each has its button on the booking's page. */
function BookingWallets({ booked: { at, booking, wallets, passes }, context }: BookingWalletsProps) {
  const { several } = useTexts(ticketsTexts).wallets
  if (passes === null) return null
  const page = context.urls.base(at.host) + bookingPath(context, at.id, booking.id)
  const about = booking.eventName
  return (
    <div class="wallets">
      {passes.count === 1 ? (
        <WalletLinks
          {...{ wallets, about }}
          files={page + below(visitorPaths.booking, visitorPaths.bookingTicket, { ticket: passes.firstId })}
          number={null}
        />
      ) : (
        <a href={`${page}#tickets`}>{several({ count: passes.count })}</a>
      )}
    </div>
  )
}

/** @param isCancelled whether the renewal of one has just been cancelled */
export function Memberships({
  person: { memberships },
  context,
  tenant,
  isCancelled,
}: PersonProps & { readonly isCancelled: boolean }) {
  const reader = useReader()
  const words = accountTexts[reader.language]
  const { rows, page, more } = memberships
  if (rows.length === 0 && page === 1) return null
  return (
    <Section id="memberships" title={words.memberships}>
      <Done>{isCancelled ? words.renewalCancellation.done : null}</Done>
      <ul class="rows">
        {rows.map(({ at, membership }) => {
          const name = (
            <strong>
              <Written by={at}>{membership.productName}</Written>
            </strong>
          )
          const address = context.urls.base(at.host) + memberCardPath(context, at.id, membership.id)
          return (
            <li key={membership.id}>
              <span class="name">
                {membership.live ? <a href={address}>{name}</a> : name}
                {tenant.category === 'meta' ? ` · ${at.organisation}` : null}
              </span>
              <span class="state">
                {membership.number === null ? null : `${words.memberNumber({ number: membership.number })} · `}
                {termText(membership, words, { ...reader, timeZone: at.timeZone })}
              </span>
              <Renewal {...{ context, at, membership, tenant }} />
            </li>
          )
        })}
      </ul>
      <Pager {...{ page, more }} name="memberships" at="memberships" words={words.membershipsPager} />
    </Section>
  )
}

type RenewalProps = Omit<PersonProps, 'person'> & { readonly at: Tenant; readonly membership: ListedMembership }

/** Says that a membership is paid again by itself, and lets its person cancel that, at its own organisation. */
function Renewal({ context, at: organisation, membership, tenant }: RenewalProps) {
  const reader = useReader()
  const words = accountTexts[reader.language]
  const { renewalState, renewsAt, renewalMinor, unpaidInvoiceId } = membership
  if (renewalState === 'ending') return <p class="muted small">{words.renewalEnding}</p>
  if (renewalState !== 'running') return null
  const { title, lead, button } = words.renewalCancellation
  const { timeZone, currency } = organisation
  return (
    <>
      {unpaidInvoiceId !== null ? <p class="problem small">{words.renewalUnpaid}</p> : null}
      {unpaidInvoiceId === null && renewsAt !== null && renewalMinor !== null ? (
        <p class="muted small">
          {words.renews({
            day: withinSentence(dayText({ ...reader, timeZone, at: renewsAt }), reader.language),
            amount: amountText(renewalMinor, currency, reader.language),
          })}
        </p>
      ) : null}
      {organisation.id === tenant.id ? (
        <FoldedForm
          title={title}
          class="stack"
          action={at(visitorPaths.ownRenewalCancellation, { uuid: membership.id })}
          look="danger"
          button={button}
        >
          <p class="prose">{lead}</p>
        </FoldedForm>
      ) : (
        <a href={`${context.urls.base(organisation.host)}${visitorPaths.account}#memberships`}>
          {words.renewalAt({ organisation: organisation.organisation })}
        </a>
      )}
    </>
  )
}

type TermWords = Pick<AccountTexts, 'from' | 'validUntil' | 'withoutEnd' | 'ended'>

function termText(
  { validFrom, validUntil, live }: ListedMembership,
  words: TermWords,
  reading: Pick<Reader, 'language' | 'timeZone' | 'now'>,
): string {
  const end = validUntil && withinSentence(untilText({ validFrom, validUntil }, reading), reading.language)
  if (!live && end !== null) return words.ended({ day: end })
  const until = end === null ? words.withoutEnd : `${words.validUntil} ${end}`
  if (validFrom <= reading.now) return until
  return `${words.from} ${withinSentence(dayText({ ...reading, at: validFrom }), reading.language)} · ${until}`
}
