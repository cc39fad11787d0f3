import { Type } from 'typebox'
import { updateTenantWithTimes } from '../features/event-notice/change-time-zone.ts'
import { getTenant } from '../features/tenant/tenant.queries.ts'
import { longestTexts } from '../features/tenant/tenant.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { defined } from '../http/wire/defined.ts'
import { EmailIn, Maybe, Text } from '../http/wire/schemas.ts'
import { PlaceChange, readPlaceChange, takeImages } from './place-change.ts'
import { settings } from './place-wire.ts'

const SettingsChange = Type.Object(
  {
    ...PlaceChange.properties,
    mail_sender: Maybe(Text({ max: longestTexts.mailSender, example: 'Le Bikini, box office' })),
    reply_email: Maybe(EmailIn),
  },
  { title: 'SettingsChange' },
)

const routes = section({
  tag: 'Settings',
  url: '/api/settings/',
  access: needs('place:read', 'settings'),
  writes: needs('place:write', 'settings'),
})

/** How an organisation looks and what its rules are, at its own address. Not in the interface (ADR 0190). */
export const registerSettings = routes.register

routes.get('', {
  operationId: 'readSettings',
  summary: 'Read the settings of this organisation',
  description:
    'The place that the directory has, and in whose name its mails go out and where answers to them go. Keys of online payment and of wallets are not among them.',
  response: { 200: settings.out },
  // As it is, not as this process remembers it: another may have changed it a moment ago.
  handler: async ({ context, tenant }) =>
    settings.present(await context.database.asServer((tx) => getTenant(tx, tenant.id)), { context }),
})

routes.patch('', {
  operationId: 'changeSettings',
  refuses: ['category_rule', 'slug_taken', 'storage_full', 'in_use', 'changed_meanwhile'],
  summary: 'Change the settings of this organisation',
  description:
    'Changes the fields that are sent. Null empties a field, also a picture. The currency stays once there are prices or payments: `in_use`. A new time zone leaves coming events at their moments, unless `keep_hours` is true. Where the money goes, and domains, are changed by people alone.',
  body: SettingsChange,
  response: { 200: settings.out },
  handler: async ({ context, tenant, actor, body, language }) => {
    const mails = defined({ mailSender: body.mail_sender, replyEmail: body.reply_email })
    const values = { ...readPlaceChange(body), ...mails, ...(await takeImages(context, tenant.id, body, language)) }
    const times = { keepHours: body.keep_hours ?? false }
    return settings.present(await updateTenantWithTimes(context, actor, tenant.id, values, times), { context })
  },
})
