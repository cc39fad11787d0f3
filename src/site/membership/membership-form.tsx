import { visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { CodeField } from '../../pages/form/code-field.tsx'
import { KnownEmail } from '../../pages/form/known-email.tsx'
import { NamePair } from '../../pages/form/name-pair.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type FilledChoice, Offers, type OffersProps } from '../order/offers.tsx'

/** What a visitor has filled in; shown again with what was wrong with it. */
export type FilledMembership = FilledChoice & {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly promotionalCode: string
}

export type MembershipFormProps = OffersProps & {
  readonly filled: FilledMembership | null
  readonly organisation: string
  /** Whether there are codes that take something off a membership. */
  readonly takesCodes: boolean
  /** The key that makes a second press of the button the same order. */
  readonly repeatKey: string
  /** The address of the person who is signed in; null: it is asked for. */
  readonly knownEmail: string | null
}

/** Shows the memberships, with their prices and what they include, and the form, all on one page. Complete without script. */
export function MembershipPage(props: MembershipFormProps) {
  const { organisation, offers, problems } = props
  const words = useTexts(membershipTexts)
  return (
    <div class="stack wide">
      <div class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead({ organisation })}</p>
      </div>
      {offers.length === 0 ? (
        <p class="empty">
          {words.none} <a href={visitorPaths.home}>{words.toEvents}</a>
        </p>
      ) : (
        // What is wrong is said by the page, all of it at once, in its language.
        <form method="post" action={visitorPaths.membership} class="joining" noValidate>
          <Problems problems={problems} title={words.refused} />
          <input type="hidden" name="key" value={props.repeatKey} />
          <Offers {...props} choose={words.choose} hasPeriods />
          <Person {...props} />
        </form>
      )}
    </div>
  )
}

function Person({ takesCodes, knownEmail, filled, problems }: MembershipFormProps) {
  const words = useTexts(membershipTexts)
  const { optional } = useTexts(bookingTexts)
  return (
    <section class="panel stack" aria-labelledby="person">
      <h2 id="person">{words.person}</h2>
      <NamePair filled={filled} note={optional} />
      <KnownEmail
        {...{ knownEmail, problems }}
        words={{ known: words.joiningAs, email: words.email }}
        typed={filled?.email ?? ''}
      />
      {takesCodes ? <CodeField value={filled?.promotionalCode ?? ''} problems={problems} /> : null}
      <p class="muted small">{words.renewal}</p>
      <div class="actions">
        <Submit>{words.button}</Submit>
      </div>
    </section>
  )
}
