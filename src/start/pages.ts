import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { registerAccount } from '../site/account/account.tsx'
import { registerOwnCards } from '../site/account/own-cards.tsx'
import { registerOwnRenewalCancellation } from '../site/account/renewal-cancellation.ts'
import { registerOwnData } from '../site/account/own-data.tsx'
import { registerPasskeys } from '../site/account/passkeys.tsx'
import { registerSessions } from '../site/account/sessions.tsx'
import { registerSignOut } from '../site/account/sign-out.tsx'
import { registerAccountingPages } from '../office/accounting/accounting.tsx'
import { registerAdmin } from '../office/overview/admin.tsx'
import { registerApiKeyPages } from '../office/api-keys/api-keys.tsx'
import { registerAuditPage } from '../office/audit/audit.tsx'
import { registerCardPages } from '../office/cards/card.tsx'
import { registerCardList } from '../office/cards/cards.tsx'
import { registerMembershipCredits } from '../office/cards/membership-credits.tsx'
import { registerNewTopUp } from '../office/cards/new-top-up.tsx'
import { registerAppearancePages } from '../office/appearances/appearances.tsx'
import { registerFederationPages } from '../office/federation/federation.tsx'
import { registerSharedCalendarPages } from '../office/federation/shared-calendars.tsx'
import { registerRemoteAgendaPages } from '../office/remote-agendas/remote-agendas.tsx'
import { registerPromotionalCodePages } from '../office/codes/codes.tsx'
import { registerDevicePages } from '../office/devices/devices.tsx'
import { registerDoorLists } from '../office/door-lists/door-lists.tsx'
import { registerEventForms } from '../office/events/event-forms.tsx'
import { registerEventMore } from '../office/events/event-more.tsx'
import { registerEventOverview } from '../office/events/event-overview.tsx'
import { registerEventSettlement } from '../office/events/event-settlement.tsx'
import { registerEventCopies } from '../office/events/copies.ts'
import { registerEventEnds } from '../office/events/event-ends.tsx'
import { registerFormerKeyPages } from '../office/events/former-keys.tsx'
import { registerEventsPage } from '../office/events/events.tsx'
import { registerEventMessages } from '../office/events/message.tsx'
import { registerNewEventPage } from '../office/events/new-event.tsx'
import { registerScheduleChanges } from '../office/events/schedule-changes.tsx'
import { registerExportPages } from '../office/exports/exports.tsx'
import { registerGuestPages } from '../office/guests/guests.tsx'
import { registerHandOutPages } from '../office/hand-outs/hand-outs.tsx'
import { registerLive } from '../office/overview/live.ts'
import { registerMailsPages } from '../office/mails/mails.tsx'
import { registerMemberPages } from '../office/members/member.tsx'
import { registerKeysPage } from '../office/keys/keys-page.tsx'
import { registerMemberList } from '../office/members/members.tsx'
import { registerSeveralMembers } from '../office/members/several.tsx'
import { registerNewMember } from '../office/members/new-member.tsx'
import { registerNoticePage } from '../office/events/notice.tsx'
import { registerNewPricePage } from '../office/products/new-price.tsx'
import { registerNewProductPage } from '../office/products/new-product.tsx'
import { registerPricePage } from '../office/products/price.tsx'
import { registerImportPages } from '../office/imports/imports.tsx'
import { registerPricesPage } from '../office/products/prices.tsx'
import { registerProductPage } from '../office/products/product.tsx'
import { registerProductsPage } from '../office/products/products.tsx'
import { registerProgrammeRooms } from '../office/programme/entries.tsx'
import { registerRefundPages } from '../office/refunds/refunds.tsx'
import { registerErasure } from '../office/erasure/erasure.tsx'
import { registerPersonalData } from '../office/erasure/personal-data.tsx'
import { registerReservationPages } from '../office/reservations/reservation.tsx'
import { registerReservationList } from '../office/reservations/reservations.tsx'
import { registerSalePages } from '../office/desk/sale.tsx'
import { registerListFilters } from '../office/kit/list-filters.tsx'
import { registerSeveralReservations } from '../office/reservations/several.tsx'
import { registerSearch } from '../office/search/search.tsx'
import { registerPreview } from '../office/kit/marked-field.tsx'
import { registerSettingsPages } from '../office/settings/settings.tsx'
import { registerStartPage } from '../office/overview/start.tsx'
import { registerTeamPages } from '../office/team/team.tsx'
import { registerWaitingLists } from '../office/waiting-lists/waiting-lists.tsx'
import { registerWebhookPages } from '../office/webhooks/webhooks.tsx'
import { registerMailServer } from '../pages/mail-server.ts'
import { registerBooked } from '../site/booking/booked.tsx'
import { registerBooking } from '../site/booking/booking.tsx'
import { registerBookingFiles, registerTicketPasses } from '../site/booking/booking-files.ts'
import { registerCancellation } from '../site/booking/cancel.tsx'
import { registerGive } from '../site/booking/give.tsx'
import { registerGiven } from '../site/booking/given.tsx'
import { registerGivenTicket } from '../site/booking/given-ticket.tsx'
import { registerOffer } from '../site/booking/offer.tsx'
import { registerPay } from '../site/booking/pay.tsx'
import { registerTestPayment } from '../site/booking/test-payment.tsx'
import { registerConfirm } from '../site/confirm/confirm.tsx'
import { registerEventPage } from '../site/event/event.tsx'
import { registerEventPicture } from '../site/event/event-picture.ts'
import { registerDirectory } from '../site/home/directory.tsx'
import { registerHome } from '../site/home/home.tsx'
import { registerInvitation } from '../site/invitation/invitation.tsx'
import { registerLanguage } from '../site/language/language.ts'
import { registerLegal } from '../site/legal/legal.tsx'
import { registerMemberCard } from '../site/membership/member-card.tsx'
import { registerMembership } from '../site/membership/membership.tsx'
import { registerTopUp } from '../site/top-up/top-up.tsx'
import { registerObjectionPage } from '../site/objection/objection.tsx'
import { registerReport } from '../site/report/report.tsx'
import { registerRootBackups } from '../office/root/backups.tsx'
import { registerRootCalendar } from '../office/root/calendar.tsx'
import { registerRootCards } from '../office/root/cards.tsx'
import { registerRootJobs } from '../office/root/jobs.tsx'
import { registerRootLimits } from '../office/root/limits.tsx'
import { registerRootMails } from '../office/root/mails.tsx'
import { registerRootOrganisations } from '../office/root/organisations.tsx'
import { registerNewOrganisation } from '../office/root/new-organisation.tsx'
import { registerRootOrganisation } from '../office/root/organisation.tsx'
import { registerRootPeople } from '../office/root/people.tsx'
import { registerRootReports } from '../office/root/reports.tsx'
import { registerEmbed } from '../site/embed/embed.tsx'
import { registerFeeds } from '../site/feeds/register-feeds.ts'
import { registerFormerAddresses } from '../site/former/former-addresses.ts'
import { registerSearchEngines } from '../site/search-engines/register-search-engines.ts'
import { registerSignInCode } from '../site/sign-in/code.tsx'
import { registerPasskeySignIn } from '../site/sign-in/passkey.tsx'
import { registerSetUp } from '../site/sign-in/set-up.tsx'
import { registerSignIn } from '../site/sign-in/sign-in.tsx'
import { registerSlugCheck } from '../site/tenant-new/check-slug.ts'
import { registerTenantConfirmation } from '../site/tenant-new/confirm.tsx'
import { registerTenantNew } from '../site/tenant-new/tenant-new.tsx'
import { registerWaitingEntryPage } from '../site/waiting-list/entry.tsx'
import { registerWaitingList } from '../site/waiting-list/waiting-list.tsx'

/** Every page for people, a line each. */
const pages: readonly ((app: FastifyInstance, context: Context) => void)[] = [
  registerMailServer,
  registerHome,
  registerDirectory,
  registerTenantNew,
  registerSlugCheck,
  registerTenantConfirmation,
  registerEventPage,
  registerEventPicture,
  registerBooking,
  registerBooked,
  registerPay,
  registerTestPayment,
  registerBookingFiles,
  registerCancellation,
  registerOffer,
  registerGive,
  registerWaitingList,
  registerWaitingEntryPage,
  registerTicketPasses,
  registerGiven,
  registerGivenTicket,
  registerSignIn,
  registerSignInCode,
  registerSetUp,
  registerAccount,
  registerPasskeys,
  registerPasskeySignIn,
  registerSessions,
  registerSignOut,
  registerOwnCards,
  registerOwnRenewalCancellation,
  registerOwnData,
  registerAdmin,
  registerLive,
  registerReservationList,
  registerSeveralReservations,
  registerSalePages,
  registerDoorLists,
  registerGuestPages,
  registerWaitingLists,
  registerReservationPages,
  registerErasure,
  registerPersonalData,
  registerHandOutPages,
  registerMemberList,
  registerNewMember,
  registerMemberPages,
  registerSeveralMembers,
  registerMailsPages,
  registerCardList,
  registerCardPages,
  registerMembershipCredits,
  registerNewTopUp,
  registerNoticePage,
  registerEventsPage,
  registerNewEventPage,
  registerEventOverview,
  registerEventForms,
  registerEventMore,
  registerEventSettlement,
  registerEventEnds,
  registerFormerKeyPages,
  registerEventCopies,
  registerScheduleChanges,
  registerEventMessages,
  registerProductsPage,
  registerNewProductPage,
  registerProductPage,
  registerNewPricePage,
  registerPricePage,
  registerPricesPage,
  registerPromotionalCodePages,
  registerSharedCalendarPages,
  registerAppearancePages,
  registerFederationPages,
  registerImportPages,
  registerRemoteAgendaPages,
  registerProgrammeRooms,
  registerRefundPages,
  registerTeamPages,
  registerAccountingPages,
  registerExportPages,
  registerApiKeyPages,
  registerWebhookPages,
  registerDevicePages,
  registerAuditPage,
  registerStartPage,
  registerKeysPage,
  registerSearch,
  registerPreview,
  registerListFilters,
  registerSettingsPages,
  registerRootOrganisations,
  registerNewOrganisation,
  registerRootOrganisation,
  registerRootPeople,
  registerRootCalendar,
  registerRootMails,
  registerRootJobs,
  registerRootBackups,
  registerRootCards,
  registerRootLimits,
  registerRootReports,
  registerConfirm,
  registerInvitation,
  registerMembership,
  registerTopUp,
  registerMemberCard,
  registerLegal,
  registerLanguage,
  registerObjectionPage,
  registerReport,
  registerEmbed,
  registerFeeds,
  registerFormerAddresses,
  registerSearchEngines,
]

export function registerPages(app: FastifyInstance, context: Context): void {
  for (const register of pages) register(app, context)
}
