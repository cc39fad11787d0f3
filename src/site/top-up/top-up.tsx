import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listCardsOf } from '../../features/card/card.queries.ts'
import { normalizeNumber } from '../../features/card/card.ts'
import { findBalance } from '../../features/card/purse.queries.ts'
import { newId } from '../../lib/ids.ts'
import { once } from '../../lib/once.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { topUpTexts } from '../../messages/site/top-up.ts'
import type { Asked } from '../../http/route.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { answerForm } from '../../pages/form/answer-form.ts'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { explainRefusal } from '../order/explain-refusal.ts'
import { choiceIn, chosenAmount, OrderFields, orderByForm, problemsOf, readOffers } from '../order/order-form.ts'
import { type FilledTopUp, type TopUpFormProps, TopUpPage, type TopUpPerson } from './top-up-form.tsx'

const TopUpBody = Type.Object({ ...OrderFields, card: Maybe(TypedText({ max: 100 })) })

const pages = pageSection({ url: visitorPaths.topUp })

/** The top-ups of an organisation, and the form that buys one: for one's own cards, or for a card by its number (ADR 0263). */
export const registerTopUp = pages.register

pages.get('', {
  handler: async (asked) =>
    show(asked.context, asked, await readOffers(asked.context, asked.tenant, 'cashless_top_up'), {
      filled: null,
      problems: [],
    }),
})

pages.post('', {
  body: TopUpBody,
  handler: async (asked) => {
    const { context, tenant, actor, language, body } = asked
    const filled = filledIn(body)
    const knownEmail = actor.kind === 'account' ? actor.email : null
    const { currency } = tenant
    const words = topUpTexts[language]
    const cardNumber = normalizeNumber(filled.cardNumber)
    const input = {
      kind: 'cashless_top_up',
      email: knownEmail ?? normalizeEmail(filled.email),
      priceId: filled.priceId,
      language,
      firstName: '',
      lastName: '',
      cardNumber,
      chosenMinor: chosenAmount(filled, currency),
      promotionalCode: null,
      atDesk: false,
    } as const
    const isEmpty = filled.cardNumber.trim() === ''
    const isCardWrong = isEmpty ? knownEmail === null : cardNumber === null
    const cardWrong = isEmpty ? words.cardNeeded : fieldTexts[language].problems.unknown_card
    // What is left may have changed since the page was made.
    const readNow = once(() => readOffers(context, tenant, 'cashless_top_up'))
    const { choosePlease } = words
    const others = isCardWrong ? [{ field: 'card', detail: cardWrong }] : []
    return answerForm(asked, {
      wrong: problemsOf(filled, { knownEmail, currency, language, choosePlease, others }),
      act: () => orderByForm(context, asked, input, body),
      explain: async (refusal) => {
        const { priceId } = filled
        const refused = { words, path: visitorPaths.topUp, priceId, offers: await readNow(), currency, language }
        const problem = explainRefusal(refusal, refused)
        return problem && [problem]
      },
      again: async (problems) => show(context, asked, await readNow(), { filled, problems }),
    })
  },
})

function filledIn(body: Static<typeof TopUpBody>): FilledTopUp {
  return { ...choiceIn(body), email: body.email ?? '', cardNumber: body.card ?? '' }
}

async function show(
  context: Context,
  asked: Asked,
  offers: TopUpFormProps['offers'],
  form: Pick<TopUpFormProps, 'filled' | 'problems'>,
): Promise<string> {
  const { tenant, language } = asked.request
  const { organisation, host, paysOnline } = tenant
  const words = topUpTexts[language]
  const lead = words.lead({ organisation, paysOnline })
  return showPage(
    asked,
    {
      title: words.title,
      description: lead,
      canonicalUrl: context.urls.base(host) + visitorPaths.topUp,
      forms: 'checked',
    },
    <TopUpPage
      {...form}
      offers={offers}
      lead={lead}
      paysOnline={paysOnline}
      renewals="none"
      repeatKey={newId()}
      person={await readPerson(context, asked)}
    />,
  )
}

/** Reads who is signed in. Their cards are the server's, and shown where nobody else could read them, as on the page of their account. */
async function readPerson(context: Context, { request }: Asked): Promise<TopUpPerson | null> {
  const { tenant, actor } = request
  if (actor.kind !== 'account') return null
  const { email, accountId } = actor
  const isVisitor = request.ownDomain !== null || actor.byProvider === true
  const cards = isVisitor ? [] : await context.database.asServer((tx) => listCardsOf(tx, accountId))
  return {
    email,
    cardNumbers: cards.filter(({ lostAt }) => lostAt === null).map(({ number }) => number),
    balanceMinor: await context.database.asTenant(tenant.id, (tx) => findBalance(tx, email)),
  }
}
