import type { Kept } from '../../features/person/kept.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { erasureTexts } from '../../messages/office/erasure.ts'

type QuestionProps = {
  /** Null: none was given. */
  readonly email: string | null
  readonly kept: Kept
  /** The field by which whoever is pressed for is told again, and what stands in it. */
  readonly agreed: readonly [name: 'seen' | 'email', value: string]
  /** Where it is done; left out: at the address of the page. */
  readonly action?: string
  readonly tenant: Tenant
  readonly back: string
  readonly language: Language
}

/** What goes, what stays and why; then it is agreed to (ADR 0188). */
export function ErasureQuestion(props: QuestionProps) {
  const { email, kept, agreed, action, tenant, back, language } = props
  const words = erasureTexts[language]
  return (
    <>
      <p class="lead">
        {email === null ? words.leadUnaddressed : words.lead({ email, organisation: organisationName(tenant) })}
      </p>
      <Points id="goes" title={words.goesTitle} points={whatGoes(email, kept, language)} />
      <Points id="stays" title={words.staysTitle} points={whatStays(email, kept, { tenant, language })} />
      <form class="stack" method="post" action={action}>
        <input type="hidden" name={agreed[0]} value={agreed[1]} />
        <p class="notice">{words.forGood}</p>
        <div class="actions">
          <button class="button danger" type="submit">
            {email === null ? words.buttonUnaddressed : words.title}
          </button>
          <a class="button quiet" href={back}>
            {words.keep}
          </a>
        </div>
      </form>
    </>
  )
}

type PointsProps = { readonly id: string; readonly title: string; readonly points: readonly string[] }

function Points({ id, title, points }: PointsProps) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bullets">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

function whatGoes(email: string | null, kept: Kept, language: Language): readonly string[] {
  const { goes } = erasureTexts[language]
  return [
    email === null ? goes.unaddressed(kept) : goes.bookings(kept),
    goes.memberships(kept),
    goes.waiting(kept),
    goes.guests(kept),
    email === null ? '' : goes.byAddress,
    kept.noted === 0 ? '' : goes.log,
    kept.namedTickets === 0 ? '' : goes.devices,
  ].filter((point) => point !== '')
}

type StayingIn = { readonly tenant: Tenant; readonly language: Language }

/** What the person may still need comes first: somebody may want to see to it before. */
function whatStays(email: string | null, kept: Kept, { tenant, language }: StayingIn): readonly string[] {
  const { stays } = erasureTexts[language]
  return [
    kept.openTickets === 0 ? '' : stays.openTickets({ count: kept.openTickets }),
    kept.balanceMinor === 0 ? '' : stays.balance({ amount: amountText(kept.balanceMinor, tenant.currency, language) }),
    kept.liveMemberships === 0 ? '' : stays.membership,
    stays.books,
    stays.refunds,
    stays.noted,
    email === null ? stays.others : stays.elsewhere,
    stays.outside,
  ].filter((point) => point !== '')
}
