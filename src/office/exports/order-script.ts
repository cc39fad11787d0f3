import { pageScript } from '../../pages/page-script.ts'

/** Attributes of a list of numbered things whose order is chosen. */
export const orderParts = {
  /** On the list: the sentence said when something was moved, with `#column`, `#place` and `#all` in it. */
  list: 'data-order',
  /** On a button of a thing: by how many places it moves the thing. Hidden without script. */
  step: 'data-step',
  /** On the element that says it. */
  said: 'data-said',
  /** On the list, set by the script: things stand below each other, so that up is up. */
  moving: 'data-moving',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerMoves(parts: typeof orderParts): void {
  const list = document.querySelector<HTMLElement>(`[${parts.list}]`)
  const said = document.querySelector<HTMLElement>(`[${parts.said}]`)
  if (!list || !said) return
  const rows = () => [...list.children]
  const numberIn = (row: Element) => row.querySelector<HTMLInputElement>('input[inputmode]')
  const buttonsIn = (row: Element) => [...row.querySelectorAll<HTMLButtonElement>(`[${parts.step}]`)]
  const stepOf = (button: HTMLButtonElement) => Number(button.getAttribute(parts.step))

  function show(): void {
    const all = rows()
    for (const [index, row] of all.entries()) {
      const field = numberIn(row)
      if (field) field.value = String(index + 1)
      for (const button of buttonsIn(row)) {
        // Not `disabled`: the focus on it would go to the top of the page.
        button.setAttribute('aria-disabled', String(all[index + stepOf(button)] === undefined))
      }
    }
  }

  /** Moves the others around a row: the row itself would lose the focus if it moved. */
  function move(row: Element, to: number): void {
    const all = rows()
    const from = all.indexOf(row)
    const place = Math.max(0, Math.min(all.length - 1, to))
    if (place < from) row.after(...all.slice(place, from))
    else row.before(...all.slice(from + 1, place + 1))
    show()
    if (place === from || !said) return
    const column = row.querySelector('label')?.textContent ?? ''
    said.textContent = (list?.getAttribute(parts.list) ?? '')
      .replace('#column', column)
      .replace('#place', String(place + 1))
      .replace('#all', String(all.length))
  }

  for (const row of rows()) {
    const field = numberIn(row)
    field?.addEventListener('change', () => {
      const place = Number.parseInt(field.value, 10)
      move(row, Number.isNaN(place) ? rows().length - 1 : place - 1)
    })
    for (const button of buttonsIn(row)) {
      button.hidden = false
      button.addEventListener('click', () => move(row, rows().indexOf(row) + stepOf(button)))
    }
  }
  /** Sorts the rows by their numbers: a browser that comes back fills in the numbers that were there before. */
  function arrange(): void {
    const before = rows()
    const numberOf = (row: Element) => Number.parseInt(numberIn(row)?.value ?? '', 10)
    const sorted = before.toSorted((one, other) => numberOf(one) - numberOf(other))
    if (sorted.some((row, index) => row !== before[index])) list?.append(...sorted)
    show()
  }
  list.setAttribute(parts.moving, '')
  arrange()
  addEventListener('pageshow', arrange)
}

export const orderScript = pageScript(offerMoves, orderParts)
