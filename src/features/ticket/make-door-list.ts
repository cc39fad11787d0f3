import type { TenantTx } from '../../db/database.ts'
import type { DoorListDocument, DoorListRow } from '../../integrations/documents/door-list-pages.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import { amountText, momentText, timeText, withinSentence } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { foldText } from '../../lib/text.ts'
import { doorListTexts } from '../../messages/documents/door-list.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { findEvent } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type DoorListEntry, listForDoor } from './door-list.queries.ts'
import { noteForDoor } from './scan.ts'
import { freeSeating } from './ticket.ts'

/**
 * Makes a paper list of everybody who may come in, for the night the power fails: by their last names, each with a box to tick. The
 * audit log notes it, since the list holds the names of people.
 *
 * @returns null: there is no such event
 */
export async function makeDoorList(
  deps: BasicDeps<'documents'>,
  tenant: Tenant,
  actor: Actor,
  { eventId, language }: { readonly eventId: string; readonly language: Language },
): Promise<Attachment | null> {
  const now = deps.now()
  const found = await deps.database.asTenant(tenant.id, async (tx) => {
    const event = await findEvent(tx, eventId)
    if (!event) return null
    const listed = await listRows(tx, { tenant, eventId, now, language })
    const after = { tickets: listed.rows.length }
    await recordChange(tx, actor, now, 'event.door_list_printed', eventId, { after })
    return { event, listed }
  })
  if (!found) return null
  const { event, listed } = found
  const texts = doorListTexts[language]
  const { timeZone } = tenant
  const moment = (at: Date) => momentText({ at, timeZone, language, now: null })
  const list: DoorListDocument = {
    accentColor: tenant.accentColor,
    title: event.name,
    facts: [
      `${texts.title} · ${moment(event.startsAt)}`,
      [
        texts.tickets({ count: listed.rows.length }),
        ...(listed.inside === 0 ? [] : [texts.inside({ count: listed.inside })]),
        ...(listed.toPay === 0 ? [] : [texts.toBePaid({ count: listed.toPay })]),
      ].join(' · '),
      texts.asOf({ moment: withinSentence(moment(now), language) }),
      texts.keep,
    ],
    columns: texts.columns,
    nobody: texts.nobody,
    page: texts.page({ number: '{number}', of: '{of}' }),
    unprintable: texts.unprintable,
  }
  const title = `${texts.title} · ${event.name}`
  const info = { title, author: tenant.organisation, language, createdAt: now }
  return {
    filename: `${texts.fileName}-${event.slug}.pdf`,
    contentType: 'application/pdf',
    content: await deps.documents.doorList(tenant.id, info, list, listed.rows),
  }
}

type Listed = { readonly rows: readonly DoorListRow[]; readonly inside: number; readonly toPay: number }
type Asked = { readonly tenant: Tenant; readonly eventId: string; readonly now: Date; readonly language: Language }

/** How many entries are read at a time: twenty thousand in one go would keep the door waiting. */
const batchSize = 250

async function listRows(tx: TenantTx, { tenant, eventId, now, language }: Asked): Promise<Listed> {
  const rows: DoorListRow[] = []
  let [inside, toPay] = [0, 0]
  let batch: readonly DoorListEntry[] = []
  do {
    const after = batch.at(-1)?.ticketId ?? null
    batch = await listForDoor(tx, { eventId, now, after, limit: batchSize })
    for (const entry of batch) {
      rows.push(rowOf(entry, tenant, language))
      if (entry.scannedAt !== null) inside++
      if (entry.dueMinor !== null) toPay++
    }
  } while (batch.length === batchSize)
  return { rows, inside, toPay }
}

/** The sort key, by last name as people say it at the door; those without a name at the end, by their address. */
function orderOf({ firstName, lastName, email }: DoorListEntry): string {
  const name = foldText(`${lastName || firstName} ${firstName}`)
  return name.trim() === '' ? `\uffff${email}` : name
}

function rowOf(entry: DoorListEntry, { currency, timeZone }: Tenant, language: Language): DoorListRow {
  const texts = doorListTexts[language]
  const { firstName, lastName, productName, priceName, seat, scannedAt, dueMinor } = entry
  const name = [lastName, firstName].filter((part) => part !== '').join(', ')
  const note = noteForDoor(entry.productNote, entry.priceNote)
  const notes = [
    ...(dueMinor === null ? [] : [texts.toPay({ amount: amountText(dueMinor, currency, language) })]),
    ...(scannedAt === null ? [] : [texts.inSince({ time: timeText({ at: scannedAt, timeZone, language }) })]),
    ...(note === null ? [] : [note.replaceAll('\n', ' · ')]),
    ...(entry.guestNote ? [entry.guestNote] : []),
    ...(entry.options.length === 0 ? [] : [entry.options.join(', ')]),
  ]
  return {
    order: orderOf(entry),
    isTicked: scannedAt !== null,
    name: name === '' ? hinted(entry.email) || texts.unnamed : name,
    price: productName === priceName ? priceName : `${productName}, ${priceName}`,
    seat: seat === freeSeating ? '' : seat,
    number: shortReference(entry.ticketId),
    note: notes.length === 0 ? null : notes.join(' · '),
  }
}

/** "ad…@example.org": enough to find oneself by, but not an address that a reader of the list could write to. */
function hinted(email: string): string {
  const [local = '', domain] = email.split('@')
  return domain === undefined ? '' : `${local.slice(0, 2)}…@${domain}`
}
