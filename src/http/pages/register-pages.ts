import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerAccount } from './account/account.tsx'
import { registerOwnCards } from './account/own-cards.tsx'
import { registerOwnData } from './account/own-data.tsx'
import { registerPasskeys } from './account/passkeys.tsx'
import { registerSessions } from './account/sessions.tsx'
import { registerSignOut } from './account/sign-out.tsx'
import { registerAccountingPages } from './admin/accounting/accounting.tsx'
import { registerAdmin } from './admin/admin.tsx'
import { registerApiKeyPages } from './admin/api-keys.tsx'
import { registerAuditPage } from './admin/audit.tsx'
import { registerCardPages } from './admin/cards/card.tsx'
import { registerCardList } from './admin/cards/cards.tsx'
import { registerPromotionalCodePages } from './admin/codes/codes.tsx'
import { registerDevicePages } from './admin/devices.tsx'
import { registerDoorLists } from './admin/door-lists.tsx'
import { registerEventPages } from './admin/events/event.tsx'
import { registerEventCopies } from './admin/events/copies.ts'
import { registerEventEnds } from './admin/events/event-ends.tsx'
import { registerEventsPage } from './admin/events/events.tsx'
import { registerEventMessages } from './admin/events/message.tsx'
import { registerNewEventPage } from './admin/events/new-event.tsx'
import { registerEventTurns } from './admin/events/turns.tsx'
import { registerExportPages } from './admin/exports/exports.tsx'
import { registerGuestPages } from './admin/guests/guests.tsx'
import { registerHandOutPages } from './admin/hand-outs.tsx'
import { registerLive } from './admin/live.ts'
import { registerMailsPages } from './admin/mails.tsx'
import { registerMemberPages } from './admin/members/member.tsx'
import { registerMemberList } from './admin/members/members.tsx'
import { registerNewMember } from './admin/members/new-member.tsx'
import { registerNoticePage } from './admin/notice.tsx'
import { registerNewPricePage } from './admin/products/new-price.tsx'
import { registerNewProductPage } from './admin/products/new-product.tsx'
import { registerPricePage } from './admin/products/price.tsx'
import { registerPricesPage } from './admin/products/prices.tsx'
import { registerProductPage } from './admin/products/product.tsx'
import { registerProductsPage } from './admin/products/products.tsx'
import { registerProgrammeRooms } from './admin/programme/entries.tsx'
import { registerRefundPages } from './admin/refunds.tsx'
import { registerErasure } from './admin/erasure.tsx'
import { registerPersonalData } from './admin/personal-data.tsx'
import { registerReservationPages } from './admin/reservation.tsx'
import { registerReservationList } from './admin/reservations.tsx'
import { registerSalePages } from './admin/sale.tsx'
import { registerSettingsPages } from './admin/settings/settings.tsx'
import { registerStartPage } from './admin/start.tsx'
import { registerTeamPages } from './admin/team/team.tsx'
import { registerWaitingLists } from './admin/waiting-lists/waiting-lists.tsx'
import { registerBooked } from './booking/booked.tsx'
import { registerBooking } from './booking/booking.tsx'
import { registerCalendarFile } from './booking/calendar-file.ts'
import { registerCancellation } from './booking/cancel.tsx'
import { registerGive } from './booking/give.tsx'
import { registerGivenFiles } from './booking/given-files.ts'
import { registerOffer } from './booking/offer.tsx'
import { registerPay } from './booking/pay.tsx'
import { registerTicketsFile } from './booking/tickets-file.ts'
import { registerWalletFiles } from './booking/wallet-files.ts'
import { registerConfirm } from './confirm/confirm.tsx'
import { registerEventPage } from './event/event.tsx'
import { registerDirectory } from './home/directory.tsx'
import { registerHome } from './home/home.tsx'
import { registerInvitation } from './invitation/invitation.tsx'
import { registerLegal } from './legal/legal.tsx'
import { registerMemberCard } from './membership/member-card.tsx'
import { registerMembership } from './membership/membership.tsx'
import { registerObjectionPage } from './objection/objection.tsx'
import { registerReport } from './report/report.tsx'
import { registerRootBackups } from './root/backups.tsx'
import { registerRootCalendar } from './root/calendar.tsx'
import { registerRootCards } from './root/cards.tsx'
import { registerRootHealth } from './root/health.tsx'
import { registerRootJobs } from './root/jobs.tsx'
import { registerRootLimits } from './root/limits.tsx'
import { registerRootMails } from './root/mails.tsx'
import { registerRootOrganisation } from './root/organisation.tsx'
import { registerRootPeople } from './root/people.tsx'
import { registerRootReports } from './root/reports.tsx'
import { registerSearchEngines } from './search-engines/register-search-engines.ts'
import { registerSignInCode } from './sign-in/code.tsx'
import { registerPasskeySignIn } from './sign-in/passkey.tsx'
import { registerSetUp } from './sign-in/set-up.tsx'
import { registerSignIn } from './sign-in/sign-in.tsx'
import { registerSlugCheck } from './tenant-new/check-slug.ts'
import { registerTenantConfirmation } from './tenant-new/confirm.tsx'
import { registerTenantNew } from './tenant-new/tenant-new.tsx'
import { registerWaitingEntryPage } from './waiting-list/entry.tsx'
import { registerWaitingList } from './waiting-list/waiting-list.tsx'

/** Every page for people, a line each. */
export function registerPages(app: FastifyInstance, context: Context): void {
  registerHome(app, context)
  registerDirectory(app, context)
  registerTenantNew(app, context)
  registerSlugCheck(app, context)
  registerTenantConfirmation(app, context)
  registerEventPage(app, context)
  registerBooking(app, context)
  registerBooked(app, context)
  registerPay(app, context)
  registerCalendarFile(app, context)
  registerCancellation(app, context)
  registerOffer(app, context)
  registerGive(app, context)
  registerWaitingList(app, context)
  registerWaitingEntryPage(app, context)
  registerTicketsFile(app, context)
  registerWalletFiles(app, context)
  registerGivenFiles(app, context)
  registerSignIn(app, context)
  registerSignInCode(app, context)
  registerSetUp(app, context)
  registerAccount(app, context)
  registerPasskeys(app, context)
  registerPasskeySignIn(app, context)
  registerSessions(app, context)
  registerSignOut(app, context)
  registerOwnCards(app, context)
  registerOwnData(app, context)
  registerAdmin(app, context)
  registerLive(app, context)
  registerReservationList(app, context)
  registerSalePages(app, context)
  registerDoorLists(app, context)
  registerGuestPages(app, context)
  registerWaitingLists(app, context)
  registerReservationPages(app, context)
  registerErasure(app, context)
  registerPersonalData(app, context)
  registerHandOutPages(app, context)
  registerMemberList(app, context)
  registerNewMember(app, context)
  registerMemberPages(app, context)
  registerMailsPages(app, context)
  registerCardList(app, context)
  registerCardPages(app, context)
  registerNoticePage(app, context)
  registerEventsPage(app, context)
  registerNewEventPage(app, context)
  registerEventPages(app, context)
  registerEventEnds(app, context)
  registerEventCopies(app, context)
  registerEventTurns(app, context)
  registerEventMessages(app, context)
  registerProductsPage(app, context)
  registerNewProductPage(app, context)
  registerProductPage(app, context)
  registerNewPricePage(app, context)
  registerPricePage(app, context)
  registerPricesPage(app, context)
  registerPromotionalCodePages(app, context)
  registerProgrammeRooms(app, context)
  registerRefundPages(app, context)
  registerTeamPages(app, context)
  registerAccountingPages(app, context)
  registerExportPages(app, context)
  registerApiKeyPages(app, context)
  registerDevicePages(app, context)
  registerAuditPage(app, context)
  registerStartPage(app, context)
  registerSettingsPages(app, context)
  registerRootOrganisation(app, context)
  registerRootPeople(app, context)
  registerRootCalendar(app, context)
  registerRootMails(app, context)
  registerRootJobs(app, context)
  registerRootBackups(app, context)
  registerRootHealth(app, context)
  registerRootCards(app, context)
  registerRootLimits(app, context)
  registerRootReports(app, context)
  registerConfirm(app, context)
  registerInvitation(app, context)
  registerMembership(app, context)
  registerMemberCard(app, context)
  registerLegal(app, context)
  registerObjectionPage(app, context)
  registerReport(app, context)
  registerSearchEngines(app, context)
}
