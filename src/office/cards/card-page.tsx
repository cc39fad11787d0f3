import { isReversible } from '../../features/card/card.ts'
import type { CardView } from '../../features/card/describe-card.ts'
import type { Movement } from '../../features/card/purse.queries.ts'
import type { NotedMembership } from '../../features/membership/membership.queries.ts'
import { untilText } from '../../features/membership/until-text.ts'
import { amountText, momentText, withinSentence } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { type Reader, useReader, useTexts } from '../../pages/reader.ts'
import { BackLink, saidOf } from '../kit/parts.tsx'
import { ActionButton, Facts, FoldedForm, Go, LinkTo } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { CardStanding } from './cards.tsx'

type CardPageProps = {
  readonly card: CardView
  readonly problems: readonly FormProblem[]
  /** What the page that led here did. */
  readonly done: string
}

/** Shows whose card it is, what is on it here, and how that came to be. */
export function CardPage({ card, problems, done }: CardPageProps) {
  const reader = useReader()
  const { currency, language } = reader
  const words = cardTexts[language]
  const { tagId, number, email, lostAt, balanceMinor, isMember, membership, movements } = card
  return (
    <div class="stack">
      <p>
        <BackLink to={paths.cards}>{words.everything}</BackLink>
      </p>
      <h1>{number}</h1>
      <p>
        <strong>
          <CardStanding isLost={lostAt !== null} />
        </strong>
      </p>
      <Done>{saidOf(done, { lost: words.lose.done, reversed: words.undone })}</Done>
      <Problems title={words.refusedTitle} problems={problems} />
      <p class="prose">{words.lead}</p>
      {lostAt === null ? null : <p>{words.lostSince({ day: momentText({ ...reader, at: lostAt }) })}</p>}
      <Facts
        facts={[
          [words.tag, <code>{tagId}</code>],
          [words.whose, email ?? words.nobodys],
          [words.isMember, isMember ? words.member.yes : words.member.no],
          ...(membership === null ? [] : [[words.membership, notedText(membership, reader)] as const]),
          [words.balance, <strong class="numbers">{amountText(balanceMinor, currency, language)}</strong>],
        ]}
      />
      {email === null ? null : (
        <Go class="button quiet" to={at(paths.reservations, {}, { q: email })}>
          {words.bookings}
        </Go>
      )}
      {lostAt === null ? (
        <Go class="button" to={at(paths.newTopUp, {}, { card: number })}>
          {words.desk.title}
        </Go>
      ) : null}
      <h2>{words.movements}</h2>
      {movements.length === 0 ? (
        <p class="empty">{words.noMovements}</p>
      ) : (
        <>
          <p class="prose">{words.movementsLead}</p>
          <Movements {...card} />
        </>
      )}
      {lostAt === null ? <LossForm {...card} /> : null}
    </div>
  )
}

function LossForm({ tagId, number }: CardView) {
  const { lose } = useTexts(cardTexts)
  return (
    <FoldedForm
      title={lose.title}
      action={at(paths.cardLoss, { tag_id: tagId })}
      class="panel"
      look="danger"
      button={lose.button({ number })}
    >
      <p class="prose">{lose.lead}</p>
    </FoldedForm>
  )
}

function notedText({ productName, validUntil }: NotedMembership, reader: Reader): string {
  const { noted } = cardTexts[reader.language]
  if (validUntil === null) return productName
  const day = withinSentence(untilText({ validFrom: null, validUntil }, reader), reader.language)
  return noted({ name: productName, day })
}

function Movements({ movements, tagId, lostAt }: CardView) {
  const { currency, language } = useReader()
  const words = cardTexts[language]
  const { movementColumns: columns } = words
  const amount = (minor: number) => amountText(minor, currency, language)
  const reversed = new Set(movements.map(({ reversalOf }) => reversalOf))
  const mayUndo = ({ id, kind }: Movement) => lostAt === null && isReversible(kind) && !reversed.has(id)
  return (
    <DataTable
      label={words.movements}
      rows={movements}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ createdAt }) => <When at={createdAt} /> },
        {
          name: columns.what,
          show: ({ kind, note, reservationId }) => (
            <span>
              {words.kinds[kind]}
              {note === null ? null : <span class="tight muted small">{note}</span>}
              {reservationId === null ? null : (
                <span class="tight small">
                  <LinkTo to={at(paths.reservation, { uuid: reservationId })}>
                    <code>{shortReference(reservationId)}</code>
                  </LinkTo>
                </span>
              )}
            </span>
          ),
        },
        { name: columns.change, figures: true, show: ({ changeMinor }) => amount(changeMinor) },
        { name: columns.balance, figures: true, show: ({ balanceMinor }) => amount(balanceMinor) },
        {
          name: columns.act,
          show: (movement) =>
            mayUndo(movement) ? (
              <ActionButton
                action={at(paths.cardReversals, { tag_id: tagId })}
                sends={{ movement: movement.id }}
                label={words.undoOf({ what: `${words.kinds[movement.kind]}, ${amount(movement.changeMinor)}` })}
              >
                {words.undo}
              </ActionButton>
            ) : null,
        },
      ]}
    />
  )
}
