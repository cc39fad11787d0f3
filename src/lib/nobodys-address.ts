/** Domains that are nobody's (RFC 2606, RFC 6761): no mail to them gets to anybody. */
const reserved = /@(?:[^@]+\.)?(?:example\.(?:com|net|org)|example|invalid|test)$/i

/** Whether an e-mail address can be nobody's. */
export function isNobodysAddress(email: string): boolean {
  return reserved.test(email)
}
