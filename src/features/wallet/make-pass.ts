import { serverSide } from '../../db/database.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import type { ApplePass, PassField } from '../../integrations/wallet/apple-pass.ts'
import type { GooglePass } from '../../integrations/wallet/google-pass.ts'
import { dayText, timeText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { withoutInvisible } from '../../lib/text.ts'
import { formatLocal } from '../../lib/time.ts'
import type { BasicDeps } from '../deps.ts'
import { mentionsOf } from '../mail/sender.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findTicketFacts, type TicketFacts } from '../ticket/ticket-document.queries.ts'
import { qrCodesOf } from '../ticket/tickets-in-hand.ts'
import { sandboxTexts } from '../../messages/interface/sandbox.ts'
import { ticketTexts } from '../../messages/documents/ticket.ts'
import { holderOf, placeLinesOf, priceOf, seatOf } from '../ticket/ticket-words.ts'
import { findOfferedPasses, walletsOf } from './offered-passes.ts'
import { passTexts } from '../../messages/documents/pass.ts'
import type { Wallet } from './wallet.ts'
import { findWalletKeys } from './wallet-keys.ts'

export type PassDeps = BasicDeps<'secrets' | 'passes'> & { readonly signingKeys: SigningKeys }

/** Which ticket, in a reservation that the caller may see. */
export type PassChoice = {
  readonly tenantId: string
  readonly reservationId: string
  readonly ticketId: string
  readonly language: Language
}

/** Makes a `.pkpass` with one ticket. Null when there is none: no keys, or the ticket opens nothing any more. */
export async function makeApplePass(deps: PassDeps, choice: PassChoice): Promise<Attachment | null> {
  const found = await findWhatToPass(deps, choice, 'apple')
  if (!found) return null
  return {
    filename: `${passTexts[choice.language].fileName}-${found.event.slug}.pkpass`,
    contentType: 'application/vnd.apple.pkpass',
    content: await deps.passes.apple(found.tenant.id, applePass(found), found.keys, deps.now()),
  }
}

/** Makes the address at Google that saves one ticket to the wallet of anyone who opens it. Null as `makeApplePass`. */
export async function makeGoogleLink(deps: PassDeps, choice: PassChoice): Promise<string | null> {
  const found = await findWhatToPass(deps, choice, 'google')
  return found && deps.passes.googleLink(googlePass(found), found.keys, deps.now())
}

type Passed = {
  readonly tenant: Tenant
  readonly event: TicketFacts['event']
  readonly ticket: TicketFacts['tickets'][number]
  readonly options: readonly string[]
  readonly qrCodeData: string
  readonly language: Language
}

async function findWhatToPass<W extends Wallet>(
  deps: PassDeps,
  { tenantId, reservationId, ticketId, language }: PassChoice,
  wallet: W,
) {
  const found = await deps.database.asTenant(tenantId, async (tx) => {
    const offered = await findOfferedPasses(tx, [ticketId], deps.now())
    if (!walletsOf(offered, ticketId).includes(wallet)) return null
    const tenant = await findTenantById(serverSide(tx), tenantId)
    const facts = await findTicketFacts(tx, reservationId)
    const keys = await findWalletKeys(deps, tx, wallet)
    const ticket = facts?.tickets.find(({ id }) => id === ticketId)
    return tenant && facts && keys && ticket ? { tenant, ...facts, ticket, keys } : null
  })
  if (!found) return null
  const qrCodeOf = await qrCodesOf(deps.signingKeys, tenantId)
  return { ...found, language, qrCodeData: qrCodeOf(ticketId) }
}

function applePass(passed: Passed): ApplePass {
  const { tenant, event, ticket, options, language, qrCodeData } = passed
  const [texts, printed] = [passTexts[language], ticketTexts[language]]
  const { timeZone } = tenant
  const time = (at: Date) => timeText({ at, timeZone, language })
  const [placeName, ...address] = placeLinesOf(event)
  const holder = holderOf(ticket)
  const number = shortReference(ticket.id)
  return {
    serialNumber: ticket.id,
    group: event.id,
    organisation: nameOn(tenant, language),
    description: withoutInvisible(`${printed.ticket} · ${event.name}`),
    accentColor: tenant.accentColor,
    imageKey: tenant.logoKey ?? tenant.imageKey,
    relevantAt: event.doorsOpenAt ?? event.startsAt,
    expiresAt: event.endsAt,
    qrCodeData,
    qrCodeText: number,
    header: [field(texts.start, time(event.startsAt))],
    primary: field(texts.event, event.name),
    secondary: [
      field(texts.date, dayText({ at: event.startsAt, timeZone, language, now: null })),
      ...(event.doorsOpenAt === null ? [] : [field(texts.doors, time(event.doorsOpenAt))]),
      ...(placeName === undefined ? [] : [field(texts.place, placeName)]),
    ],
    auxiliary: [
      ...(holder === '' ? [] : [field(printed.holder, holder)]),
      field(printed.price, priceOf(ticket, tenant.currency, language)),
      field(printed.seat, seatOf(ticket, language)),
    ],
    back: [
      field(printed.number, ticket.id),
      ...(address.length === 0 ? [] : [field(texts.address, address.join('\n'))]),
      ...(options.length === 0 ? [] : [field(printed.options, options.join(', '))]),
      field(texts.organisation, mentionsOf(tenant).join('\n')),
      field(texts.noteLabel, texts.note),
    ],
  }
}

/** What stands at the top of a pass: the organisation, or of a sandbox that nothing of it is real (ADR 0272). */
function nameOn({ sandbox, organisation }: Tenant, language: Language): string {
  return sandbox ? sandboxTexts[language].mark : withoutInvisible(organisation)
}

/**
 * Makes a field without invisible characters: names come from strangers, and none may turn the direction of the text around it. Lines
 * stay lines.
 */
function field(label: string, value: string): PassField {
  return { label, value: value.split('\n').map(withoutInvisible).join('\n') }
}

function googlePass({ tenant, event, ticket, language, qrCodeData }: Passed): GooglePass {
  const at = (moment: Date) => formatLocal(moment, tenant.timeZone)
  const [name, address] = placeLinesOf(event).map(withoutInvisible)
  const holder = withoutInvisible(holderOf(ticket))
  return {
    ticketId: ticket.id,
    language,
    organisation: nameOn(tenant, language),
    eventName: withoutInvisible(event.name),
    doorsAt: event.doorsOpenAt && at(event.doorsOpenAt),
    startsAt: at(event.startsAt),
    endsAt: event.endsAt && at(event.endsAt),
    place: name === undefined || address === undefined ? null : { name, address },
    holder: holder === '' ? null : holder,
    price: withoutInvisible(priceOf(ticket, tenant.currency, language)),
    seat: withoutInvisible(seatOf(ticket, language)),
    number: shortReference(ticket.id),
    accentColor: tenant.accentColor,
    qrCodeData,
  }
}
