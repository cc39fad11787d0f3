import { visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { CodeField } from '../../pages/form/code-field.tsx'
import { KnownEmail } from '../../pages/form/known-email.tsx'
import { NamePair } from '../../pages/form/name-pair.tsx'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import type { FilledChoice } from '../order/offers.tsx'
import { OrderPage, type OrderPageProps } from '../order/order-page.tsx'

/** What a visitor has filled in; shown again with what was wrong with it. */
export type FilledMembership = FilledChoice & {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly promotionalCode: string
}

export type MembershipFormProps = OrderPageProps & {
  readonly filled: FilledMembership | null
  /** Whether there are codes that take something off a membership. */
  readonly takesCodes: boolean
  /** The address of the person who is signed in; null: it is asked for. */
  readonly knownEmail: string | null
}

/** Shows the memberships, with their prices and what they include, and the form. */
export function MembershipPage(props: MembershipFormProps) {
  return (
    <OrderPage {...props} words={useTexts(membershipTexts)} action={visitorPaths.membership} hasPeriods>
      <Person {...props} />
    </OrderPage>
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
