import { defineProofLink } from '../../lib/proof-link.ts'
import { visitorPaths } from '../../lib/paths.ts'

/** The address of a ticket's files, for the person who was given it: the page of its booking is not theirs. */
export const { path: givenPath, isProof: isGivenProof } = defineProofLink('given ticket', visitorPaths.givenTicket)
