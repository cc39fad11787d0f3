import { amountText } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { topUpTexts } from '../../messages/site/top-up.ts'
import { Field } from '../../pages/form/field.tsx'
import { KnownEmail } from '../../pages/form/known-email.tsx'
import { Go, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { signInPath } from '../../pages/next-path.ts'
import type { FilledChoice } from '../order/offers.tsx'
import { OrderPage, type OrderPageProps } from '../order/order-page.tsx'

/** What a visitor has filled in; shown again with what was wrong with it. */
export type FilledTopUp = FilledChoice & { readonly email: string; readonly cardNumber: string }

/** The person who is signed in. */
export type TopUpPerson = {
  readonly email: string
  /** The numbers of their cards that are not blocked; none where only the organisation's pages are theirs. */
  readonly cardNumbers: readonly string[]
  /** What is on them here; null: nothing ever was. */
  readonly balanceMinor: number | null
}

export type TopUpFormProps = OrderPageProps & {
  readonly filled: FilledTopUp | null
  /** Whether it is paid online here; otherwise at the desk. */
  readonly paysOnline: boolean
  /** Null: nobody is signed in, and the card is known by its number. */
  readonly person: TopUpPerson | null
}

/** Shows the top-ups with their amounts, and the form. */
export function TopUpPage(props: TopUpFormProps) {
  return (
    <OrderPage {...props} words={useTexts(topUpTexts)} action={visitorPaths.topUp} hasPeriods={false}>
      <Card {...props} />
    </OrderPage>
  )
}

function Card({ person, paysOnline, filled, problems }: TopUpFormProps) {
  const words = useTexts(topUpTexts)
  return (
    <section class="panel stack" aria-labelledby="whose">
      <h2 id="whose">{words.whose}</h2>
      {person === null ? <Go to={signInPath(visitorPaths.topUp)}>{words.signIn}</Go> : <OwnCards {...person} />}
      <Field
        id="card"
        {...cardWords(person, words)}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={30}
        required={person === null}
        missing={words.cardNeeded}
        problems={problems}
        value={filled?.cardNumber ?? ''}
      />
      <KnownEmail
        knownEmail={person?.email ?? null}
        problems={problems}
        words={{ known: words.payingAs, email: words.email }}
        typed={filled?.email ?? ''}
      />
      {paysOnline ? null : <p class="notice">{words.atDesk}</p>}
      <div class="actions">
        <Submit>{words.button}</Submit>
      </div>
    </section>
  )
}

function cardWords(person: TopUpPerson | null, words: (typeof topUpTexts)['en']) {
  if (person === null) return { label: words.card, help: words.cardHelp }
  if (person.cardNumbers.length === 0) return { label: words.card, help: words.laterHelp }
  return { label: words.otherCard, help: words.otherHelp }
}

function OwnCards({ cardNumbers, balanceMinor }: TopUpPerson) {
  const { currency, language } = useReader()
  const words = topUpTexts[language]
  return (
    <>
      {cardNumbers.length === 0 ? null : <p>{words.yours({ numbers: cardNumbers.join(', ') })}</p>}
      {balanceMinor === null ? null : <p>{words.balance({ amount: amountText(balanceMinor, currency, language) })}</p>}
    </>
  )
}
