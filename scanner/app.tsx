import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { clearCamera } from './camera/remembered-camera.ts'
import { clearDevice, openDatabase, type ScannerDatabase } from './database.ts'
import { deliverQueue } from './offline/deliver-queue.ts'
import { createScanStore } from './offline/scan-store.ts'
import { clearAll } from './offline/synchronisation.ts'
import { tokenOfFragment } from './pairing-token.ts'
import { QuietButton } from './quiet-button.tsx'
import { Paired } from './screens/paired.tsx'
import { Pairing } from './screens/pairing.tsx'
import { Screen } from './screens/screen.tsx'
import { createServer } from './server.ts'
import type { Texts } from './texts/texts.ts'
import { createVault, type Kept, type Vault } from './vault.ts'

type Stored = { readonly database: ScannerDatabase; readonly vault: Vault }

type State =
  | { readonly at: 'opening' }
  | { readonly at: 'unable'; readonly why: 'insecure' | 'storage' }
  | { readonly at: 'forgetting' }
  | { readonly at: 'pairing'; readonly stored: Stored; readonly token: string | null; readonly isRevoked: boolean }
  | { readonly at: 'asked_again'; readonly stored: Stored; readonly token: string; readonly kept: Kept }
  | { readonly at: 'paired'; readonly stored: Stored; readonly kept: Kept }

/** The scanner. It shows the pairing while it is nobody's device, and otherwise the scanner of its organisation. */
export function App({ texts, organisation }: { texts: Texts; organisation: string }) {
  const [state, setState] = useDeviceState()

  switch (state.at) {
    case 'forgetting':
    case 'opening':
      return (
        <Screen title={texts.title}>
          <p role="status">{state.at === 'opening' ? texts.opening : texts.pairing.telling}</p>
        </Screen>
      )
    case 'unable':
      return (
        <Screen title={texts.unable.title}>
          <p>{texts.unable[state.why]}</p>
        </Screen>
      )
    case 'asked_again': {
      const { stored, token, kept } = state
      const replace = async () => {
        setState({ at: 'forgetting' })
        // Told with the key of the device that scanned it: with another key it would be somebody else's scan.
        const server = createServer(kept.key, texts.language, () => undefined)
        await deliverQueue(server, createScanStore(stored.database)).catch(() => undefined)
        setState({ at: 'pairing', stored, token, isRevoked: false })
      }
      return (
        <AskedAgain
          texts={texts}
          onReplace={() => void replace()}
          onKeep={() => setState({ at: 'paired', stored, kept })}
        />
      )
    }
    case 'pairing': {
      const { stored, token, isRevoked } = state
      return (
        <Pairing
          {...{ texts, organisation, token, isRevoked, ...stored }}
          onPaired={(kept) => void clearDevice(stored.database).then(() => setState({ at: 'paired', stored, kept }))}
        />
      )
    }
    case 'paired': {
      const { stored, kept } = state
      const forget = async () => {
        setState({ at: 'forgetting' })
        setState(await forgotten(stored, kept, texts.language))
      }
      return <Paired key={kept.key} {...{ texts, kept, ...stored }} onUnpaired={() => void forget()} />
    }
  }
}

function useDeviceState() {
  const [state, setState] = useState<State>({ at: 'opening' })

  useEffect(() => {
    const open = () => void opened(takeToken()).then(setState)
    open()
    // Somebody may open the link of a pairing page while the scanner is open.
    const reopen = () => {
      if (tokenOfFragment(location.hash) !== undefined) open()
    }
    addEventListener('hashchange', reopen)
    return () => removeEventListener('hashchange', reopen)
  }, [])
  return [state, setState] as const
}

function AskedAgain({ texts, onReplace, onKeep }: { texts: Texts; onReplace: () => void; onKeep: () => void }) {
  return (
    <Screen title={texts.pairing.replaceTitle}>
      <p>{texts.pairing.replace}</p>
      <Button onPress={onReplace}>{texts.pairing.replaceButton}</Button>
      <QuietButton onPress={onKeep}>{texts.pairing.keepButton}</QuietButton>
    </Screen>
  )
}

/** Returns the state of a device whose key is no longer good, once everything it scanned is told. */
async function forgotten({ database, vault }: Stored, { key }: Kept, language: string): Promise<State> {
  const isReplaced = await tellTheRest(database, key, language)
  const now = await vault.read()
  const stored = { database, vault }
  // Another tab has paired it again meanwhile: what is kept belongs to that key.
  if (now !== null && now.key !== key) return { at: 'paired', stored, kept: now }
  clearCamera()
  await clearAll(database, isReplaced)
  return { at: 'pairing', stored, token: null, isRevoked: true }
}

/** How often rows are offered again that the service answers about and does not take, and the pause between, in milliseconds. */
const mostRefusals = 5
const restMs = 3000

/**
 * Tells the service the scans that are left. A device that is past its end may still tell what it scanned until then; an archived one may
 * not. What the service does not learn now is tried again, since nobody else knows it.
 *
 * @returns whether what is left can be told once the phone is paired again, by the new code of its device
 */
async function tellTheRest(database: ScannerDatabase, key: string, language: string): Promise<boolean> {
  const server = createServer(key, language, () => undefined)
  const store = createScanStore(database)
  for (let refused = 0; refused < mostRefusals; ) {
    const delivery = await deliverQueue(server, store)
    if (delivery === 'told' || delivery === 'archived' || delivery === 'replaced') return delivery === 'replaced'
    if (delivery === 'kept') refused++
    await new Promise((go) => setTimeout(go, restMs))
  }
  return false
}

/** Takes the pairing token out of the address at once, so that neither the history nor a picture of the screen has it. */
function takeToken(): string | null {
  const token = tokenOfFragment(location.hash) ?? null
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return token
}

async function opened(token: string | null): Promise<State> {
  if (!isSecureContext) return { at: 'unable', why: 'insecure' }
  try {
    const database = await openDatabase()
    const stored = { database, vault: createVault(database) }
    const kept = await stored.vault.read()
    if (kept === null) return { at: 'pairing', stored, token, isRevoked: false }
    return token === null ? { at: 'paired', stored, kept } : { at: 'asked_again', stored, token, kept }
  } catch {
    return { at: 'unable', why: 'storage' }
  }
}
