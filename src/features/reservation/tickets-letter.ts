import type { TenantTx } from '../../db/database.ts'
import { amountText } from '../../lib/format.ts'
import type { Deps } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findReservationPasses } from '../wallet/offered-passes.ts'
import { walletPath } from '../wallet/wallet.ts'
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
  return ticketsLetter(language, {
    ...words,
    ...(await walletsOf(deps, tx, id, words.url)),
    total: totalMinor === 0 ? null : amount(totalMinor),
    discount: promotionalCode === null ? null : { code: promotionalCode, amount: amount(-discountMinor) },
  })
}

async function walletsOf(deps: Pick<Deps, 'now'>, tx: TenantTx, reservationId: string, page: string) {
  const { wallets, tickets } = await findReservationPasses(tx, [reservationId], deps.now())
  const passes = tickets.get(reservationId)
  if (passes === undefined) return { wallets: [], walletLinks: [] }
  const linked = passes.count === 1 ? wallets : []
  return { wallets, walletLinks: linked.map((wallet) => ({ wallet, url: page + walletPath(wallet, passes.firstId) })) }
}
