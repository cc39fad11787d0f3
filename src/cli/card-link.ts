import { linkCard } from '../features/card/link-card.ts'
import { amountText } from '../lib/format.ts'
import { amountFromMinor } from '../lib/money.ts'
import { cardOperand, email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { required } from './options.ts'

export const command = serviceCommand({
  options: { '--email <address>': required('the person; made when unknown', email) },
  operand: cardOperand,
  async run(context, { options, operand: tagId }) {
    const { card, moved } = await linkCard(context, tagId, options.email)
    const moves = moved.map(({ tenant, amountMinor }) => ({
      tenant: tenant.slug,
      amount: amountFromMinor(amountMinor, tenant.currency),
    }))
    return {
      json: { tag_id: card.tagId, number: card.number, email: card.email, moved: moves },
      text: [
        `Card ${card.number} is linked to ${options.email}.`,
        ...moved.map(
          ({ tenant, amountMinor }) =>
            `${tenant.slug}: ${amountText(amountMinor, tenant.currency, 'en')} that was on it is theirs.`,
        ),
      ].join('\n'),
    }
  },
})
