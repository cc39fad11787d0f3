import type pg from 'pg'
import type { Page } from 'playwright-core'

/**
 * Every text that people write and that is kept, in every table. Each is filled with a text that would act as something else if
 * it were let: written directly into the tables, so that nothing relies on what the interface refuses. A new column of text must
 * be in one of the lists here, or the test fails.
 */
const written: readonly string[] = [
  'api_key.name',
  'guest_list.name',
  'guest.note',
  'device.name',
  'list_filter.name',
  'device.gate',
  'session.device',
  'webhook.name',
  'passkey.name',
  'stage.name',
  ...['event', 'product', 'price', 'artist', 'project'].flatMap((table) => [
    `${table}.name`,
    `${table}.short_description`,
    `${table}.long_description`,
  ]),
  'product.scan_note',
  'price.scan_note',
  'ticket_option.name',
  'ticket_option.description',
  'event.access_notes',
  'event.change_reason',
  'event_cost.label',
  'event_notice.subject',
  'event_notice.reason',
  ...['name', 'address', 'city', 'postal_code'].map((column) => `location.${column}`),
  ...['name', 'short_description', 'location_name', 'city', 'organiser'].map((column) => `calendar_entry.${column}`),
  ...['name', 'city'].map((column) => `remote_agenda.${column}`),
  ...['name', 'description', 'place'].map((column) => `remote_event.${column}`),
  ...['organisation', 'short_description', 'long_description', 'legal_documents', 'phone', 'mail_sender'].map(
    (column) => `tenant.${column}`,
  ),
  ...['tenant', 'tenant_request'].flatMap((table) => [`${table}.address`, `${table}.city`, `${table}.postal_code`]),
  'tenant.refusal_reason',
  'tenant_request.organisation',
  'page_report.path',
  'page_report.text',
  ...['reservation_line', 'ticket', 'membership'].flatMap((table) => [`${table}.first_name`, `${table}.last_name`]),
  'ticket.seat',
  'mail.subject',
  'mail.failure',
  'refund.failure',
  'refund_handover.failure',
  'import.file_name',
  'purse_movement.note',
  'audit_personal.before',
  'audit_personal.after',
  ...['name', 'client_id', 'role_claim'].map((column) => `sign_in_provider.${column}`),
]

/** Columns that only files, mails and programs show, or a state of a page that is made again for each look. */
const notShown: readonly string[] = [
  'event_notice.subject',
  'calendar_entry.short_description',
  'ticket.seat',
  'purse_movement.note',
  ...['organisation', 'address', 'city', 'postal_code'].map((column) => `tenant_request.${column}`),
  'reservation_line.first_name',
  'reservation_line.last_name',
  'audit_personal.before',
  'mail.failure',
  'refund.failure',
  'refund_handover.failure',
  'tenant.refusal_reason',
  'remote_event.description',
]

/** Columns of web addresses: their scheme is checked where they are taken. */
const addresses: readonly string[] = [
  'artist.website',
  'product.terms_url',
  'remote_agenda.address',
  'remote_agenda.website',
  'remote_event.url',
  'calendar_entry.link',
  'calendar_entry.organiser_url',
  'reservation.return_url',
  'webhook.address',
  ...['website', 'facebook', 'twitter', 'instagram'].map((column) => `tenant.${column}`),
]

/** Columns that programs write and compare, and e-mail addresses. JSON is filled by a rule of its own, below. */
const notWritten =
  /^(graphile.*|schema_migration|picture|server_setting|signing_key|rate_counter|idempotency_key|asked_request|wallet_keys|sign_in_link|domain|domain_claim|due_work|appearance|federation_member|scan_log|dispute|money_back|payment|payment_correction|promotional_code|nfc_card|account|member|purse|person_counter|waiting_entry|team_invitation|hand_out|export_choice|skipped_step|recovery_code|tenant_member|ticket_name_word|member_name_word|audit_entry|provider_sign_in|test_refund|renewal|import_part|import_refusal|fediverse_actor|activity|told_event)\..*|import\.(column_names|mapping|state)|list_filter\.(list|query)|test_checkout\.(session_id|state|\w+_url)|remote_agenda\.(problem|etag|last_modified|actor|actor_inbox)|follower\.(actor|follow_id|inbox)|follower_inbox\.address|tenant\.fediverse_label|remote_event\.(uid|recurrence|categories|state)|calendar_entry\.uid|sign_in_provider\.(issuer|mail_domains|\w+_values)|webhook\.(kinds|signature|off_reason)|webhook_delivery\.(body|state)|.*\.(languages?|status|kind|slug|image_key|image_focus|currency|reference|recipient|email|\w+_email|prefix|key_prefix|permissions|addresses|event_ids|role|passkey_roles|folded_\w+|request_key|because|cancelled_because|provider_\w+|actor_kind|field|membership_period|letter|vat|accent_color|type_pair|color_scheme|picture_header|category|\w+_key|event_category|approval|main_domain|own_domain|rp_id|challenge|time_zone|offline_policy|sites)$/
const json: Readonly<Record<string, RegExp>> = {
  'receipt.seller': /^(organisation|address|postalCode|city|phone|legalDocuments)$/,
  'test_checkout.lines': /^name$/,
  'webhook_delivery.attempts': /^answer$/,
  'receipt.lines': /^(description|product|price|code)$/,
}

/** As long as a name may be; it does not matter what is cut off an organisation's name. */
const tail =
  "<img src=x onerror=hostile=1>\u202e🎪<%= 7*7 %>{{7*7}}&lt;b&gt; Donaudampfschifffahrtselektrizitätenhauptbetriebswerk javascript:hostile=1 '"
/** The hostile text for that column, in a row of its own. */
export const hostileText = (column: string): string =>
  `="'>~${tagOf(column)}~<script>hostile=1</script><zz-hostile/> ${tail}`
const tagOf = (column: string) => [...written, ...addresses].indexOf(column)
/** Columns filled only where they have a value: a missing one means something else. */
const onlyWhereSaid =
  /^(event_notice|event\.change_reason|audit_personal)|^calendar_entry\.(organiser|organiser_url|link)$|\.failure$/
/** Columns that hold no value twice. */
const asOneOfMany: Readonly<Record<string, string>> = {
  'ticket.seat': `case seat when 'L' then seat else left($1, 12) || right(id::text, 8) end`,
  'remote_agenda.address': `$1 || id::text`,
}
const lengths: Readonly<Record<string, number>> = {
  'tenant.organisation': 50,
  'tenant.mail_sender': 70,
  'sign_in_provider.name': 40,
}

/** @throws Error when a column of text is on no list, or on a list and in no table */
export async function fillWithHostileTexts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`,
  )
  const known = [...written, ...addresses, ...Object.keys(json)]
  const names = rows.map(({ name }) => name)
  const forgotten = names.filter((name) => !known.includes(name) && !notWritten.test(name))
  const gone = known.filter((name) => !names.includes(name))
  if (forgotten.length + gone.length > 0) throw new Error(`${forgotten} on no list, ${gone} in no table`)
  for (const name of written) await fill(client, name, hostileText(name))
  for (const name of addresses) await fill(client, name, `https://hostile.test/${encodeURI('"')}'><zz-hostile/>`)
  for (const [name, keys] of Object.entries(json)) await fillJson(client, name, keys)
}

async function fill(client: pg.Client, column: string, text: string): Promise<void> {
  const [table, name] = column.split('.')
  const own = asOneOfMany[column] ?? `left($1, ${lengths[column] ?? 200})`
  const where = onlyWhereSaid.test(column) ? `where ${name} is not null` : ''
  await client.query(`update ${table} set ${name} = ${own} ${where}`, [text])
}

async function fillJson(client: pg.Client, column: string, keys: RegExp): Promise<void> {
  const [table, name = ''] = column.split('.')
  const { rows } = await client.query(`select ctid, ${name} from ${table}`)
  for (const row of rows) {
    const filled = JSON.stringify(row[name], (key, value) =>
      typeof value === 'string' && keys.test(key) ? hostileText(column).slice(0, 200) : value,
    )
    await client.query(`update ${table} set ${name} = $1 where ctid = $2`, [filled, row.ctid])
  }
}

/** Looks for traces of the hostile texts on a page: none when they are nothing but text, else what is wrong. */
export function hostileTraces(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if ('hostile' in globalThis) found.push('a program ran')
    for (const element of document.querySelectorAll('*')) {
      const names = element.getAttributeNames()
      const isOwn = !/hostile/.test(element.localName) && !names.some((name) => /^on|hostile|[<>"'=]/.test(name))
      const links = [element.getAttribute('href'), element.getAttribute('src'), element.getAttribute('action')]
      if (!isOwn || links.some((link) => /^\s*(javascript|data:text|vbscript)/i.test(link ?? '')))
        found.push(element.outerHTML.slice(0, 200))
      if (element.localName === 'script' && element.getAttribute('type') === 'application/ld+json')
        JSON.parse(element.textContent ?? '')
      else if (element.localName === 'script' && element.textContent !== '') found.push('a script in the page')
    }
    return found
  })
}

/** The numbers of the columns that a page shows, in its text or in the fields of a form. */
export async function fieldsOn(page: Page): Promise<readonly number[]> {
  const shown = await page.content()
  return [...shown.matchAll(/~(\d+)~/g)].map(([, field]) => Number(field))
}

/** The columns that were filled and that no page showed, except those that none is meant to show. */
export function unread(fields: ReadonlySet<number>): readonly string[] {
  return written.filter((column, index) => !fields.has(index) && !notShown.includes(column))
}
