import { resetPasskeys } from '../features/tenant/set-passkeys.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { required } from './options.ts'

export const command = serviceCommand({
  options: { '--email <address>': required('the person, who is signed out and told by mail', email) },
  async run(context, { options }) {
    const removed = await resetPasskeys(context, options.email)
    if (removed === null) throw new Error(`Nobody is known as ${options.email}.`)
    return {
      json: { email: options.email, removed },
      text: `${options.email} has no passkeys any more (${removed} removed) and is signed out everywhere.`,
    }
  },
})
