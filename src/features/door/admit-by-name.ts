import type { KnownDevice } from '../device/device-keys.ts'
import type { ScanOutcome } from '../ticket/explain-scans.ts'
import { admitTicket, type ScanDeps } from '../ticket/scan-ticket.ts'
import { getEventOfTicket } from './door-ticket.queries.ts'
import { requireOwnEvent, requireSupervisor } from './require-supervisor.ts'

export type AdmissionByName = {
  readonly ticketId: string
  /** The event the door is set to; null: any. */
  readonly eventId: string | null
  /** Names this attempt of the device: a repeat gets the same answer and writes nothing. */
  readonly nonce: string | null
}

/**
 * Lets in, for a supervisor, a ticket that was found by its name and whose code nobody can show: as a scan does, with the same checks
 * and in the same log, which says that it was by name (ADR 0303).
 *
 * @throws AppError key_invalid, device_archived, permission_denied (a steward), not_found (also a ticket of an event that is not this
 *   door's), nonce_reused, unavailable
 */
export async function admitByName(
  deps: Pick<ScanDeps, 'database' | 'now' | 'scans'>,
  tenantId: string,
  known: KnownDevice,
  { ticketId, eventId, nonce }: AdmissionByName,
): Promise<ScanOutcome> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const device = await requireSupervisor(tx, known, deps.now())
    requireOwnEvent(device, await getEventOfTicket(tx, ticketId))
  })
  return admitTicket(deps, tenantId, known, { ticketId, eventId, nonce, scannedAt: deps.now(), byName: true })
}
