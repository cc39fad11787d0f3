/** Which of the two certificates of Apple's keys. */
export type AppleCertificate = 'certificate' | 'intermediate'

/** Why nobody's phone would accept what these keys sign. Nothing of a key is in it. */
export type WalletKeysProblem =
  | { readonly kind: 'certificate_unreadable'; readonly which: AppleCertificate }
  | { readonly kind: 'key_closed'; readonly hasPassphrase: boolean }
  | { readonly kind: 'key_not_rsa' }
  | { readonly kind: 'key_of_another' }
  /** Null: the certificate names none. */
  | { readonly kind: 'other_pass_type' | 'other_team'; readonly named: string | null; readonly asked: string }
  | { readonly kind: 'other_issuer' }
  | { readonly kind: 'too_early' | 'expired'; readonly which: AppleCertificate; readonly at: Date }
  | { readonly kind: 'account_not_json' }
  | { readonly kind: 'account_of_nobody' }
  | { readonly kind: 'account_without_key' }
  | { readonly kind: 'account_key_unreadable' }

/** Keys that are refused; each door says why in its own words. */
export class WalletKeysRefusedError extends Error {
  override readonly name = 'WalletKeysRefusedError'
  readonly problem: WalletKeysProblem

  constructor(problem: WalletKeysProblem) {
    super(problem.kind)
    this.problem = problem
  }
}
