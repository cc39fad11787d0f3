import { pageScript } from '../../pages/page-script.ts'

/** The attributes on a page with texts that are Markdown. */
export const marksParts = {
  /** On a tool bar, hidden without script: the id of the field it belongs to. */
  field: 'data-marks',
  /** On a button of it: what it puts around words, before lines (with a blank at the end), or `[` for a link. */
  mark: 'data-mark',
  /** On the button of the preview: the address that makes it. */
  preview: 'data-preview',
  /** On what that address answers: the text as visitors see it. */
  shown: 'data-shown',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function offerMarks(parts: typeof marksParts): void {
  /** Takes `chosen` letters of `text`, from `at`, as the selection afterwards. */
  const write = (field: HTMLTextAreaElement, from: number, to: number, text: string, at: number, chosen: number) => {
    field.focus()
    field.setSelectionRange(from, to)
    // An old command, but what it writes is undone by Ctrl+Z, and counts as typed.
    if (!document.execCommand('insertText', false, text)) field.setRangeText(text)
    field.setSelectionRange(from + at, from + at + chosen)
  }

  const apply = (field: HTMLTextAreaElement, mark: string) => {
    const { value, selectionStart: start, selectionEnd: end } = field
    const words = value.slice(start, end)
    if (mark === '[') {
      const before = `[${words}](`
      return words === ''
        ? write(field, start, end, `${before}https://)`, 1, 0)
        : write(field, start, end, `${before}https://)`, before.length, 8)
    }
    if (mark.endsWith(' ')) {
      const from = value.lastIndexOf('\n', start - 1) + 1
      const to = value.indexOf('\n', end) < 0 ? value.length : value.indexOf('\n', end)
      const lines = value.slice(from, to).replace(/^/gm, mark)
      return write(field, from, to, lines, lines.length, 0)
    }
    if (words.trim() === '') return write(field, start, end, mark + words + mark, mark.length, words.length)
    // On each line by itself, without the blanks around it and the mark of a list before it: there it would be a star.
    const marked = words.replace(/^([ \t]*(?:- |# )?)(\S|\S.*\S)([ \t]*)$/gm, `$1${mark}$2${mark}$3`)
    write(field, start, end, marked, 0, marked.length)
  }

  for (const bar of document.querySelectorAll<HTMLElement>(`[${parts.field}]`)) {
    const field = document.getElementById(bar.getAttribute(parts.field) ?? '')
    const opener = bar.querySelector(`[${parts.preview}]`)
    const address = opener?.getAttribute(parts.preview)
    const preview = document.getElementById(opener?.getAttribute('aria-controls') ?? '')
    if (!(field instanceof HTMLTextAreaElement) || !opener || !address || !preview) continue
    const renew = async () => {
      const body = new URLSearchParams({ text: field.value })
      const answer = await fetch(address, { method: 'POST', body, headers: { accept: 'text/html' } })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      // Where there is none, the heading of the page says why.
      const told = page.querySelector(`[${parts.shown}]`) ?? page.querySelector('h1')
      preview.replaceChildren(...(told?.childNodes ?? []))
    }
    const look = () => {
      if (!preview.hidden) renew().catch(() => undefined)
    }
    bar.hidden = false
    bar.addEventListener('click', ({ target }) => {
      const mark = target instanceof Element ? target.getAttribute(parts.mark) : null
      if (mark !== null) apply(field, mark)
    })
    opener.addEventListener('click', () => {
      preview.hidden = !preview.hidden
      opener.setAttribute('aria-expanded', String(!preview.hidden))
      look()
    })
    field.addEventListener('change', look)
  }
}

export const marksScript = pageScript(offerMarks, marksParts)
