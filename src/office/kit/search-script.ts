import { paths } from '../../lib/paths.ts'
import { pageScript } from '../../pages/page-script.ts'
import { type Key, type OwnKey, ownKeys } from './keys.ts'

/** The attributes on a page with the search of the whole administration. */
export const searchParts = {
  /** On what surrounds a field of it. */
  field: 'data-search',
  /** On the keys that lead to the field, hidden without script. */
  keys: 'data-search-keys',
  /** On the menu of a phone, which lies over the page while it is unfolded. */
  menu: 'data-menu',
  /** On what holds all that was found. */
  found: 'data-found',
} as const

type Given = {
  readonly parts: typeof searchParts
  readonly ownKeys: Readonly<Record<OwnKey, readonly Key[]>>
  readonly keysPath: string
}

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerKeys({ parts, ownKeys, keysPath }: Given): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`[${parts.field}] input`)]
  const isShown = (element: Element) => element.getClientRects().length > 0
  for (const keys of document.querySelectorAll<HTMLElement>(`[${parts.keys}]`)) {
    keys.hidden = false
    if (/Mac|iP/.test(navigator.platform))
      for (const key of keys.children) key.textContent = key.textContent.replace('Ctrl ', '⌘')
  }

  /** Puts the cursor into the field that can be seen, or can be once the menu is unfolded. */
  function search(): boolean {
    for (const field of fields) {
      const fold = field.closest('details')
      if (fold && isShown(fold)) fold.open = true
      if (!isShown(field)) continue
      field.focus()
      field.select()
      return true
    }
    return false
  }

  /** Goes through what was found, from the field on and back to it. */
  function step(from: HTMLElement, by: number): boolean {
    const links = [...document.querySelectorAll<HTMLElement>(`[${parts.found}] a`)]
    const place = links.indexOf(from)
    const isField = fields.some((field) => field === from)
    if (links.length === 0 || (place < 0 && !isField && from !== document.body)) return false
    const next = links[place + by]
    if (next) next.focus()
    else if (place === 0 && by < 0) return search()
    return true
  }

  const menu = document.querySelector<HTMLDetailsElement>(`[${parts.menu}]`)
  // What has the focus would be under it.
  addEventListener('focusin', ({ target }) => {
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  })

  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key === 'Escape' && menu?.open) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    if (event.defaultPrevented || event.isComposing || event.altKey || !(target instanceof HTMLElement)) return
    const isCommand = event.ctrlKey || event.metaKey
    const isTyping =
      target.isContentEditable ||
      target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')
    const isSign = key.length === 1 && !isCommand
    // A sign may take Shift to be written, and is left to whoever writes one.
    if (isSign ? isTyping : event.shiftKey) return
    const isPressed = (asked: Key) =>
      asked.key.toLowerCase() === key.toLowerCase() && (asked.isCommand ?? false) === isCommand
    const acts: Readonly<Record<OwnKey, () => boolean>> = {
      search,
      next: () => step(target, 1),
      previous: () => step(target, -1),
      keys: () => {
        location.assign(keysPath)
        return true
      },
    }
    for (const [name, act] of Object.entries(acts))
      if (ownKeys[name as OwnKey].some(isPressed) && act()) event.preventDefault()
  })
}

export const searchScript = pageScript(offerKeys, { parts: searchParts, ownKeys, keysPath: paths.keys })
