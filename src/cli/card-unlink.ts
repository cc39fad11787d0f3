import { unlinkCard } from '../features/card/unlink-card.ts'
import { cardTag } from './arguments.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand({
  define: (command) => command.argument('<tag_id>', 'the card, as a reader shows it', cardTag),
  async run(context, { operands: [tagId = ''] }) {
    await unlinkCard(context, tagId)
    return { json: { tag_id: tagId, email: null }, text: 'The card is nobody’s; its money stays the person’s.' }
  },
})
