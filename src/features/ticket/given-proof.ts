import { defineProofLink } from '../../lib/proof-link.ts'

/** Where the files of a ticket are, for whoever was given it: the page of its booking is not theirs. */
export const { path: givenPath, isProof: isGivenProof } = defineProofLink('given ticket', '/tickets')
