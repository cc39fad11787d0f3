import { type Wallet, walletFile } from '../../features/wallet/wallet.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { useTexts } from '../../pages/reader.ts'

type WalletLinksProps = {
  readonly wallets: readonly Wallet[]
  /** The address that the ticket's files are below, with its slash. */
  readonly files: string
  /** The number of the ticket in its booking; null: it is the only one there. */
  readonly number: number | null
  /** The event, where a page shows several; read out, not shown. */
  readonly about?: string
}

/** Links that put a ticket into the wallets its organisation has, in plain words: the makers' signs are their own. */
export function WalletLinks({ wallets, files, number, about }: WalletLinksProps) {
  const words = useTexts(ticketsTexts).wallets
  return (
    <p class="actions">
      {wallets.map((wallet) => (
        <a
          key={wallet}
          class="button quiet"
          href={files + walletFile(wallet)}
          rel="nofollow"
          {...(about === undefined ? {} : { 'aria-label': `${words[wallet]({ number })} – ${about}` })}
        >
          {words[wallet]({ number })}
        </a>
      ))}
    </p>
  )
}
