import { pageScript } from '../../pages/page-script.ts'

/** The attribute of the link from a page to the list that it is in. */
export const backLink = 'data-back'

/** What is remembered in the tab besides the query of each list, by its path. */
const kept = {
  /** The path of the list that a link leads back to. */
  back: 'back to',
  /** How far a page was read, by its address. */
  scrolled: 'scrolled ',
} as const

type Given = { readonly mark: typeof backLink; readonly kept: typeof kept }

/**
 * Has a list keep its place: what it was narrowed by, its order, its page and how far it was read are remembered in the tab, and the way
 * back from a page of the list leads there, whatever was done meanwhile. Without script it leads to the whole list. A browser's own way
 * back keeps the place by itself. Runs in the browser, as the text of this function: it may use nothing from outside.
 */
function keepPlaces({ mark, kept }: Given): void {
  const query = new URLSearchParams(location.search)
  query.delete('done')
  query.delete('ticked')
  sessionStorage.setItem(location.pathname, String(query))
  const scrolled = `${kept.scrolled}${location.pathname}?${query}`
  if (sessionStorage.getItem(kept.back) === location.pathname) scrollTo(0, Number(sessionStorage.getItem(scrolled)))
  sessionStorage.removeItem(kept.back)
  addEventListener('pagehide', () => {
    if (scrollY > 0) sessionStorage.setItem(scrolled, String(scrollY))
    else sessionStorage.removeItem(scrolled)
  })
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[${mark}]`)) {
    link.search = sessionStorage.getItem(link.pathname) ?? ''
    link.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
      // Opened beside this page, it is a list of its own.
      if (!ctrlKey && !metaKey && !shiftKey) sessionStorage.setItem(kept.back, link.pathname)
    })
  }
}

export const listPlaceScript = pageScript(keepPlaces, { mark: backLink, kept })
