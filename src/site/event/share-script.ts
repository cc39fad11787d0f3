import { pageScript } from '../../pages/page-script.ts'

/** The attributes by which the script finds its parts. */
export const shareParts = {
  /** On the line with the button, hidden without script: the address to share. */
  address: 'data-share',
  /** On the same line: what is said once the address was copied, where the browser shares nothing. */
  copied: 'data-copied',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerSharing(parts: typeof shareParts): void {
  const line = document.querySelector<HTMLElement>(`[${parts.address}]`)
  const button = line?.querySelector('button')
  const said = line?.querySelector('[aria-live]')
  const url = line?.getAttribute(parts.address)
  // Both are there only where the page came by https.
  const canShare = 'share' in navigator
  if (!line || !button || !said || !url || !(canShare || navigator.clipboard)) return
  line.hidden = false
  button.addEventListener('click', async () => {
    if (canShare) {
      // Whoever changes their mind closes it, which is an error to the browser.
      await navigator.share({ title: document.title, url }).catch(() => null)
      return
    }
    await navigator.clipboard.writeText(url)
    said.textContent = line.getAttribute(parts.copied)
  })
}

export const shareScript = pageScript(offerSharing, shareParts)
