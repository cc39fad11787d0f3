import { pageScript } from '../../pages/page-script.ts'

/** The attributes of a form for a passkey. */
export const passkeyParts = {
  /** On the form: `create` or `get`. */
  what: 'data-passkey',
  /** On the form: what the browser is asked, as JSON. */
  options: 'data-passkey-options',
  /** On the text for browsers that cannot do it. */
  unable: 'data-passkey-unable',
  /** On the text for an attempt that failed. */
  failed: 'data-passkey-failed',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. Asks for the passkey, then sends the form. */
function askForPasskeys(parts: typeof passkeyParts): void {
  const show = (form: HTMLFormElement, part: string) => {
    for (const said of form.querySelectorAll<HTMLElement>(`[${part}]`)) said.hidden = false
  }
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[${parts.what}]`)) {
    const button = form.querySelector('button')
    const answer = form.querySelector<HTMLInputElement>('[name=response]')
    const said = form.getAttribute(parts.options)
    if (!button || !answer || !said) continue
    if (typeof PublicKeyCredential === 'undefined' || !('parseCreationOptionsFromJSON' in PublicKeyCredential)) {
      show(form, parts.unable)
      continue
    }
    button.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      try {
        const options = JSON.parse(said)
        const credential =
          form.getAttribute(parts.what) === 'create'
            ? await navigator.credentials.create({
                publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
              })
            : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
        if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey')
        answer.value = JSON.stringify(credential.toJSON())
        form.submit()
      } catch {
        button.disabled = false
        show(form, parts.failed)
      }
    })
  }
}

export const passkeyScript = pageScript(askForPasskeys, passkeyParts)
