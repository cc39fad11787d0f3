import type { ComponentChildren } from 'preact'
import type { CardView } from '../../features/card/describe-card.ts'
import type { Movement } from '../../features/card/purse.queries.ts'
import { amountText, momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { DataTable } from '../kit/table.tsx'
import { CardStanding } from './cards.tsx'

type CardPageProps = {
  readonly card: CardView
  readonly problems: readonly FormProblem[]
  /** What the page that led here did. */
  readonly done: string
  readonly timeZone: string
  readonly now: Date
  readonly currency: string
  readonly language: Language
}

/** Whose it is, what is on it here, and how that came to be. */
export function CardPage({ card, problems, done, currency, ...when }: CardPageProps) {
  const { language } = when
  const words = cardTexts[language]
  const { tagId, number, email, lostAt, balanceMinor, isMember, movements } = card
  const saidDone = new Map([
    ['lost', words.lose.done],
    ['reversed', words.undone],
  ]).get(done)
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [words.tag, <code>{tagId}</code>],
    [words.whose, email ?? words.nobodys],
    [words.isMember, isMember ? words.member.yes : words.member.no],
    [words.balance, <strong class="numbers">{amountText(balanceMinor, currency, language)}</strong>],
  ]
  return (
    <div class="stack">
      <p>
        <a class="go" href={paths.cards}>
          {words.everything}
        </a>
      </p>
      <h1>{number}</h1>
      <p>
        <strong>
          <CardStanding isLost={lostAt !== null} language={language} />
        </strong>
      </p>
      <Done>{saidDone ?? null}</Done>
      <Problems title={words.refusedTitle} problems={problems} />
      <p class="prose">{words.lead}</p>
      {lostAt === null ? null : <p>{words.lostSince({ day: momentText({ at: lostAt, ...when }) })}</p>}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {email === null ? null : (
        <p>
          <a class="button quiet" href={at(paths.reservations, {}, { q: email })}>
            {words.bookings}
          </a>
        </p>
      )}
      <h2>{words.movements}</h2>
      {movements.length === 0 ? (
        <p class="empty">{words.noMovements}</p>
      ) : (
        <>
          <p class="prose">{words.movementsLead}</p>
          <Movements {...{ movements, tagId, currency, ...when }} isLost={lostAt !== null} />
        </>
      )}
      {lostAt === null ? <LoseForm tagId={tagId} number={number} language={language} /> : null}
    </div>
  )
}

type MovementsProps = Pick<CardPageProps, 'timeZone' | 'now' | 'currency' | 'language'> & {
  readonly movements: readonly Movement[]
  readonly tagId: string
  readonly isLost: boolean
}

function Movements({ movements, tagId, isLost, currency, ...when }: MovementsProps) {
  const { language } = when
  const words = cardTexts[language]
  const { movementColumns: columns } = words
  const reversed = new Set(movements.map(({ reversalOf }) => reversalOf))
  const mayUndo = ({ id, kind }: Movement) => !isLost && (kind === 'credit' || kind === 'debit') && !reversed.has(id)
  return (
    <DataTable
      label={words.movements}
      rows={movements}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
        {
          name: columns.what,
          show: ({ kind, note }) => (
            <span>
              {words.kinds[kind]}
              {note === null ? null : <span class="tight muted small">{note}</span>}
            </span>
          ),
        },
        { name: columns.change, figures: true, show: ({ changeMinor }) => amountText(changeMinor, currency, language) },
        {
          name: columns.balance,
          figures: true,
          show: ({ balanceMinor }) => amountText(balanceMinor, currency, language),
        },
        {
          name: columns.act,
          show: (movement) =>
            mayUndo(movement) ? (
              <form method="post" action={at(paths.cardReversals, { tag_id: tagId })}>
                <input type="hidden" name="movement" value={movement.id} />
                <button
                  class="button quiet"
                  type="submit"
                  aria-label={words.undoOf({
                    what: `${words.kinds[movement.kind]}, ${amountText(movement.changeMinor, currency, language)}`,
                  })}
                >
                  {words.undo}
                </button>
              </form>
            ) : null,
        },
      ]}
    />
  )
}

type LoseFormProps = { readonly tagId: string; readonly number: string; readonly language: Language }

/** Folded up: nobody should come here by mistake. */
function LoseForm({ tagId, number, language }: LoseFormProps) {
  const words = cardTexts[language].lose
  return (
    <details>
      <summary>{words.title}</summary>
      <form class="panel" method="post" action={at(paths.cardLoss, { tag_id: tagId })}>
        <p class="prose">{words.lead}</p>
        <button class="button danger" type="submit">
          {words.button({ number })}
        </button>
      </form>
    </details>
  )
}
