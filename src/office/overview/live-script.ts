import { pageScript } from '../../pages/page-script.ts'

/** Attributes of a page that follows the evening. */
export const liveParts = {
  /** On the region that is made again when something has happened: the address that tells so, until the page is left. */
  region: 'data-live',
  /** On the element that says that the figures change by themselves; hidden while they do not. */
  note: 'data-live-note',
  /** On the region: the sentence that says what waits to be done. */
  said: 'data-live-said',
  /** On the element that says that sentence to people who have the page read out, when it has changed. */
  status: 'data-live-status',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function follow(parts: typeof liveParts): void {
  const find = (within: Document, name: string) => within.querySelector<HTMLElement>(`[${name}]`)
  const [region, note] = [find(document, parts.region), find(document, parts.note)]
  const status = find(document, parts.status)
  const address = region?.getAttribute(parts.region)
  if (!region || !note || !address) return
  let isStale = false
  // Somebody who reads a table there, or is about to follow a link, is not disturbed.
  const isDisturbing = () => document.hidden || region.contains(document.activeElement)
  const renew = async () => {
    isStale = true
    if (isDisturbing()) return
    const answer = await fetch(location.href)
    if (!answer.ok || answer.redirected) return tell.close()
    const next = find(new DOMParser().parseFromString(await answer.text(), 'text/html'), parts.region)
    if (!next) return tell.close()
    // They may have come there while the answer was on its way.
    if (isDisturbing()) return
    isStale = false
    const said = next.getAttribute(parts.said) ?? ''
    if (status && said !== region.getAttribute(parts.said)) status.textContent = said
    region.setAttribute(parts.said, said)
    const wasOpen = [...region.querySelectorAll('details')].map(({ open }) => open)
    region.replaceChildren(...next.childNodes)
    region.querySelectorAll('details').forEach((details, index) => {
      details.open = wasOpen[index] ?? false
    })
  }
  const catchUp = () => {
    if (isStale) renew().catch(() => undefined)
  }
  const tell = new EventSource(address)
  tell.onopen = () => {
    note.hidden = false
  }
  tell.onerror = () => {
    note.hidden = true
  }
  tell.onmessage = () => {
    renew().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', catchUp)
  region.addEventListener('focusout', () => setTimeout(catchUp))
}

export const liveScript = pageScript(follow, liveParts)
