import type { Selectable } from 'kysely'
import type { Tenant } from '../../db/tables.ts'
import { withoutInvisible } from '../../lib/text.ts'

/** The sender of a mail: the organisation as its mails show it. */
export type Sender = {
  /** The organisation's name; null for the service itself, which goes by the name of MAIL_FROM. */
  readonly name: string | null
  /** The name beside the address that mails are sent from, which is the server's own; null as for `name`. */
  readonly fromName: string | null
  /** The address for answers. */
  readonly replyTo: string | null
  /** `#rrggbb` */
  readonly accentColor: string
  /** Lines at the end: address, how to reach it, what the law asks for. */
  readonly mentions: readonly string[]
}

/** The fields that name an organisation, its addresses and its legal mentions: a text, or where to read them. */
export type Mentioned = Pick<
  Selectable<Tenant>,
  'organisation' | 'address' | 'postalCode' | 'city' | 'email' | 'phone' | 'website' | 'legalDocuments'
>

export type SenderRow = Mentioned & Pick<Selectable<Tenant>, 'category' | 'accentColor' | 'mailSender' | 'replyEmail'>

/** The sender of a tenant's mails; Root sends as the service itself. */
export function senderOf(row: SenderRow): Sender {
  const name = row.category === 'root' ? null : withoutInvisible(row.organisation)
  return {
    name,
    fromName: name === null || row.mailSender === null ? name : withoutInvisible(row.mailSender),
    replyTo: row.replyEmail ?? row.email,
    accentColor: row.accentColor,
    mentions: row.category === 'root' ? [] : mentionsOf(row),
  }
}

/** The name, the addresses and the legal mentions of an organisation, one a line; alike on mails and tickets. */
export function mentionsOf(row: Mentioned): readonly string[] {
  const town = joined([row.postalCode, row.city], ' ')
  const lines = [
    joined([row.organisation, row.address, town], ', '),
    joined([row.phone, row.email, row.website], ' · '),
    ...(row.legalDocuments ?? '').split('\n'),
  ]
  return lines.map(withoutInvisible).filter((line) => line !== '')
}

function joined(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator)
}
