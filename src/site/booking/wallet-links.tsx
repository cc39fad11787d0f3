import { type Wallet, walletFile } from '../../features/wallet/wallet.ts'
import { ticketsTexts } from '../../messages/site/tickets.ts'
import { useTexts } from '../../pages/reader.ts'

type WalletLinksProps = {
  readonly wallets: readonly Wallet[]
  /** The address below which the files of the ticket are, with its slash. */
  readonly files: string
  /** Which of its booking's tickets; null: it is the only one there. */
  readonly number: number | null
  /** Of which event, where several stand on a page; read out, not shown. */
  readonly about?: string
}

/** A ticket for the wallets of its organisation, in plain words: their makers' signs are theirs. */
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
