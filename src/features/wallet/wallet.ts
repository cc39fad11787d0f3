/** Wallets of phones that a ticket can be added to. */
export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** As their makers call them, in either language. */
export const walletNames = { apple: 'Apple Wallet', google: 'Google Wallet' } as const satisfies Record<Wallet, string>

/** Where a ticket is added to one, below the address of its booking's page, which proves who may. */
export function walletPath(wallet: Wallet, ticketId: string): string {
  return `tickets/${ticketId}/${walletFile(wallet)}`
}

/** Its name below the address of a ticket's files. */
export function walletFile(wallet: Wallet): string {
  return wallet === 'apple' ? 'apple.pkpass' : 'google-wallet/'
}

/** Of Apple: `pass.org.example.tickets`. */
export function isPassType(text: string): boolean {
  return /^pass\.[A-Za-z0-9.-]{1,150}$/.test(text)
}

/** Of a developer account at Apple: ten capital letters and digits. */
export function isTeam(text: string): boolean {
  return /^[A-Z0-9]{10}$/.test(text)
}

/** Of an issuer account at Google: digits. */
export function isIssuerId(text: string): boolean {
  return /^\d{1,20}$/.test(text)
}

/** Certificates are made again once a year; this long before they end it is said. */
const soonMs = 30 * 86_400_000

/** @param expiresAt null: never */
export function standingOf(expiresAt: Date | null, now: Date): 'works' | 'soon' | 'over' {
  if (expiresAt === null || expiresAt.getTime() - now.getTime() >= soonMs) return 'works'
  return expiresAt > now ? 'soon' : 'over'
}
