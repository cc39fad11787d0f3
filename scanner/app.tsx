import { useEffect, useState } from 'preact/hooks'
import { forgetCamera } from './camera/remembered-camera.ts'
import { tokenOfFragment } from './pairing-token.ts'
import { Paired } from './screens/paired.tsx'
import { Pairing } from './screens/pairing.tsx'
import { Screen } from './screens/screen.tsx'
import type { Texts } from './texts/texts.ts'
import { type Kept, openVault, type Vault } from './vault.ts'

type State =
  | { readonly at: 'opening' }
  | { readonly at: 'unable'; readonly why: 'insecure' | 'storage' }
  | {
      readonly at: 'pairing'
      readonly vault: Vault
      readonly token: string | null
      readonly isRevoked: boolean
    }
  | { readonly at: 'asked_again'; readonly vault: Vault; readonly token: string; readonly kept: Kept }
  | { readonly at: 'paired'; readonly vault: Vault; readonly kept: Kept }

/** Whose device this is decides what it shows: nobody's yet, or the scanner of an organisation. */
export function App({ texts, organisation }: { texts: Texts; organisation: string }) {
  const [state, setState] = useState<State>({ at: 'opening' })

  useEffect(() => {
    const open = () => void opened(takeToken()).then(setState)
    open()
    // The link of a pairing page, opened while the scanner is.
    const reopen = () => {
      if (tokenOfFragment(location.hash) !== undefined) open()
    }
    addEventListener('hashchange', reopen)
    return () => removeEventListener('hashchange', reopen)
  }, [])

  switch (state.at) {
    case 'opening':
      return (
        <Screen title={texts.title}>
          <p role="status">{texts.opening}</p>
        </Screen>
      )
    case 'unable':
      return (
        <Screen title={texts.unable.title}>
          <p>{texts.unable[state.why]}</p>
        </Screen>
      )
    case 'asked_again': {
      const { vault, token, kept } = state
      return (
        <Screen title={texts.pairing.replaceTitle}>
          <p>{texts.pairing.replace}</p>
          <button
            type="button"
            class="button"
            onClick={() => setState({ at: 'pairing', vault, token, isRevoked: false })}
          >
            {texts.pairing.replaceButton}
          </button>
          <button type="button" class="button quiet" onClick={() => setState({ at: 'paired', vault, kept })}>
            {texts.pairing.keepButton}
          </button>
        </Screen>
      )
    }
    case 'pairing': {
      const { vault, token, isRevoked } = state
      return (
        <Pairing
          {...{ texts, organisation, token, isRevoked, vault }}
          onPaired={(kept) => setState({ at: 'paired', vault, kept })}
        />
      )
    }
    case 'paired': {
      const { vault, kept } = state
      const forget = () => {
        setState({ at: 'pairing', vault, token: null, isRevoked: true })
        forgetCamera()
        void vault.wipe()
      }
      return <Paired key={kept.key} {...{ texts, vault, kept }} onUnpaired={forget} />
    }
  }
}

/** Out of the address at once, so that neither the history nor a picture of the screen has it. */
function takeToken(): string | null {
  const token = tokenOfFragment(location.hash) ?? null
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return token
}

async function opened(token: string | null): Promise<State> {
  if (!isSecureContext) return { at: 'unable', why: 'insecure' }
  try {
    const vault = await openVault()
    const kept = await vault.read()
    if (kept === null) return { at: 'pairing', vault, token, isRevoked: false }
    return token === null ? { at: 'paired', vault, kept } : { at: 'asked_again', vault, token, kept }
  } catch {
    return { at: 'unable', why: 'storage' }
  }
}
