import { defineProofLink } from '../../lib/proof-link.ts'

/** The page where somebody confirms that they wait, and leaves the list, for whoever has the mail. */
export const { path: waitingPath, isProof: isWaitingProof } = defineProofLink('waiting list', '/waiting-list')
