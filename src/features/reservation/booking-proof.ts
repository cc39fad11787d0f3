import { defineProofLink } from '../../lib/proof-link.ts'
import { visitorPaths } from '../../lib/paths.ts'

/** The page of one booking, for its booker, with an account or without. */
export const { path: bookingPath, isProof: isBookingProof } = defineProofLink('booking page', visitorPaths.booking)
