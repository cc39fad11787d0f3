import { defineProofLink } from '../../lib/proof-link.ts'
import { visitorPaths } from '../../lib/paths.ts'

/** The page where a person who has the mail confirms that they wait, or leaves the list. */
export const { path: waitingPath, isProof: isWaitingProof } = defineProofLink('waiting list', visitorPaths.waitingEntry)
