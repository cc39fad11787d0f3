import type { Card } from '../../features/card/card.queries.ts'
import { rootCardsTexts } from '../../messages/office/root-cards.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'
import { EmailField } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { rootRooms } from './rooms.ts'
import { useTexts } from '../../pages/reader.ts'

const url = rootRooms.cards

type CardsProps = { readonly cards: readonly Card[]; readonly problems: readonly FormProblem[]; readonly typed: string }

/** The cards of the server, each with what may become of it. */
export function CardRows({ cards, problems, typed }: CardsProps) {
  const words = useTexts(rootCardsTexts)
  const { columns } = words
  return (
    <DataTable
      label={useTexts(rootTexts).rooms.cards}
      rows={cards}
      keyOf={({ tagId }) => tagId}
      columns={[
        { name: columns.number, show: ({ tagId, number }) => <strong id={`card-${tagId}`}>{number}</strong> },
        { name: columns.tag, show: ({ tagId }) => <code>{tagId}</code> },
        { name: columns.whose, show: ({ email }) => email ?? <span class="muted">{words.nobodys}</span> },
        {
          name: columns.state,
          bare: true,
          show: ({ lostAt }) =>
            lostAt === null ? (
              <Standing sign="well">{words.works}</Standing>
            ) : (
              <Standing sign="gone">{words.lost}</Standing>
            ),
        },
        { name: columns.change, bare: true, show: (card) => <Change {...{ card, problems, typed }} /> },
      ]}
    />
  )
}

function Change({ card, problems, typed }: Omit<CardsProps, 'cards'> & { readonly card: Card }) {
  const words = useTexts(rootCardsTexts)
  const { tagId, email, lostAt } = card
  const id = `email-${tagId}`
  const one = { sends: { tag_id: tagId } }
  return (
    <details open={problems.some(({ field }) => field === id)}>
      <summary aria-describedby={`card-${tagId}`}>{words.change}</summary>
      <div class="stack">
        {email === null ? (
          <form method="post" action={`${url}links/`}>
            <input type="hidden" name="tag_id" value={tagId} />
            <EmailField
              id={id}
              name="email"
              label={words.email}
              help={words.emailHelp}
              autocomplete="off"
              problems={problems}
              value={typed}
            />
            <Submit look="quiet">{words.link}</Submit>
          </form>
        ) : (
          <ActionButton {...one} action={`${url}removal/`} help={words.unlinkHelp}>
            {words.unlink}
          </ActionButton>
        )}
        {lostAt === null ? (
          <ActionButton {...one} action={`${url}loss/`} help={words.loseHelp} look="danger">
            {words.lose}
          </ActionButton>
        ) : null}
        {/* Shown for every card: an organisation may have blocked it, which is not known here. */}
        <ActionButton {...one} action={`${url}unblocking/`} help={words.unblockHelp}>
          {words.unblock}
        </ActionButton>
      </div>
    </details>
  )
}
