import { foldedLetters } from '../../lib/text.ts'
import { pageScript } from '../../pages/page-script.ts'

/** Attributes of the pages of devices, for their script. */
export const deviceParts = {
  /** Around the field that searches for an event among many, hidden without script. */
  filter: 'data-filter',
  /** On a day of events, or several folded; hidden while none in it is searched for. */
  group: 'data-group',
  /** On one event to tick. */
  choice: 'data-choice',
  /** On a button that prints the page, hidden without script. */
  print: 'data-print',
  /** On the text that says how to print without script. */
  printHelp: 'data-print-help',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function help(parts: typeof deviceParts & { readonly letters: typeof foldedLetters }): void {
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
  const { letters } = parts
  const fold = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/\p{L}/gu, (letter) => letters[letter] ?? letter)
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
  // Enter in the field searches, and does not save the form around it.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

export const deviceScript = pageScript(help, { ...deviceParts, letters: foldedLetters })
