import { linkCard } from '../features/card/link-card.ts'
import { amountText } from '../lib/format.ts'
import { amountFromMinor } from '../lib/money.ts'
import { cardTag, email } from './arguments.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand<{ readonly email: string }>({
  define: (command) =>
    command
      .argument('<tag_id>', 'the card, as a reader shows it', cardTag)
      .requiredOption('--email <address>', 'the person; made when unknown', email),
  async run(context, { options, operands: [tagId = ''] }) {
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
