import { unlinkCard } from '../features/card/unlink-card.ts'
import { cardOperand } from './arguments.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand({
  operand: cardOperand,
  async run(context, { operand: tagId }) {
    await unlinkCard(context, tagId)
    return { json: { tag_id: tagId, email: null }, text: 'The card is nobody’s; its money stays the person’s.' }
  },
})
