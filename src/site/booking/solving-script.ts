import { mostTries } from '../../features/reservation/proof-of-work.ts'
import { pageScript } from '../../pages/page-script.ts'

/** The attributes and limits of a form whose challenge is to be solved before it is sent. */
export const solvingParts = {
  /** On the form: the challenge, as JSON. Its field `altcha` takes the solution. */
  challenge: 'data-challenge',
  /** On a form that is solved and sent when the page is shown, without a press. */
  atOnce: 'data-solve-at-once',
  /** On the text that is shown meanwhile. */
  working: 'data-solving',
  /** On the button that begins, hidden without script and where solving begins by itself. */
  begin: 'data-solve',
  mostTries,
  /** The number of keys made at a time: browsers make them outside the page's thread, on as many cores as there are. */
  together: 8,
} as const

/**
 * Runs in the browser, as the text of this function: it may use nothing from outside. Tries one key after the other, which the
 * browser makes beside the page, so that it answers meanwhile. Where it cannot (plain http) the page is what it is without script.
 */
function solveChallenge(parts: typeof solvingParts): void {
  const form = document.querySelector<HTMLFormElement>(`form[${parts.challenge}]`)
  const answer = form?.querySelector<HTMLInputElement>('[name=altcha]')
  const working = form?.querySelector<HTMLElement>(`[${parts.working}]`)
  const button = form?.querySelector<HTMLButtonElement>(`[${parts.begin}]`)
  if (!form || !answer || !working || !button || !crypto.subtle) return
  const challenge = JSON.parse(form.getAttribute(parts.challenge) ?? '')
  const { parameters } = challenge
  const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const [nonce, salt] = [bytesOf(parameters.nonce), bytesOf(parameters.salt)]
  const keyOf = async (counter: number) => {
    const password = new Uint8Array(nonce.length + 4)
    password.set(nonce)
    new DataView(password.buffer).setUint32(nonce.length, counter)
    const raw = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: parameters.cost }
    const bits = await crypto.subtle.deriveBits(derivation, raw, parameters.keyLength * 8)
    return [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const solve = async () => {
    ;[working.hidden, button.hidden] = [false, true]
    for (let first = 0; first < parts.mostTries; first += parts.together) {
      const tried = Array.from({ length: parts.together }, (_, index) => keyOf(first + index))
      const keys = await Promise.all(tried)
      const found = keys.findIndex((key) => key.startsWith(parameters.keyPrefix))
      if (found < 0) continue
      const solution = { counter: first + found, derivedKey: keys[found] }
      answer.value = btoa(JSON.stringify({ challenge, solution }))
      return form.submit()
    }
    ;[working.hidden, button.hidden] = [true, false]
  }
  button.addEventListener('click', solve)
  button.hidden = false
  if (form.hasAttribute(parts.atOnce)) button.click()
}

export const solvingScript = pageScript(solveChallenge, solvingParts)
