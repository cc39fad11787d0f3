import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import { listTicketsAtDoor } from '../ticket/scan.queries.ts'
import type { Thing } from '../ticket/thing.ts'
import { listThingsFor } from '../ticket/things.queries.ts'
import { type VerifyDeps, verifyQrCode } from '../ticket/verify-qr-code.ts'
import { noteHandOut, refusingReuse } from './hand-out-things.ts'

export type DoorHandOut = {
  readonly qrCodeData: unknown
  readonly thingId: string
  readonly quantity: number
  /** Names this attempt of the device, so that a repeat hands out nothing twice. */
  readonly nonce: string | null
}

/**
 * Notes that things were handed to the person who shows a ticket of their booking, by the device that read it (ADR 0110). A device
 * undoes nothing.
 *
 * @returns the things of the booking, as they are afterwards
 * @throws AppError invalid_qrcode, invalid_signature, ticket_not_found, key_invalid, device_archived, nonce_reused; not_found
 *   (not among what this ticket may collect), invalid_transition, already_handed_out
 */
export async function handOutAtDoor(
  deps: BasicDeps & VerifyDeps,
  tenantId: string,
  device: KnownDevice,
  { qrCodeData, nonce, ...asked }: DoorHandOut,
): Promise<readonly Thing[]> {
  const { ticketId } = await verifyQrCode(deps, tenantId, qrCodeData)
  const repeatable = nonce && {
    key: `door ${device.id} ${nonce}`,
    hash: sha256(JSON.stringify([ticketId, asked.thingId, asked.quantity])),
  }
  return refusingReuse('nonce_reused', () =>
    deps.database.asTenant(tenantId, async (tx) => {
      await requireLiveDevice(tx, device, deps.now())
      const ticket = (await listTicketsAtDoor(tx, [ticketId])).get(ticketId)
      if (!ticket) throw new AppError('ticket_not_found')
      const { reservationId } = ticket.view
      const things = await listThingsFor(tx, ticket.view)
      if (!things.some(({ id }) => id === asked.thingId)) throw new AppError('not_found')
      const handOut = { ...asked, reservationId, isUndo: false, actorId: device.id }
      await noteHandOut(tx, { ...handOut, repeatable: repeatable || null }, deps.now())
      return listThingsFor(tx, ticket.view)
    }),
  )
}
