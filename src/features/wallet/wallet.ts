import { below, visitorPaths } from '../../lib/paths.ts'

/** Wallets of phones that a ticket can be added to. */
export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** The wallets' names as their makers use them, in either language. */
export const walletNames = { apple: 'Apple Wallet', google: 'Google Wallet' } as const satisfies Record<Wallet, string>

/** The path to add a ticket to a wallet, below the address of its booking's page, which proves who may. */
export function walletPath(wallet: Wallet, ticketId: string): string {
  return below(visitorPaths.booking, visitorPaths.bookingTicket, { ticket: ticketId }) + walletFile(wallet)
}

/** The name of a pass below the address of a ticket's files. */
export function walletFile(wallet: Wallet): string {
  return wallet === 'apple' ? 'apple.pkpass' : 'google-wallet/'
}

/** Whether a text is a pass type of Apple: `pass.org.example.tickets`. */
export function isPassType(text: string): boolean {
  return /^pass\.[A-Za-z0-9.-]{1,150}$/.test(text)
}

/** Whether a text is the team of a developer account at Apple: ten capital letters and digits. */
export function isTeam(text: string): boolean {
  return /^[A-Z0-9]{10}$/.test(text)
}

/** Whether a text is the id of an issuer account at Google: digits. */
export function isIssuerId(text: string): boolean {
  return /^\d{1,20}$/.test(text)
}

/** How long before they expire certificates are reported; they are renewed once a year. */
const soonMs = 30 * 86_400_000

/** Whether keys work, soon expire or have expired. @param expiresAt null: never */
export function standingOf(expiresAt: Date | null, now: Date): 'works' | 'soon' | 'over' {
  if (expiresAt === null || expiresAt.getTime() - now.getTime() >= soonMs) return 'works'
  return expiresAt > now ? 'soon' : 'over'
}
