import { pageScript } from '../../pages/page-script.ts'

/** What the pages of devices hold for their script. */
export const deviceParts = {
  /** Around the field that looks for an event among many, hidden without script. */
  filter: 'data-filter',
  /** A day of events, or several folded; out of sight while none in it is looked for. */
  group: 'data-group',
  /** One event to tick. */
  choice: 'data-choice',
  /** A button that prints the page, hidden without script. */
  print: 'data-print',
  /** Says how to print without it. */
  printHelp: 'data-print-help',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function help(parts: typeof deviceParts): void {
  const all = (name: string, within: ParentNode = document) => within.querySelectorAll<HTMLElement>(`[${name}]`)
  for (const button of all(parts.print)) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
    for (const sentence of all(parts.printHelp)) sentence.hidden = true
  }

  const [filter] = all(parts.filter)
  const field = filter?.querySelector('input')
  if (!filter || !field) return
  filter.hidden = false
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const wasOpen = new Map([...all(parts.group)].map((group) => [group, group.hasAttribute('open')]))
  field.addEventListener('input', () => {
    const words = fold(field.value).split(/\s+/)
    for (const [group, open] of wasOpen) {
      let found = 0
      for (const choice of all(parts.choice, group)) {
        const text = fold(choice.textContent ?? '')
        const isTicked = choice.querySelector('input')?.checked === true
        choice.hidden = !isTicked && !words.every((word) => text.includes(word))
        if (!choice.hidden) found++
      }
      group.hidden = found === 0
      group.toggleAttribute('open', field.value === '' ? open : true)
    }
  })
  // Enter in it looks, and does not save the form around it.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

export const deviceScript = pageScript(help, deviceParts)
