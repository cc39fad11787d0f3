import { theServer } from '../features/account/actor.ts'
import { takeOrder } from '../features/reservation/take-order.ts'
import { uncountedNetwork } from '../features/reservation/unconfirmed.ts'
import { formatDateTime } from '../lib/time.ts'
import { email, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { required } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation the person becomes a member of',
  options: {
    '--email <address>': required('the member', email),
    '--price <uuid>': required('the price of the membership, whatever it costs', uuid),
  },
  async run(context, tenant, { options }) {
    const taken = await takeOrder(context, tenant, theServer, {
      kind: 'membership',
      cardNumber: null,
      email: options.email,
      firstName: '',
      lastName: '',
      priceId: options.price,
      chosenMinor: null,
      promotionalCode: null,
      language: tenant.language,
      atDesk: false,
      network: uncountedNetwork,
    })
    if (taken.kind !== 'granted') throw new Error('the server is told that it has to pay')
    const { membership } = taken
    const until = membership.validUntil === null ? null : formatDateTime(membership.validUntil)
    return {
      json: { uuid: membership.id, valid_from: formatDateTime(membership.validFrom), valid_until: until },
      text: `${membership.email} is a member ${until === null ? 'without end' : `until ${until}`}.`,
    }
  },
})
