import type { Tenant } from '../../features/tenant/tenant.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { membershipTexts } from '../../messages/site/membership.ts'
import { CodeField } from '../../pages/form/code-field.tsx'
import { EmailField, Field } from '../../pages/form/field.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { Offers, type OffersProps } from './offers.tsx'

export type MembershipFormProps = OffersProps & {
  readonly tenant: Pick<Tenant, 'organisation'>
  /** There are codes that take something off a membership. */
  readonly takesCodes: boolean
  /** Makes a second press of the button the same order. */
  readonly repeatKey: string
  /** Of whoever is signed in; null asks for one. */
  readonly knownEmail: string | null
}

/** The memberships with what they cost and bring, and the form, all on one page. Complete without script. */
export function MembershipPage(props: MembershipFormProps) {
  const { tenant, offers, problems, language } = props
  const words = membershipTexts[language]
  return (
    <div class="stack wide">
      <div class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead({ organisation: tenant.organisation })}</p>
      </div>
      {offers.length === 0 ? (
        <p class="empty">
          {words.none} <a href="/">{words.toEvents}</a>
        </p>
      ) : (
        // What is wrong is said by the page, all of it at once, in its language.
        <form method="post" action="/membership/" class="joining" noValidate>
          <Problems problems={problems} title={words.refused} />
          <input type="hidden" name="key" value={props.repeatKey} />
          <Offers {...props} />
          <Person {...props} />
        </form>
      )}
    </div>
  )
}

function Person({ takesCodes, knownEmail, filled, problems, language }: MembershipFormProps) {
  const words = membershipTexts[language]
  return (
    <section class="panel stack" aria-labelledby="person">
      <h2 id="person">{words.person}</h2>
      <Names filled={filled} language={language} />
      {knownEmail === null ? (
        <EmailField label={words.email} problems={problems} value={filled?.email ?? ''} />
      ) : (
        <p>
          {words.joiningAs} <strong>{knownEmail}</strong>
        </p>
      )}
      {takesCodes ? <CodeField value={filled?.promotionalCode ?? ''} problems={problems} /> : null}
      <p class="muted small">{words.renewal}</p>
      <div class="actions">
        <button class="button" type="submit">
          {words.button}
        </button>
      </div>
    </section>
  )
}

function Names({ filled, language }: Pick<MembershipFormProps, 'filled' | 'language'>) {
  const words = membershipTexts[language]
  const fields = [
    { id: 'first_name', label: words.firstName, autocomplete: 'given-name', value: filled?.firstName },
    { id: 'last_name', label: words.lastName, autocomplete: 'family-name', value: filled?.lastName },
  ] as const
  return (
    <div class="pair">
      {fields.map(({ id, label, autocomplete, value }) => (
        <Field
          key={id}
          {...{ id, label, autocomplete }}
          note={bookingTexts[language].optional}
          maxLength={200}
          value={value ?? ''}
        />
      ))}
    </div>
  )
}
