import type { DoorListDocument, DoorListRow } from '../../integrations/documents/door-list-pages.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import { amountText, momentText, timeText, withinSentence } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { foldText } from '../../lib/text.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import { findEvent } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type DoorListEntry, listForDoor } from './door-list.queries.ts'
import { doorListTexts } from './door-list-texts.ts'
import { noteForDoor } from './scan.ts'
import { freeSeating } from './ticket.ts'

/**
 * Everybody who may come in, on paper, for the night the power fails: by their last names, each with a box to tick. That it
 * was made is in the audit log, since it holds the names of people.
 *
 * @returns null: there is no such event
 */
export async function makeDoorList(
  deps: Pick<Deps, 'database' | 'now' | 'documents'>,
  tenant: Tenant,
  actor: Actor,
  { eventId, language }: { readonly eventId: string; readonly language: Language },
): Promise<Attachment | null> {
  const now = deps.now()
  const found = await deps.database.asTenant(tenant.id, async (tx) => {
    const event = await findEvent(tx, eventId)
    if (!event) return null
    const entries = await listForDoor(tx, { eventId, now })
    const after = { tickets: entries.length }
    await recordChange(tx, actor, now, { action: 'event.door_list_printed', subjectId: eventId, after })
    return { event, entries }
  })
  if (!found) return null
  const { event, entries } = found
  const texts = doorListTexts[language]
  const { timeZone } = tenant
  const moment = (at: Date) => momentText({ at, timeZone, language, now: null })
  const inside = entries.filter(({ scannedAt }) => scannedAt !== null).length
  const toPay = entries.filter(({ dueMinor }) => dueMinor !== null).length
  const list: DoorListDocument = {
    accentColor: tenant.accentColor,
    title: event.name,
    facts: [
      `${texts.title} · ${moment(event.startsAt)}`,
      texts.count(entries.length, inside, toPay),
      texts.asOf(withinSentence(moment(now), language)),
      texts.keep,
    ],
    columns: texts.columns,
    rows: inOrder(entries).map((entry) => rowOf(entry, tenant, language)),
    nobody: texts.nobody,
    page: texts.page,
    unprintable: texts.unprintable,
  }
  const title = `${texts.title} · ${event.name}`
  const info = { title, author: tenant.organisation, language, createdAt: now }
  return {
    filename: `${texts.fileName}-${event.slug}.pdf`,
    contentType: 'application/pdf',
    content: await deps.documents.doorList(info, list),
  }
}

/** By last name, as somebody at the door says it; those without a name at the end, by what is known of them. */
function inOrder(entries: readonly DoorListEntry[]): readonly DoorListEntry[] {
  const keyed = entries.map((entry) => {
    const name = foldText(`${entry.lastName || entry.firstName} ${entry.firstName}`)
    return { entry, key: name.trim() === '' ? `\uffff${entry.email}` : name }
  })
  return keyed
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ entry }) => entry)
}

function rowOf(entry: DoorListEntry, { currency, timeZone }: Tenant, language: Language): DoorListRow {
  const texts = doorListTexts[language]
  const { firstName, lastName, productName, priceName, seat, scannedAt, dueMinor } = entry
  const name = [lastName, firstName].filter((part) => part !== '').join(', ')
  const note = noteForDoor(entry.productNote, entry.priceNote)
  const notes = [
    ...(dueMinor === null ? [] : [texts.toPay(amountText(dueMinor, currency, language))]),
    ...(scannedAt === null ? [] : [texts.inSince(timeText({ at: scannedAt, timeZone, language }))]),
    ...(note === null ? [] : [note.replaceAll('\n', ' · ')]),
    ...(entry.guestNote ? [entry.guestNote] : []),
    ...(entry.options.length === 0 ? [] : [entry.options.join(', ')]),
  ]
  return {
    isTicked: scannedAt !== null,
    name: name === '' ? hinted(entry.email) || texts.unnamed : name,
    price: productName === priceName ? priceName : `${productName}, ${priceName}`,
    seat: seat === freeSeating ? '' : seat,
    number: shortReference(entry.ticketId),
    note: notes.length === 0 ? null : notes.join(' · '),
  }
}

/** "ad…@example.org": enough to find oneself by, and no address to write to for whoever reads the list. */
function hinted(email: string): string {
  const [local = '', domain] = email.split('@')
  return domain === undefined ? '' : `${local.slice(0, 2)}…@${domain}`
}
