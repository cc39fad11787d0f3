import { defineProofLink } from '../../lib/proof-link.ts'

/** The page of one booking, for whoever made it, account or not. */
export const { path: bookingPath, isProof: isBookingProof } = defineProofLink('booking page', '/bookings')
