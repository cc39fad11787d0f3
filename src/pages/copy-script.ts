import { pageScript } from './page-script.ts'

/** The attributes on a page whose texts can be copied at one press. */
export const copyParts = {
  /** On the button, hidden without script: the id of the field that holds the text. */
  from: 'data-copy',
  /** On the button: its text after the press. */
  done: 'data-copied',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerCopies(parts: typeof copyParts): void {
  // Only where the page came by https may a script write there; elsewhere the field is there to be marked.
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>(`[${parts.from}]`)) {
    const field = document.getElementById(button.getAttribute(parts.from) ?? '')
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(field.value)
      button.textContent = button.getAttribute(parts.done)
    })
  }
}

export const copyScript = pageScript(offerCopies, copyParts)
