import type { Kept } from '../../features/person/kept.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { type ErasureTexts, erasureTexts } from '../../messages/office/erasure.ts'
import { useReader } from '../../pages/reader.ts'
import { QuietLink, Submit } from '../../pages/parts.tsx'

type QuestionProps = {
  /** The person's e-mail address; null when nobody gave one. */
  readonly email: string | null
  readonly kept: Kept
  /** The field that names the person again when the button is pressed, and its value. */
  readonly agreed: readonly [name: 'seen' | 'email', value: string]
  /** The address that erases; absent: that of the page. */
  readonly action?: string
  readonly tenant: Tenant
  readonly back: string
}

/** Says what goes, what stays and why, and asks for agreement (ADR 0188). */
export function ErasureQuestion({ email, kept, agreed, action, tenant, back }: QuestionProps) {
  const { currency, language } = useReader()
  const words = erasureTexts[language]
  return (
    <>
      <p class="lead">
        {email === null ? words.leadUnaddressed : words.lead({ email, organisation: organisationName(tenant) })}
      </p>
      <Points id="goes" title={words.goesTitle} points={whatGoes(email, kept, words)} />
      <Points
        id="stays"
        title={words.staysTitle}
        points={whatStays(email, kept, words, amountText(kept.balanceMinor, currency, language))}
      />
      <form class="stack" method="post" action={action}>
        <input type="hidden" name={agreed[0]} value={agreed[1]} />
        <p class="notice">{words.forGood}</p>
        <div class="actions">
          <Submit look="danger">{email === null ? words.buttonUnaddressed : words.title}</Submit>
          <QuietLink to={back}>{words.keep}</QuietLink>
        </div>
      </form>
    </>
  )
}

function Points({ id, title, points }: { readonly id: string; readonly title: string; readonly points: Said }) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bullets">{points.map((point) => (point ? <li key={point}>{point}</li> : null))}</ul>
    </section>
  )
}

/** Sentences; null: one does not apply. */
type Said = readonly (string | null)[]

function whatGoes(email: string | null, kept: Kept, { goes }: ErasureTexts): Said {
  return [
    email === null ? goes.unaddressed(kept) : goes.bookings(kept),
    goes.memberships(kept),
    goes.waiting(kept),
    goes.guests(kept),
    goes.returnUrls(kept),
    email === null ? null : goes.byAddress,
    kept.noted === 0 ? null : goes.log,
    kept.namedTickets === 0 ? null : goes.devices,
  ]
}

/** Says what stays; what the person may still need comes first, to be seen to before. @param amount the amount on their cards */
function whatStays(email: string | null, kept: Kept, { stays }: ErasureTexts, amount: string): Said {
  return [
    kept.openTickets === 0 ? null : stays.openTickets({ count: kept.openTickets }),
    kept.balanceMinor === 0 ? null : stays.balance({ amount }),
    kept.liveMemberships === 0 ? null : stays.membership,
    stays.books,
    stays.refunds,
    stays.noted,
    email === null ? stays.others : stays.elsewhere,
    stays.outside,
  ]
}
