import type { MembershipOffer } from '../../../features/membership/membership-offers.queries.ts'
import { variationsOf } from '../../../integrations/media/image-variations.ts'
import { amountText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { isLeft } from '../event/price-row.tsx'
import { EmailField, Field } from '../form/field.tsx'
import { BesideField, type FormProblem, goOnHere, Problems } from '../form/problems.tsx'
import { isWebAddress } from '../web-address.ts'

/** What a visitor has filled in; shown again beside what was wrong with it. */
export type FilledMembership = {
  readonly priceId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

type MembershipPageProps = {
  readonly organisation: string
  readonly currency: string
  readonly offers: readonly MembershipOffer[]
  /** Makes a second press of the button the same order. */
  readonly repeatKey: string
  /** Of whoever is signed in; null asks for one. */
  readonly knownEmail: string | null
  readonly filled: FilledMembership | null
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

/** The memberships with what they cost and bring, and the form, all on one page. */
export function MembershipPage(props: MembershipPageProps) {
  const { organisation, offers, problems, language } = props
  const words = pageTexts[language].membership
  return (
    <div class="stack wide">
      <div class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead(organisation)}</p>
      </div>
      {offers.length === 0 ? (
        <p class="empty">
          {words.none} <a href="/">{words.toEvents}</a>
        </p>
      ) : (
        <form method="post" action="/membership/" class="stack narrow" noValidate>
          <Problems problems={problems} title={words.refused} />
          <input type="hidden" name="key" value={props.repeatKey} />
          <Offers {...props} />
          <Person {...props} />
          <p class="muted small">{words.renewal}</p>
          <button class="button" type="submit">
            {words.button}
          </button>
        </form>
      )}
    </div>
  )
}

function Offers({ offers, filled, problems, currency, language }: MembershipPageProps) {
  const words = pageTexts[language].membership
  const prices = offers.flatMap((offer) => offer.prices)
  const first = prices.find(isLeft)
  const isWrong = problems.some(({ field }) => field === 'price')
  return (
    <fieldset class="stack" {...(isWrong ? { 'aria-describedby': 'price-problem' } : {})}>
      <legend>{words.choose}</legend>
      <BesideField problems={problems} id="price" />
      {offers.map((offer) => (
        <section key={offer.id} class="offer stack">
          {offer.imageKey === null ? null : (
            <img src={`/${variationsOf(offer.imageKey).med}`} alt="" loading="lazy" />
          )}
          <h2>{offer.name}</h2>
          {offer.shortDescription === null ? null : <p>{offer.shortDescription}</p>}
          {offer.prices.map((price) => (
            <label key={price.id} class="check">
              <input
                id={price.id === first?.id ? 'price' : `price-${price.id}`}
                type="radio"
                name="price"
                value={price.id}
                disabled={!isLeft(price)}
                checked={filled === null ? prices.length === 1 : filled.priceId === price.id}
                {...(isWrong && price.id === first?.id ? goOnHere : {})}
              />
              <span>
                {price.name === offer.name ? null : `${price.name} · `}
                <strong class="numbers">
                  {price.amountMinor === 0
                    ? pageTexts[language].event.free
                    : amountText(price.amountMinor, currency, language)}
                </strong>{' '}
                {words[price.period ?? 'withoutEnd']}
                {isLeft(price) ? null : ` · ${pageTexts[language].event.soldOut}`}
              </span>
            </label>
          ))}
          {offer.longDescription === null ? null : <p class="prose muted">{offer.longDescription}</p>}
          {!isWebAddress(offer.termsUrl) ? null : (
            <p class="small">
              <a href={offer.termsUrl} rel="noopener">
                {words.terms}
              </a>
            </p>
          )}
        </section>
      ))}
    </fieldset>
  )
}

function Person({ knownEmail, filled, problems, language }: MembershipPageProps) {
  const words = pageTexts[language].membership
  return (
    <>
      <div class="pair">
        <Field
          id="first_name"
          label={words.firstName}
          autocomplete="given-name"
          maxLength={200}
          value={filled?.firstName ?? ''}
        />
        <Field
          id="last_name"
          label={words.lastName}
          autocomplete="family-name"
          maxLength={200}
          value={filled?.lastName ?? ''}
        />
      </div>
      {knownEmail === null ? (
        <EmailField label={words.email} problems={problems} value={filled?.email ?? ''} />
      ) : (
        <p>
          {words.joiningAs} <strong>{knownEmail}</strong>
        </p>
      )}
    </>
  )
}
