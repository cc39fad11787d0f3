import { listCards } from '../features/card/card.queries.ts'
import { formatDateTime } from '../lib/time.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { optional } from './options.ts'

export const command = serviceCommand({
  options: { '--email <address>': optional('only the cards of this person', email) },
  async run(context, { options }) {
    const cards = await context.database.asServer((tx) => listCards(tx, { email: options.email ?? null }))
    const line = ({ tagId, number, email: owner, lostAt }: (typeof cards)[number]) =>
      `${tagId}  ${number.padEnd(12)}  ${owner ?? '–'}${lostAt === null ? '' : '  lost'}`
    return {
      json: {
        cards: cards.map((card) => ({
          tag_id: card.tagId,
          number: card.number,
          uuid: card.id,
          email: card.email,
          lost_at: card.lostAt === null ? null : formatDateTime(card.lostAt),
        })),
      },
      text: cards.map(line).join('\n') || 'There are no cards.',
    }
  },
})
