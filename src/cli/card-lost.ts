import { reportLostCard } from '../features/card/report-lost-card.ts'
import { formatDateTime } from '../lib/time.ts'
import { cardTag } from './arguments.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand({
  define: (command) =>
    command
      .argument('<tag_id>', 'the card, as a reader shows it', cardTag)
      .addHelpText(
        'after',
        '\nWhat is on it stays. To have it on another card, link both to the person, in any order.',
      ),
  async run(context, { operands: [tagId = ''] }) {
    const lostAt = await reportLostCard(context, tagId)
    return { json: { tag_id: tagId, lost_at: formatDateTime(lostAt) }, text: 'The card is blocked at every till.' }
  },
})
