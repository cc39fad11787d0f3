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

/** Runs in the browser, as the text of this function: it may use nothing from outside. Amounts are in the smallest unit. */
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
  type Counting = HTMLInputElement | HTMLOptionElement
  const fields = [...document.querySelectorAll<Counting>(`[${parts.amount}], [${parts.amountField}]`)]
  const placesIn = (field: Counting) => {
    if (field instanceof HTMLOptionElement) return Number(field.selected)
    return /^\d{1,4}$/.test(field.value.trim()) ? Number(field.value) : 0
  }
  /** NaN of what is no amount: the sum is not known then. */
  const amountIn = (text: string) => {
    const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim().replace(',', '.')) ?? []
    if (whole === undefined || part.length > Math.max(2, digits) || /[1-9]/.test(part.slice(digits))) return Number.NaN
    return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0').slice(0, digits))
  }
  const amountOf = (field: Counting) => {
    const chosen = document.getElementById(field.getAttribute(parts.amountField) ?? '')
    const price = field.getAttribute(parts.amount)
    const isChosen = chosen instanceof HTMLInputElement && (price === null || chosen.value.trim() !== '')
    return isChosen ? amountIn(chosen.value) : Number(price)
  }
  const buttonsBeside = (field: Counting) => [
    ...(field.parentElement?.querySelectorAll<HTMLButtonElement>(`[${parts.step}]`) ?? []),
  ]
  const stepped = (field: Counting, button: HTMLElement) =>
    Math.max(0, Math.min(Number(field.getAttribute('max')), placesIn(field) + Number(button.getAttribute(parts.step))))
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
      if (wanted > 0) minor += wanted * amountOf(field)
      if (wanted > 0 && field.hasAttribute(parts.item)) counted = words.items
      // Not `disabled`: whoever is on it would be sent to the top of the page.
      for (const button of buttonsBeside(field))
        button.setAttribute('aria-disabled', String(stepped(field, button) === wanted))
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
    for (const button of buttonsBeside(field)) {
      button.hidden = false
      button.addEventListener('click', () => {
        field.value = String(stepped(field, button))
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

export const runningTotalScript = pageScript(sumUp, totalParts)
