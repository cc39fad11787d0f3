/** Wallets of telephones that a ticket can be added to. */
export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** As their makers call them, in either language. */
export const walletNames = {
  apple: 'Apple Wallet',
  google: 'Google Wallet',
} as const satisfies Record<Wallet, string>

/** Where a ticket is added to one, below the address of its booking's page, which proves who may. */
export function walletPath(wallet: Wallet, ticketId: string): string {
  return `tickets/${ticketId}/${walletFile(wallet)}`
}

/** Its name below the address of a ticket's files. */
export function walletFile(wallet: Wallet): string {
  return wallet === 'apple' ? 'apple.pkpass' : 'google-wallet/'
}
