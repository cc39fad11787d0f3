import { minorUnitsIn } from '../../lib/typed-amount.ts'
import { pageScript } from '../page-script.ts'

/** The attributes and field name by which the script finds its parts in a form with a `RunningTotal`. */
export const totalParts = {
  /** On the number of places, or on each of several options to choose from: the price of one in the smallest unit. */
  amount: 'data-amount',
  /**
   * On the same element: the id of the field for the amount that the booker chooses. Left empty it is the price, or unknown where there is
   * none.
   */
  amountField: 'data-amount-field',
  /** On the number of something that is not a place. */
  item: 'data-item',
  /** On what is asked for with a place: hidden while none is chosen. */
  withPlace: 'data-with-place',
  /** On a button beside a number of places: how much it adds. Hidden without script. */
  step: 'data-step',
  /** On the line of the total, hidden without script: the words for the script, as JSON (`TotalWords`). */
  words: 'data-total',
  /** Within that line: how many are chosen, and the total. */
  count: 'data-count',
  sum: 'data-sum',
  /** On that line, when it shows the total of the form as it was sent: it stays until something is changed. */
  priced: 'data-priced',
  /** On a hidden field of the form: the sum that is shown, or nothing where only the server knows it. */
  seen: 'data-seen',
  /** The name of the field for a promotional code, in a form with the hidden field. */
  code: 'promotional_code',
} as const

export type TotalWords = {
  readonly locale: string
  readonly currency: string
  /** The number of decimals of the currency. */
  readonly digits: number
  readonly free: string
  readonly nothing: string
  readonly places: Counted
  /** The words for the count once it includes something other than places. */
  readonly items: Counted
  /** The words for a total that the typed code will reduce, in a form with `seen`; `#` stands for the total. */
  readonly beforeCode: string
}

/** The words for a count, by plural form in the language; `#` stands for the number. */
type Counted = Readonly<Record<string, string>>

type Counting = HTMLInputElement | HTMLOptionElement

/**
 * Counts how many of something are chosen. The functions from here on run in the browser, as their text: they may use one another and
 * nothing else from outside.
 */
function placesIn(field: Counting): number {
  if (field instanceof HTMLOptionElement) return Number(field.selected)
  return /^\d{1,4}$/.test(field.value.trim()) ? Number(field.value) : 0
}

/** Finds what one costs, in the smallest unit; NaN where what was typed is no amount: the total is not known then. */
function amountOf(field: Counting, parts: typeof totalParts, digits: number): number {
  const chosen = document.getElementById(field.getAttribute(parts.amountField) ?? '')
  const price = field.getAttribute(parts.amount)
  const isChosen = chosen instanceof HTMLInputElement && (price === null || chosen.value.trim() !== '')
  return isChosen ? minorUnitsIn(chosen.value, chosen.pattern, digits) : Number(price)
}

function buttonsBeside(field: Counting, parts: typeof totalParts): readonly HTMLButtonElement[] {
  return [...(field.parentElement?.querySelectorAll<HTMLButtonElement>(`[${parts.step}]`) ?? [])]
}

/** Counts how many there are once that button is pressed. */
function stepped(field: Counting, button: HTMLElement, parts: typeof totalParts): number {
  const wanted = placesIn(field) + Number(button.getAttribute(parts.step))
  return Math.max(0, Math.min(Number(field.getAttribute('max')), wanted))
}

/** Shows how many are chosen and their total. Amounts are in the smallest unit. */
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
    let hasPlace = false
    for (const field of fields) {
      const wanted = placesIn(field)
      places += wanted
      if (wanted > 0) minor += wanted * amountOf(field, parts, digits)
      if (wanted > 0 && field.hasAttribute(parts.item)) counted = words.items
      else if (wanted > 0) hasPlace = true
      // Not `disabled`: whoever is on it would be sent to the top of the page.
      for (const button of buttonsBeside(field, parts))
        button.setAttribute('aria-disabled', String(stepped(field, button, parts) === wanted))
    }
    for (const element of form?.querySelectorAll<HTMLElement>(`[${parts.withPlace}]`) ?? []) element.hidden = !hasPlace
    const known = minor === 0 ? words.free : money.format(minor / 10 ** digits)
    const said = (counted[forms.select(places)] ?? '').replace('#', String(places))
    const [isKnown, takesOff] = [places > 0 && !Number.isNaN(minor), (code?.value ?? '').trim() !== '']
    const isAsSent =
      asked.every(({ value, defaultValue }) => value === defaultValue) &&
      fields.every((field) => !(field instanceof HTMLOptionElement) || field.selected === field.defaultSelected)
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

export const runningTotalScript = pageScript(sumUp, totalParts, [
  placesIn,
  minorUnitsIn,
  amountOf,
  buttonsBeside,
  stepped,
])
