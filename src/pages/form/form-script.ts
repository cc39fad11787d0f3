import { pageScript } from '../page-script.ts'

/** The attributes on the forms of a page, for the script of all forms. */
export const formParts = {
  /** On the element of the script: the words for it, as JSON (`FormWords`). */
  words: 'data-form-words',
  /** On the element of the script: the page asks before it is left with something typed and not sent. */
  kept: 'data-form-kept',
  /** On a form that only looks something up: nothing is lost when what was typed into it is not sent. */
  looking: 'data-form-looking',
  /** On a field: what is said when it is empty and must not be; a usual sentence when absent. */
  missing: 'data-missing',
  /** On a field: what is said when it does not match its `pattern`. */
  wrong: 'data-wrong',
  /** On a hidden field: it gets another value each time its page is shown. */
  anew: 'data-form-anew',
  /** On a field for a picture: its largest size in bytes. */
  most: 'data-most',
} as const

export type FormWords = {
  readonly missing: string
  readonly email: string
  readonly number: string
  readonly time: string
  /** The words for a number that is out of range; `#` stands for the limit. */
  readonly least: string
  readonly most: string
  readonly tooLarge: string
  readonly noPicture: string
  /** The words for a picture that is chosen and not sent yet. */
  readonly chosen: string
}

type Line = HTMLInputElement | HTMLTextAreaElement

/** What the functions below share: they run in the browser, as their text, and may use nothing from outside but one another. */
type Attended = {
  readonly parts: typeof formParts
  readonly words: FormWords
  /** The element that reads out what has been added to the page. */
  readonly status: HTMLElement
}

/** Finds the element that holds a field with its label and what is said of it. */
function boxOf(field: Line): Element | null {
  return field.closest('.field, .own-amount')
}

function isLine(element: unknown): element is Line {
  if (element instanceof HTMLTextAreaElement) return true
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden'].includes(element.type)
}

/**
 * Says what is wrong with a field, by the rules that its own attributes have from the server; '': nothing, or nothing that is known here.
 */
function problemOf(field: Line, { parts, words }: Attended): string {
  const { validity: is } = field
  if (is.valueMissing || (field.required && field.type !== 'file' && field.value.trim() === ''))
    return field.getAttribute(parts.missing) ?? words.missing
  if (is.valid) return ''
  if (is.typeMismatch && field.type === 'email') return words.email
  if (is.badInput && field.type !== 'number') return words.time
  if (is.rangeUnderflow) return words.least.replace('#', field.getAttribute('min') ?? '')
  if (is.rangeOverflow) return words.most.replace('#', field.getAttribute('max') ?? '')
  return field.getAttribute(parts.wrong) ?? (is.badInput || is.stepMismatch ? words.number : '')
}

/** Says beside a field what is wrong with it. */
function showProblem(field: Line, problem: string, { status }: Attended): void {
  if (!boxOf(field) || field.id === '') return
  const id = `${field.id}-problem`
  const there = document.getElementById(id)
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id)
  if (problem === '') {
    there?.remove()
    field.removeAttribute('aria-invalid')
    if (described.length === 0) field.removeAttribute('aria-describedby')
    else field.setAttribute('aria-describedby', described.join(' '))
    return
  }
  const line = there ?? document.createElement('p')
  line.id = id
  line.className = 'problem'
  if (!there) field.before(line)
  if (line.textContent === problem && field.getAttribute('aria-invalid') === 'true') return
  line.textContent = problem
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', [...described, id].join(' '))
  status.textContent = problem
}

/** Shows a picture before it is sent, with its size. */
function previewPicture(field: HTMLInputElement, attended: Attended): void {
  const { parts, words, status } = attended
  const box = boxOf(field)
  for (const former of box?.querySelectorAll('[data-chosen]') ?? []) {
    const image = former.querySelector('img')
    if (image) URL.revokeObjectURL(image.src)
    former.remove()
  }
  const file = field.files?.[0]
  // A list of guests or a key is no picture.
  if (!box || !file || !field.accept.startsWith('image/')) return
  if (file.size > Number(field.getAttribute(parts.most) ?? Number.POSITIVE_INFINITY)) {
    showProblem(field, words.tooLarge, attended)
    return
  }
  const figure = document.createElement('figure')
  figure.setAttribute('data-chosen', '')
  const image = document.createElement('img')
  image.className = 'preview'
  image.alt = words.chosen
  const caption = document.createElement('figcaption')
  caption.className = 'muted small'
  image.addEventListener('load', () => {
    const size = new Intl.NumberFormat(document.documentElement.lang, {
      style: 'unit',
      unit: file.size < 1_000_000 ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(file.size / (file.size < 1_000_000 ? 1000 : 1_000_000))
    caption.textContent = `${words.chosen}: ${image.naturalWidth} × ${image.naturalHeight}, ${size}`
    status.textContent = caption.textContent
  })
  image.addEventListener('error', () => {
    figure.remove()
    showProblem(field, words.noPicture, attended)
  })
  image.src = URL.createObjectURL(file)
  figure.append(image, caption)
  field.after(figure)
}

/** @param look says of a field that was left what is wrong with it */
function attendForm(form: HTMLFormElement, attended: Attended, look: (field: Line) => void): void {
  let isTold = false
  form.addEventListener('focusout', ({ target }) => {
    if (isLine(target) && target.type !== 'file') look(target)
  })
  form.addEventListener('change', ({ target }) => {
    if (!isLine(target)) return
    if (target.type !== 'file') return look(target)
    showProblem(target, '', attended)
    if (target instanceof HTMLInputElement) previewPicture(target, attended)
  })
  form.addEventListener('input', ({ target }) => {
    const isWrong = isLine(target) && target.getAttribute('aria-invalid') === 'true'
    if (isWrong && problemOf(target, attended) === '') showProblem(target, '', attended)
  })
  // The browser holds the form back; it says so in its own language, in a bubble that is soon gone.
  form.addEventListener(
    'invalid',
    (event) => {
      const { target } = event
      if (!isLine(target) || !boxOf(target)) return
      const problem = problemOf(target, attended)
      if (problem === '') return
      event.preventDefault()
      const folded = target.closest('details')
      if (folded) folded.open = true
      showProblem(target, problem, attended)
      if (isTold) return
      isTold = true
      target.focus()
      setTimeout(() => (isTold = false))
    },
    true,
  )
}

/** Asks before a page is left with something typed. */
function askBeforeLeaving(forms: readonly HTMLFormElement[], { parts }: Attended): void {
  const contentOf = (form: HTMLFormElement) =>
    JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value instanceof File ? value.name : value]))
  const atFirst = new Map(forms.map((form) => [form, form.querySelector('.problem') ? '' : contentOf(form)]))
  let leaving: HTMLFormElement | null = null
  for (const form of forms)
    form.addEventListener('submit', (event) => {
      // A button that opens another page beside this one leaves what was typed where it is.
      if (!event.defaultPrevented && event.submitter?.getAttribute('formtarget') !== '_blank') leaving = form
    })
  addEventListener('beforeunload', (event) => {
    const isLost = (form: HTMLFormElement) =>
      form !== leaving && form.isConnected && contentOf(form) !== atFirst.get(form)
    if (forms.some((form) => !form.hasAttribute(parts.looking) && isLost(form))) event.preventDefault()
    leaving = null
  })
}

/**
 * Says beside a field what is wrong with it as soon as it is left, by the rules that its own attributes have from the server; shows a
 * picture before it is sent; and asks, where that is wanted, before a page is left with something typed. Whatever it does not know, the
 * server says.
 */
function attendForms(parts: typeof formParts): void {
  const script = document.querySelector(`script[${parts.words}]`)
  const said = script?.getAttribute(parts.words)
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')]
  if (!script || !said || forms.length === 0) return
  // Whoever comes back to a page that was kept, by the browser or a cache, and books again wants another booking. Only https has what it takes.
  addEventListener('pageshow', () => {
    for (const field of document.querySelectorAll<HTMLInputElement>(`input[${parts.anew}]`))
      field.value = crypto.randomUUID?.() ?? field.value
  })
  const status = document.createElement('p')
  status.className = 'unseen'
  status.setAttribute('role', 'status')
  document.querySelector('main')?.append(status)
  const attended = { parts, words: JSON.parse(said) as FormWords, status }

  // What is said moves what is below: not between the press of a button and its release, which would then miss it.
  let isPressing = false
  addEventListener('pointerdown', () => (isPressing = true), true)
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => setTimeout(() => (isPressing = false)), true)
  const look = (field: Line) => {
    const problem = problemOf(field, attended)
    // What the server said of what was typed before stays until that is changed.
    if (problem !== '' || field.value !== field.defaultValue) showProblem(field, problem, attended)
  }
  const whenReleased = (field: Line) => {
    if (!isPressing) look(field)
    else addEventListener('pointerup', () => setTimeout(() => look(field), 100), { once: true })
  }
  for (const form of forms) attendForm(form, attended, whenReleased)
  if (script.hasAttribute(parts.kept)) askBeforeLeaving(forms, attended)
}

const helpers = [boxOf, isLine, problemOf, showProblem, previewPicture, attendForm, askBeforeLeaving]

export const formScript = pageScript(attendForms, formParts, helpers)
