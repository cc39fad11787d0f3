import { useEffect, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { Viewfinder } from '../camera/viewfinder.tsx'
import { readPairing } from '../pairing-token.ts'
import { QuietButton } from '../quiet-button.tsx'
import { createServer } from '../server.ts'
import { TextField } from '../text-field.tsx'
import type { ScannerDatabase } from '../database.ts'
import type { Texts } from '../texts/texts.ts'
import { useUntold } from '../use-untold.ts'
import type { Kept, Vault } from '../vault.ts'
import type { PairingAnswer } from '../wire.ts'
import { Screen } from './screen.tsx'

type Props = {
  readonly texts: Texts
  readonly organisation: string
  /** The token from the address; null: it is to be typed. */
  readonly token: string | null
  /** Whether the kept key is no longer good. */
  readonly isRevoked: boolean
  readonly vault: Vault
  readonly database: ScannerDatabase
  readonly onPaired: (kept: Kept) => void
}

/** Pairs by a token. It works once: what it brings is kept before anything else is done. */
export function Pairing({ texts, organisation, token, isRevoked, vault, database, onPaired }: Props) {
  const words = texts.pairing
  const untold = useUntold(database)
  const [typed, setTyped] = useState('')
  const [isUnderWay, setUnderWay] = useState(token !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isFilming, setFilming] = useState(false)
  const [lensId, onLens] = useState<string | null>(null)

  async function pair(offered: string) {
    setUnderWay(true)
    setProblem(null)
    // A code that is refused stays before the camera, and would be tried again and again.
    setFilming(false)
    const server = createServer(null, texts.language, () => undefined)
    const path = `/scan/${encodeURIComponent(offered)}/pair`
    const outcome = await server.call<PairingAnswer>({ method: 'GET', path })
    if (outcome.kind === 'answer') return onPaired(await keepKey(vault, outcome.body))
    setUnderWay(false)
    setProblem(outcome.kind === 'refusal' ? `${words.refused}. ${outcome.detail}` : words.silence)
  }

  useEffect(() => {
    if (token !== null) void pair(token)
  }, [token])

  function pairBy(text: string): true {
    const pairing = readPairing(text, location.host)
    if (pairing.kind === 'token') void pair(pairing.token)
    else setProblem(pairing.kind === 'elsewhere' ? words.elsewhere({ host: pairing.host }) : words.unreadable)
    return true
  }

  if (isUnderWay)
    return (
      <Screen title={words.title}>
        <p role="status">{words.underWay}</p>
      </Screen>
    )
  return (
    <Screen title={isRevoked ? words.revokedTitle : words.title}>
      <p role={isRevoked ? 'alert' : undefined}>
        {isRevoked ? words.revoked({ organisation }) : words.lead({ organisation })}
      </p>
      {untold ? <p class="said">{words.untold({ count: untold })}</p> : null}
      <QuietButton isPressed={isFilming} onPress={() => setFilming(!isFilming)}>
        {texts.camera.start}
      </QuietButton>
      {isFilming ? (
        <>
          <Viewfinder {...{ texts, lensId, onLens }} isLooking isShown isBeside={false} onCode={pairBy} />
          <p class="problem" role="alert">
            {problem}
          </p>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            pairBy(typed)
          }}
        >
          <p class="hint">{texts.camera.lead}</p>
          <TextField
            {...{ id: 'pairing', label: words.label, hint: words.hint, value: typed, onInput: setTyped, problem }}
            isMachineText
          />
          <Button>{words.button}</Button>
        </form>
      )}
    </Screen>
  )
}

async function keepKey(vault: Vault, { api_key: key }: PairingAnswer): Promise<Kept> {
  const kept = { key, eventId: null, door: null }
  await vault.write(kept)
  // Without this the browser may delete the list and the queue when the phone is full.
  // Nobody waits for it: some browsers ask a question first.
  void navigator.storage.persist().catch(() => false)
  return kept
}
