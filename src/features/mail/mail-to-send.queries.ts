import { serverSide, type TenantTx } from '../../db/database.ts'
import { isThere, sameTenant, selectRows } from '../../db/rows.ts'
import type { Language } from '../../lib/language.ts'
import { isNobodysAddress } from '../../lib/nobodys-address.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { type Letter, readLetter } from './letter.ts'
import { isKeptInSandbox, type MailKind, type MailStatus, mayObjectTo, showsPoster, unaskedWhere } from './mail.ts'
import { listObjectors } from './objection.queries.ts'
import { selectPaidOnline } from './paid-online.queries.ts'
import type { PictureFocus } from '../../lib/picture-focus.ts'
import type { SenderRow } from './sender.ts'

type Poster = { readonly imageKey: string; readonly imageFocus: PictureFocus }

/** A mail as it waits to be sent, and whose name it goes out in: the organisation as it is now. */
export type MailToSend = {
  readonly id: string
  readonly kind: MailKind
  readonly language: Language
  readonly letter: Letter
  readonly recipient: string
  readonly reservationId: string | null
  readonly documentId: string | null
  readonly status: MailStatus
  readonly usefulUntil: Date | null
  readonly createdAt: Date
  /** The one ticket that it brings opens nothing any more: it was cancelled or given on. */
  readonly isTicketGone: boolean
  /** Whether its recipient objects to mails of its kind (ADR 0236). */
  readonly isObjectedTo: boolean
  /** Whether nobody has shown that its recipient asked for it (ADR 0238). */
  readonly isUnasked: boolean
  /** False: the organisation waits for a super-user's approval, and this is to nobody who works there (ADR 0220). */
  readonly mayGo: boolean
  /** Whether the organisation is a sandbox, which says so in every mail. */
  readonly isSandbox: boolean
  /** Whether it is not to go out: the organisation is a sandbox, and this is for a visitor. */
  readonly isKept: boolean
  /** Whether nobody is its recipient, so that others may be signed in as them: nobody can have the address, and no account of rights does. */
  readonly isToNobody: boolean
  readonly sender: SenderRow
  /** The logo of the organisation; null: it has none. */
  readonly logoKey: string | null
  /** The picture of the event that the mail is about; null: it shows none. */
  readonly poster: Poster | null
  /** The host of the organisation: its label or main domain. */
  readonly host: string | null
}

/**
 * Finds a mail to send. Null when it was erased with its recipient, or went out so long ago that what it said is deleted. What
 * matters for some kinds only is read for them alone: to plan it all as one statement took longer than to write the mail.
 */
export async function findMailToSend(tx: TenantTx, id: string): Promise<MailToSend | null> {
  const found = await findWithSender(tx, id)
  if (!found || found.letter === null) return null
  const { host, letter, unasked, approval, sandbox, languageHere, ...row } = found
  // The list of kinds is held by what queues them.
  const kind = row.kind as MailKind
  const isOpen = approval === 'approved'
  const [isTicketGone, objectors, isUnasked, isStaff, isSomebody, poster] = await Promise.all([
    row.documentId !== null && isTicketCancelled(tx, row.documentId),
    listObjectors(tx, mayObjectTo(kind) ? [row.recipient] : []),
    isUnaskedMail(tx, { ...row, kind, unasked }),
    (sandbox || !isOpen) && worksHere(tx, row.recipient),
    sandbox && hasMore(tx, row.recipient),
    showsPoster(kind) && row.reservationId !== null ? findPoster(tx, row.reservationId) : null,
  ])
  return {
    ...row,
    poster,
    isTicketGone,
    isUnasked,
    mayGo: isOpen || isStaff,
    isSandbox: sandbox,
    isKept: sandbox && isKeptInSandbox(kind, isStaff),
    isToNobody: isNobodysAddress(row.recipient) && !isSomebody,
    kind,
    host,
    isObjectedTo: objectors.has(row.recipient),
    language: firstSpoken(row.language, languageHere),
    letter: readLetter(letter),
    sender: row,
  }
}

function findWithSender(tx: TenantTx, id: string) {
  return selectRows(tx, 'mail')
    .innerJoin('tenant', 'tenant.id', 'mail.tenantId')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'mail.tenantId').on('domain.kind', '=', 'label'))
    .select((of) => of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host'))
    .select(['mail.id', 'mail.kind', 'mail.language', 'mail.letter', 'mail.recipient', 'mail.unasked'])
    .select(['mail.reservationId', 'mail.documentId', 'mail.status', 'mail.usefulUntil', 'mail.createdAt'])
    .select(['tenant.category', 'tenant.organisation', 'tenant.address', 'tenant.postalCode', 'tenant.city'])
    .select(['tenant.phone', 'tenant.email', 'tenant.website', 'tenant.legalDocuments', 'tenant.accentColor'])
    .select('tenant.logoKey')
    .select([
      'tenant.mailSender',
      'tenant.replyEmail',
      'tenant.approval',
      'tenant.sandbox',
      'tenant.language as languageHere',
    ])
    .where('mail.id', '=', id)
    .executeTakeFirst()
}

async function findPoster(tx: TenantTx, reservationId: string): Promise<Poster | null> {
  const event = await selectRows(tx, 'reservation')
    .innerJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['event.imageKey', 'event.imageFocus'])
    .where('reservation.id', '=', reservationId)
    .executeTakeFirst()
  return event?.imageKey ? { imageKey: event.imageKey, imageFocus: event.imageFocus } : null
}

/** Also false when the mail brings another document than a ticket. */
async function isTicketCancelled(tx: TenantTx, documentId: string): Promise<boolean> {
  const ticket = await selectRows(tx, 'ticket').select('cancelledAt').where('id', '=', documentId).executeTakeFirst()
  return ticket !== undefined && ticket.cancelledAt !== null
}

async function worksHere(tx: TenantTx, email: string): Promise<boolean> {
  return selectRows(tx, 'tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .where('account.email', '=', email)
    .$call(isThere)
}

/** Whether the account with that address has rights over the server, a passkey or a card, or is known elsewhere on it. */
async function hasMore(tx: TenantTx, email: string): Promise<boolean> {
  return serverSide(tx)
    .selectFrom('account')
    .where('email', '=', email)
    .where((where) =>
      where.or([
        where('isSuperUser', '=', true),
        where('canCreateTenants', '=', true),
        where.exists(where.selectFrom('passkey').select('passkey.id').whereRef('passkey.accountId', '=', 'account.id')),
        where.exists(where.selectFrom('nfcCard').select('nfcCard.id').whereRef('nfcCard.accountId', '=', 'account.id')),
        where.exists(
          where
            .selectFrom('session')
            .select('session.tenantId')
            .whereRef('session.accountId', '=', 'account.id')
            .where('session.tenantId', '<>', tx.tenantId),
        ),
        where.exists(
          where
            .selectFrom('knownBrowser')
            .select('knownBrowser.tenantId')
            .whereRef('knownBrowser.accountId', '=', 'account.id')
            .where('knownBrowser.tenantId', '<>', tx.tenantId),
        ),
      ]),
    )
    .$call(isThere)
}

type About = Pick<MailToSend, 'kind' | 'recipient' | 'reservationId'> & { readonly unasked: boolean }

async function isUnaskedMail(tx: TenantTx, { kind, recipient, reservationId, unasked }: About): Promise<boolean> {
  const where = unaskedWhere(kind)
  if (typeof where === 'boolean') return where
  if (where === 'waiting_list') return waitsUnasked(tx, recipient)
  if (reservationId === null) return unasked
  const booking = await findAsked(tx, reservationId)
  if (booking === null) return unasked
  return booking.unasked && !(await isPaidOnline(tx, reservationId))
}

/** Whether a program put somebody on a waiting list. */
async function waitsUnasked(tx: TenantTx, email: string): Promise<boolean> {
  return selectRows(tx, 'waitingEntry').where('email', '=', email).where('unasked', '=', true).$call(isThere)
}

async function findAsked(tx: TenantTx, reservationId: string): Promise<{ readonly unasked: boolean } | null> {
  const booking = await selectRows(tx, 'reservation')
    .select(['unasked', 'unconfirmedFrom', 'unpaidFrom'])
    .where('id', '=', reservationId)
    .executeTakeFirst()
  if (booking === undefined) return null
  const isTyped = booking.unconfirmedFrom !== null || booking.unpaidFrom !== null
  return { unasked: booking.unasked || isTyped }
}

async function isPaidOnline(tx: TenantTx, reservationId: string): Promise<boolean> {
  return selectPaidOnline(tx)
    .where('receivedMinor', 'is not', null)
    .where('reservationId', '=', reservationId)
    .$call(isThere)
}
