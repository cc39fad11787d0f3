import { pageScript } from '../page-script.ts'

/** What a form with a `RunningTotal` holds for its script. */
export const totalParts = {
  /** On the number of places, or on the one of several that is chosen: the price of one in the smallest unit. */
  amount: 'data-amount',
  /** There: the id of the field with the amount that the booker chooses. Left empty it is the price, or unknown where none is said. */
  amountField: 'data-amount-field',
  /** On the number of something that is no place. */
  item: 'data-item',
  /** On a button beside a number of places: how much it adds. Hidden without script. */
  step: 'data-step',
  /** On the line of the total, hidden without script: the words for the script, as JSON (`TotalWords`). */
  words: 'data-total',
  /** In it: how many are chosen, and what they come to. */
  count: 'data-count',
  sum: 'data-sum',
  /** On the line, where it says what the form as it was sent comes to: it stands until something is changed. */
  priced: 'data-priced',
  /** On a hidden field of the form: the sum that is shown, or nothing where only the server knows it. */
  seen: 'data-seen',
  /** The name of the field with a promotional code, in a form with the hidden field. */
  code: 'promotional_code',
} as const

export type TotalWords = {
  readonly locale: string
  readonly currency: string
  /** Decimals of the currency. */
  readonly digits: number
  readonly free: string
  readonly nothing: string
  readonly places: Counted
  /** Said once something else than places is among them. */
  readonly items: Counted
  /** Of a sum from which the code that was typed takes something off, in a form with `seen`; `#` stands for the sum. */
  readonly beforeCode: string
}

/** By the form of a count in the language; `#` stands for the number. */
type Counted = Readonly<Record<string, string>>

type Counting = HTMLInputElement | HTMLOptionElement

/** How many of something are chosen. The functions from here on run in the browser, as their text: they may use one another and nothing else from outside. */
function placesIn(field: Counting): number {
  if (field instanceof HTMLOptionElement) return Number(field.selected)
  return /^\d{1,4}$/.test(field.value.trim()) ? Number(field.value) : 0
}

/** NaN of what is no amount: the sum is not known then. */
function amountIn(text: string, digits: number): number {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim().replace(',', '.')) ?? []
  if (whole === undefined || part.length > Math.max(2, digits) || /[1-9]/.test(part.slice(digits))) return Number.NaN
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0').slice(0, digits))
}

/** What one costs. */
function amountOf(field: Counting, parts: typeof totalParts, digits: number): number {
  const chosen = document.getElementById(field.getAttribute(parts.amountField) ?? '')
  const price = field.getAttribute(parts.amount)
  const isChosen = chosen instanceof HTMLInputElement && (price === null || chosen.value.trim() !== '')
  return isChosen ? amountIn(chosen.value, digits) : Number(price)
}

function buttonsBeside(field: Counting, parts: typeof totalParts): readonly HTMLButtonElement[] {
  return [...(field.parentElement?.querySelectorAll<HTMLButtonElement>(`[${parts.step}]`) ?? [])]
}

/** How many there are once that button is pressed. */
function stepped(field: Counting, button: HTMLElement, parts: typeof totalParts): number {
  const wanted = placesIn(field) + Number(button.getAttribute(parts.step))
  return Math.max(0, Math.min(Number(field.getAttribute('max')), wanted))
}

/** Amounts are in the smallest unit. */
function sumUp(parts: typeof totalParts): void {
  const line = document.querySelector<HTMLElement>(`[${parts.words}]`)
  const [count, sum] = [parts.count, parts.sum].map((name) => line?.querySelector(`[${name}]`))
  if (!line || !count || !sum) return
  const words = JSON.parse(line.getAttribute(parts.words) ?? '') as TotalWords
  const { digits, currency } = words
  const money = new Intl.NumberFormat(words.locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const forms = new Intl.PluralRules(words.locale)
  const fields = [...document.querySelectorAll<Counting>(`[${parts.amount}], [${parts.amountField}]`)]
  const form = line.closest('form')
  const seen = form?.querySelector<HTMLInputElement>(`[${parts.seen}]`)
  const code = seen && form?.querySelector<HTMLInputElement>(`[name=${parts.code}]`)
  const asked = [...(form?.querySelectorAll<HTMLInputElement>(`[name=qty], [name=amount], [name=${parts.code}]`) ?? [])]
  const priced = line.hasAttribute(parts.priced) && [count.textContent, sum.textContent, seen?.value]
  const show = () => {
    let [places, minor, counted] = [0, 0, words.places]
    for (const field of fields) {
      const wanted = placesIn(field)
      places += wanted
      if (wanted > 0) minor += wanted * amountOf(field, parts, digits)
      if (wanted > 0 && field.hasAttribute(parts.item)) counted = words.items
      // Not `disabled`: whoever is on it would be sent to the top of the page.
      for (const button of buttonsBeside(field, parts))
        button.setAttribute('aria-disabled', String(stepped(field, button, parts) === wanted))
    }
    const known = minor === 0 ? words.free : money.format(minor / 10 ** digits)
    const said = (counted[forms.select(places)] ?? '').replace('#', String(places))
    const [isKnown, takesOff] = [places > 0 && !Number.isNaN(minor), (code?.value ?? '').trim() !== '']
    const isChosenAsSent = (field: Counting) =>
      !(field instanceof HTMLOptionElement) || field.selected === field.defaultSelected
    const isAsSent = asked.every(({ value, defaultValue }) => value === defaultValue) && fields.every(isChosenAsSent)
    const [counting, summing, shown] = (isAsSent && priced) || [
      places === 0 ? words.nothing : said,
      isKnown ? (takesOff ? words.beforeCode.replace('#', known) : known) : '',
      isKnown && !takesOff ? String(minor) : '',
    ]
    count.textContent = counting ?? ''
    sum.textContent = summing ?? ''
    if (seen) seen.value = shown ?? ''
  }
  for (const field of fields) {
    for (const button of buttonsBeside(field, parts)) {
      button.hidden = false
      button.addEventListener('click', () => {
        field.value = String(stepped(field, button, parts))
        show()
      })
    }
  }
  form?.addEventListener('input', show)
  // Also when the browser comes back to a form that was filled in.
  addEventListener('pageshow', show)
  line.hidden = false
  show()
}

export const runningTotalScript = pageScript(sumUp, totalParts, [placesIn, amountIn, amountOf, buttonsBeside, stepped])
