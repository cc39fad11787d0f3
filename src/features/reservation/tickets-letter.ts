import type { TenantTx } from '../../db/database.ts'
import { amountText } from '../../lib/format.ts'
import { briefly, inLine, pictureOf, termsOf } from '../catalog/sold-product.ts'
import type { Deps } from '../deps.ts'
import { listToldArtists } from '../event/event-page.queries.ts'
import type { WrittenMail } from '../mail/letter.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { thingText } from '../ticket/thing.ts'
import { listChosenOptions } from '../ticket/ticket-document.queries.ts'
import { findReservationPasses } from '../wallet/offered-passes.ts'
import { walletPath } from '../wallet/wallet.ts'
import { listBookedLines } from './booking-page.queries.ts'
import { bookingWords } from './booking-words.ts'
import { type Booked, bookingKeptLetter, ticketsLetter } from './mail-texts.ts'
import { getReservationView, type Reservation } from './reservation.queries.ts'

type LetterDeps = Pick<Deps, 'now' | 'secrets' | 'urls'>

/** Writes the letter that the tickets of a reservation go with, as the reservation is now. */
export async function writeTicketsLetter(
  deps: LetterDeps,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
): Promise<WrittenMail> {
  const booked = await readBooked(deps, tx, tenant, reservation)
  return ticketsLetter(reservation.language, { ...booked, ...(await walletsOf(deps, tx, reservation.id, booked.url)) })
}

/** Writes the letter that tells what is kept until it is paid at the desk. */
export async function writeKeptLetter(
  deps: LetterDeps,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
): Promise<WrittenMail> {
  return bookingKeptLetter(reservation.language, await readBooked(deps, tx, tenant, reservation))
}

/** Reads what the mails about a booking say of what was booked. */
async function readBooked(deps: LetterDeps, tx: TenantTx, tenant: Tenant, reservation: Reservation): Promise<Booked> {
  const { id, language, totalMinor } = reservation
  const amount = (minor: number) => amountText(minor, tenant.currency, language)
  const { promotionalCode, discountMinor } = await getReservationView(tx, id)
  const words = await bookingWords(deps, tx, tenant, reservation)
  const lines = await listBookedLines(tx, id)
  const options = await listChosenOptions(tx, id)
  const artists = await listToldArtists(tx, reservation.eventId)
  return {
    ...words,
    options: namesOf(options),
    artists: namesOf(artists.map((artist) => ({ ...artist, description: inLine([artist]) }))),
    about: lines.map((line, index) => {
      const isFirst = line.product.id !== lines[index - 1]?.product.id
      const picture = isFirst ? pictureOf(line.product, deps.urls.base(tenant.host)) : {}
      return {
        name: thingText(line.quantity, { ...line, productName: line.product.name }),
        text: briefly(line),
        ...picture,
      }
    }),
    terms: termsOf(lines.map(({ product }) => product)),
    total: totalMinor === 0 ? null : amount(totalMinor),
    discount: promotionalCode === null ? null : { code: promotionalCode, amount: amount(-discountMinor) },
  }
}

type Described = { readonly name: string; readonly description: string | null }

/** "Blanket, Wheelchair place (step-free)"; null: there are none. */
function namesOf(things: readonly Described[]): string | null {
  return things.map(({ name, description }) => (description ? `${name} (${description})` : name)).join(', ') || null
}

async function walletsOf(deps: Pick<Deps, 'now'>, tx: TenantTx, reservationId: string, page: string) {
  const { wallets, tickets } = await findReservationPasses(tx, [reservationId], deps.now())
  const passes = tickets.get(reservationId)
  if (passes === undefined) return { wallets: [], walletLinks: [] }
  const linked = passes.count === 1 ? wallets : []
  return { wallets, walletLinks: linked.map((wallet) => ({ wallet, url: page + walletPath(wallet, passes.firstId) })) }
}
