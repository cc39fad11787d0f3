import { pageScript } from './page-script.ts'

/** The attributes by which the script finds its parts. */
export const shareParts = {
  /** On the line with the button, hidden without script: the address to share. */
  address: 'data-share',
  /** On the same line: what is said once the address was copied, where the browser shares nothing. */
  copied: 'data-copied',
  /** On the same line: what is shared, in words; the title of the page when absent. */
  title: 'data-share-title',
  /** On what leads to the address where nothing is shared, shown without script. */
  instead: 'data-share-instead',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerSharing(parts: typeof shareParts): void {
  const line = document.querySelector<HTMLElement>(`[${parts.address}]`)
  const button = line?.querySelector('button')
  const live = line?.querySelector('[aria-live]')
  const url = line?.getAttribute(parts.address)
  // Both are there only where the page came by https.
  const canShare = 'share' in navigator
  if (!line || !button || !live || !url || !(canShare || navigator.clipboard)) return
  line.hidden = false
  document.querySelector<HTMLElement>(`[${parts.instead}]`)?.setAttribute('hidden', '')
  button.addEventListener('click', async () => {
    if (canShare) {
      // Whoever changes their mind closes it, which is an error to the browser.
      await navigator.share({ title: line.getAttribute(parts.title) ?? document.title, url }).catch(() => null)
      return
    }
    // Where the browser refuses, the address is there to be marked.
    const said = await navigator.clipboard.writeText(url).then(
      () => line.getAttribute(parts.copied),
      () => url,
    )
    live.textContent = said
  })
}

export const shareScript = pageScript(offerSharing, shareParts)
