import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import qrcode from 'qrcode'
import type { Context } from '../../context.ts'
import type { PairingOffer } from '../../features/device/pairing-token.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { signTickets } from '../../features/ticket/sign-tickets.ts'
import { type DemoTicket, listTicketsOf } from './demo.queries.ts'
import type { ScheduledEvent } from './schedule.ts'
import { xmlText } from '../../lib/xml.ts'

export type SheetPart = {
  readonly tenant: Tenant
  readonly offer: PairingOffer
  readonly supervisor: PairingOffer
  readonly events: readonly ScheduledEvent[]
}

type Sample = { readonly caption: string; readonly most: number; readonly matches: (ticket: DemoTicket) => boolean }

/** The answers to a scan of tonight's tickets, by their state before. */
const samples: readonly Sample[] = [
  { caption: 'Valid: comes in, once', most: 3, matches: (ticket) => ticket.status === 'not_scanned' },
  { caption: 'Already scanned', most: 1, matches: (ticket) => ticket.status === 'scanned' },
  { caption: 'Cancelled', most: 1, matches: (ticket) => ticket.cancelledAt !== null },
  { caption: 'Not paid', most: 1, matches: (ticket) => ticket.reservationStatus === 'unpaid' },
  { caption: 'Payment not begun', most: 1, matches: (ticket) => ticket.status === 'created' },
  { caption: 'E-mail not confirmed', most: 1, matches: (ticket) => ticket.reservationStatus === 'email_unverified' },
]

/** Writes DATA_DIR/demo/qr-codes.html: a page to hold up, or print, before a phone that scans. Its path. */
export async function writeSheet(context: Context, parts: readonly SheetPart[]): Promise<string> {
  const sections = await Promise.all(parts.map((part) => section(context, part)))
  const directory = join(context.config.dataDir, 'demo')
  const file = join(directory, 'qr-codes.html')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(file, page(sections.join('\n')), { mode: 0o600 })
  return file
}

async function section(context: Context, { tenant, offer, supervisor, events }: SheetPart): Promise<string> {
  const tonight = events.filter((scheduled) => scheduled.isTonight)
  const blocks = await Promise.all(tonight.map((scheduled) => eventBlock(context, tenant, scheduled)))
  const later = events.find((scheduled) => !scheduled.isTonight && scheduled.plan.crowd.before > 1)
  const other = later ? [await laterCard(context, tenant, later)] : []
  const pairing = await card('Pair a phone, once', tenant.organisation, offer.pairingUrl)
  const leading = await card('A supervisor’s phone, to pair once', tenant.organisation, supervisor.pairingUrl)
  return `<h2>${xmlText(tenant.organisation)}</h2>
    <div class="cards">${pairing}${leading}${other.join('')}</div>${blocks.join('')}`
}

async function eventBlock(context: Context, tenant: Tenant, { plan, event }: ScheduledEvent): Promise<string> {
  const tickets = await context.database.asTenant(tenant.id, (tx) => listTicketsOf(tx, event.id))
  const chosen = samples.flatMap((sample) =>
    tickets
      .filter(sample.matches)
      .slice(0, sample.most)
      .map((ticket) => ({ ticket, caption: sample.caption })),
  )
  const cards = await Promise.all(
    chosen.map(async ({ ticket, caption }) => card(caption, nameOf(ticket), await qrDataOf(context, tenant, ticket))),
  )
  const [genuine] = chosen
  const forged = genuine
    ? [await card('Forged: refused', 'nobody', forge(await qrDataOf(context, tenant, genuine.ticket)))]
    : []
  return `<h3>${xmlText(plan.name)}, ${xmlText(plan.start)}</h3><div class="cards">${[...cards, ...forged].join('')}</div>`
}

async function laterCard(context: Context, tenant: Tenant, { plan, day, event }: ScheduledEvent): Promise<string> {
  const tickets = await context.database.asTenant(tenant.id, (tx) => listTicketsOf(tx, event.id))
  const ticket = tickets.find((candidate) => candidate.status === 'not_scanned')
  if (!ticket) return ''
  const caption = `Valid for ${plan.name} on ${day.date}`
  return card(caption, nameOf(ticket), await qrDataOf(context, tenant, ticket))
}

function nameOf(ticket: DemoTicket): string {
  return `${ticket.firstName} ${ticket.lastName}`
}

async function qrDataOf(context: Context, tenant: Tenant, ticket: DemoTicket): Promise<string> {
  const [signed] = await signTickets(context, tenant, { ids: [ticket.id] })
  if (!signed) throw new Error('the ticket of the demonstration is missing')
  return signed.qrCodeData
}

/** One character of the signature is another one. */
function forge(qrData: string): string {
  const at = qrData.length - 20
  return `${qrData.slice(0, at)}${qrData[at] === 'A' ? 'B' : 'A'}${qrData.slice(at + 1)}`
}

async function card(caption: string, name: string, data: string): Promise<string> {
  const svg = await qrcode.toString(data, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `<figure>${svg}<figcaption><strong>${xmlText(caption)}</strong><br>${xmlText(name)}</figcaption></figure>`
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>QR codes of the demonstration</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #111; background: #fff }
  .cards { display: flex; flex-wrap: wrap; gap: 1rem }
  figure { margin: 0; width: 13rem; border: 1px solid #999; border-radius: 8px; padding: 0.5rem; break-inside: avoid }
  svg { display: block; width: 100%; height: auto }
  figcaption { font-size: 0.9rem }
</style>
<h1>QR codes of the demonstration</h1>
<p>Pair a phone with the first code of an organisation, then scan the others with it. Each says what is to be expected.</p>
${body}
</html>
`
}
