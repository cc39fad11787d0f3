import { pageScript } from '../../pages/page-script.ts'

/** The attribute of the link from a page to the list that it is in. */
export const backLink = 'data-back'

/**
 * Has a list keep its place: what it was narrowed by, its order and its page are remembered in the tab, and the way back from a page of
 * the list leads there, whatever was done meanwhile. Without script it leads to the whole list. Runs in the browser, as the text of
 * this function: it may use nothing from outside.
 */
function keepPlaces(mark: typeof backLink): void {
  const place = new URLSearchParams(location.search)
  place.delete('done')
  place.delete('ticked')
  sessionStorage.setItem(location.pathname, String(place))
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[${mark}]`))
    link.search = sessionStorage.getItem(link.pathname) ?? ''
}

export const listPlaceScript = pageScript(keepPlaces, backLink)
