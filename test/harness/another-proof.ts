/**
 * An address whose last part, a proof, ends in two other letters. A proof is random: whichever letters a test would put there, one in a
 * thousand ends in them already.
 */
export function withAnotherProof(path: string): string {
  return path.replace(/..\/$/, (end) => (end === 'AA/' ? 'BB/' : 'AA/'))
}
