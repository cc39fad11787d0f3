import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { registerAccounting } from '../api/accounting.ts'
import { registerAudit } from '../api/audit.ts'
import { registerCards } from '../api/cards.ts'
import { registerDevices } from '../api/devices.ts'
import { registerDoorListFile } from '../api/door-lists.ts'
import { registerEventMessageRoutes } from '../api/event-messages.ts'
import { registerEventNotices } from '../api/event-notices.ts'
import { registerEvents } from '../api/events.ts'
import { registerExports } from '../api/exports.ts'
import { registerFormerTicketKeys } from '../api/former-ticket-keys.ts'
import { registerGuests } from '../api/guests.ts'
import { registerHandOuts } from '../api/hand-outs.ts'
import { registerKeyTest } from '../api/key-test.ts'
import { registerMembershipChanges } from '../api/membership-changes.ts'
import { registerMemberships } from '../api/memberships.ts'
import { registerPersonalDataErasure } from '../api/personal-data.ts'
import { registerOpenApi } from '../api/openapi.ts'
import { registerProgramme } from '../api/programme-entries.ts'
import { registerPayments } from '../api/payments.ts'
import { registerPlaces } from '../api/places.ts'
import { registerPrices } from '../api/prices.ts'
import { registerProducts } from '../api/products.ts'
import { registerPromotionalCodes } from '../api/promotional-codes.ts'
import { registerRefunds } from '../api/refunds.ts'
import { registerReservationChanges } from '../api/reservation-changes.ts'
import { registerAppearances } from '../api/appearances.ts'
import { registerFediverse } from '../site/fediverse/register-fediverse.ts'
import { registerFediverseSettings } from '../api/fediverse.ts'
import { registerFederation, registerSharedCalendars } from '../api/federation.ts'
import { registerImports } from '../api/imports.ts'
import { registerRemoteAgendas, registerRemoteEvents } from '../api/remote-agendas.ts'
import { registerReservations } from '../api/reservations.ts'
import { registerSales } from '../api/sales.ts'
import { registerSettings } from '../api/settings.ts'
import { registerSettlements } from '../api/settlements.ts'
import { registerSigningKeys } from '../api/signing-keys.ts'
import { registerTickets } from '../api/tickets.ts'
import { registerTopUps } from '../api/top-ups.ts'
import { registerWaitingEntries } from '../api/waiting-entries.ts'
import { registerWaitingLists } from '../api/waiting-lists.ts'
import { registerWebhooks } from '../api/webhooks.ts'
import type { ErrorFace } from '../http/error-handler.ts'
import { registerMedia } from '../http/media.ts'
import { registerAssets } from './assets.ts'
import { registerDocs } from '../site/docs/register-docs.tsx'
import { pageErrorFace } from '../pages/error-page.tsx'
import { registerPages } from './pages.ts'
import { registerWebhook } from '../api/payment-webhook.ts'
import { registerPairing } from '../site/pairing/pairing.tsx'
import { registerDoor } from '../door/door.ts'
import { registerScanning } from '../door/scan.ts'
import { scanErrorFace } from '../door/scan-errors.ts'
import { registerScanner } from '../door/scanner.tsx'
import { registerSecurityTxt } from '../site/security-txt/security-txt.ts'

/** Every route of the service, a line a section; answers with the faces their errors have. */
export async function registerRoutes(app: FastifyInstance, context: Context): Promise<readonly ErrorFace[]> {
  registerAssets(app)
  registerMedia(app, context)
  registerPages(app, context)
  registerDocs(app, context)
  registerOpenApi(app)
  registerProducts(app, context)
  registerPrices(app, context)
  registerPromotionalCodes(app, context)
  registerEvents(app, context)
  registerSharedCalendars(app, context)
  registerFederation(app, context)
  registerAppearances(app, context)
  registerFediverseSettings(app, context)
  registerFediverse(app, context)
  registerImports(app, context)
  registerRemoteAgendas(app, context)
  registerRemoteEvents(app, context)
  registerEventNotices(app, context)
  registerEventMessageRoutes(app, context)
  registerFormerTicketKeys(app, context)
  registerProgramme(app, context)
  registerReservations(app, context)
  registerReservationChanges(app, context)
  registerPayments(app, context)
  registerSales(app, context)
  registerHandOuts(app, context)
  registerRefunds(app, context)
  registerTickets(app, context)
  registerWaitingEntries(app, context)
  registerWaitingLists(app, context)
  registerGuests(app, context)
  registerMemberships(app, context)
  registerPersonalDataErasure(app, context)
  registerMembershipChanges(app, context)
  registerTopUps(app, context)
  registerCards(app, context)
  registerDevices(app, context)
  registerDoorListFile(app, context)
  registerExports(app, context)
  registerAccounting(app, context)
  registerSettlements(app, context)
  registerAudit(app, context)
  registerSettings(app, context)
  registerWebhooks(app, context)
  registerPlaces(app, context)
  registerKeyTest(app)
  registerScanning(app, context)
  registerDoor(app, context)
  registerPairing(app, context)
  registerScanner(app, context)
  registerSigningKeys(app, context)
  registerSecurityTxt(app, context)
  registerWebhook(app, context)
  return [scanErrorFace, pageErrorFace]
}
