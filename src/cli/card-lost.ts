import { reportLostCard } from '../features/card/report-lost-card.ts'
import { formatDateTime } from '../lib/time.ts'
import { cardOperand } from './arguments.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand({
  operand: cardOperand,
  remark: 'What is on it stays. To have it on another card, link both to the person, in any order.',
  async run(context, { operand: tagId }) {
    const lostAt = await reportLostCard(context, tagId)
    return { json: { tag_id: tagId, lost_at: formatDateTime(lostAt) }, text: 'The card is blocked at every till.' }
  },
})
