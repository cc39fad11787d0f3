import type { TenantTx } from '../../db/database.ts'
import { amountText } from '../../lib/format.ts'
import { briefly, termsOf } from '../catalog/sold-product.ts'
import type { Deps } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listChosenOptions } from '../ticket/ticket-document.queries.ts'
import { findReservationPasses } from '../wallet/offered-passes.ts'
import { walletPath } from '../wallet/wallet.ts'
import { type BookedLine, listBookedLines } from './booking-page.queries.ts'
import { bookingWords } from './booking-words.ts'
import { ticketsLetter } from './mail-texts.ts'
import { getReservationView, type Reservation } from './reservation.queries.ts'

/** Writes the letter that the tickets of a reservation go with, as the reservation is now. */
export async function writeTicketsLetter(
  deps: Pick<Deps, 'now' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
): Promise<WrittenMail> {
  const { id, language, totalMinor } = reservation
  const amount = (minor: number) => amountText(minor, tenant.currency, language)
  const { promotionalCode, discountMinor } = await getReservationView(tx, id)
  const words = await bookingWords(deps, tx, tenant, reservation)
  const lines = await listBookedLines(tx, id)
  const options = await listChosenOptions(tx, id)
  return ticketsLetter(language, {
    ...words,
    ...(await walletsOf(deps, tx, id, words.url)),
    options: options.length === 0 ? null : options.map(optionText).join(', '),
    about: lines.flatMap(aboutLine),
    terms: termsOf(lines.map(({ product }) => product)),
    total: totalMinor === 0 ? null : amount(totalMinor),
    discount: promotionalCode === null ? null : { code: promotionalCode, amount: amount(-discountMinor) },
  })
}

/** "Wheelchair place (step-free)" */
function optionText({ name, description }: { readonly name: string; readonly description: string | null }): string {
  return description ? `${name} (${description})` : name
}

function aboutLine(line: BookedLine) {
  const { product, priceName } = line
  const text = briefly(line)
  const name = product.name === priceName ? priceName : `${product.name}, ${priceName}`
  return text === null ? [] : [{ name, text }]
}

async function walletsOf(deps: Pick<Deps, 'now'>, tx: TenantTx, reservationId: string, page: string) {
  const { wallets, tickets } = await findReservationPasses(tx, [reservationId], deps.now())
  const passes = tickets.get(reservationId)
  if (passes === undefined) return { wallets: [], walletLinks: [] }
  const linked = passes.count === 1 ? wallets : []
  return { wallets, walletLinks: linked.map((wallet) => ({ wallet, url: page + walletPath(wallet, passes.firstId) })) }
}
