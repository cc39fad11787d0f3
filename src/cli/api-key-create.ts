import { InvalidArgumentError } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { isPermission, type Permission, permissions } from '../features/account/permission.ts'
import { createApiKey } from '../features/team/create-api-key.ts'
import { newId } from '../lib/ids.ts'
import { formatDateTime } from '../lib/time.ts'
import { addressOrRange, email, listOf, text } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { endDate, endDateForm, momentOf } from './end-date.ts'
import { optional, required, usually } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that the key opens',
  options: {
    '--user <email>': required('whose key it is; an unknown user is made', email),
    '--name <text>': required('what it is for', text(200)),
    '--permission <permission...>': required(
      `what it may do, one or several of: ${permissions.join(', ')}`,
      listOf(permission),
    ),
    '--address <address...>': optional(
      'where it may be used from: addresses, or ranges such as 10.0.0.0/8',
      listOf(addressOrRange),
    ),
    '--expires <date>': usually('none', `when it ends: ${endDateForm}`, endDate),
  },
  async run(context, tenant, { options }) {
    const expiresAt = momentOf(options.expires, tenant.timeZone)
    const key = await createApiKey(context, tenant, theServer, {
      id: newId(),
      email: options.user,
      name: options.name,
      permissions: options.permission,
      expiresAt,
      addresses: options.address ?? [],
    })
    const end = expiresAt === null ? null : formatDateTime(expiresAt)
    return {
      json: { api_key: key, ...(end === null ? {} : { expires_at: end }) },
      text: [
        key,
        'This is the only time it is shown.',
        ...(end === null ? [] : [`It is refused from ${end} on.`]),
      ].join('\n'),
    }
  },
})

function permission(value: string): Permission {
  if (!isPermission(value)) throw new InvalidArgumentError(`Use one of: ${permissions.join(', ')}.`)
  return value
}
