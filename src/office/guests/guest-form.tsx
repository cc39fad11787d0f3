import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { longestListName, mostGuests } from '../../features/guest-list/guest-file.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { Choice, Field, LongField } from '../../pages/form/field.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { useReader } from '../../pages/reader.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'

/** What the form of a guest list holds. */
export type FilledGuests = {
  /** The id of the list: a form that is sent again continues it. */
  readonly list: string
  readonly name: string
  readonly priceId: string
  readonly isMailed: boolean
  readonly text: string
}

/** Room for `mostGuests` with long names, addresses and notes; in letters with accents, too, it fits the form that books them. */
export const longestList = mostGuests * 340

type GuestFormProps = {
  /** The address that shows what was understood of the list. */
  readonly action: string
  readonly filled: FilledGuests
  /** The prices that guests may take their places from. */
  readonly prices: readonly OfferedPrice[]
  readonly problems: readonly FormProblem[]
}

/** Asks for the list, pasted or as a file: the lines of a file are in the field the next time, to be corrected there. */
export function GuestForm({ action, filled, prices, problems }: GuestFormProps) {
  const { currency, language } = useReader()
  const words = guestTexts[language].form
  return (
    <form method="post" action={action} encType="multipart/form-data" class="narrow" noValidate>
      <input type="hidden" name="list" value={filled.list} />
      <LongField id="text" label={words.text} help={words.textHelp} rows={8} problems={problems} value={filled.text} />
      <FileField
        id="file"
        label={words.file}
        help={words.fileHelp}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        problems={problems}
      />
      <Choice
        id="price"
        label={words.price}
        help={words.priceHelp}
        problems={problems}
        value={filled.priceId}
        options={prices.map((price) => [price.id, priceText(price, currency, language)])}
      />
      <Field
        id="name"
        label={words.name}
        note={deskTexts[language].optional}
        help={words.nameHelp}
        autocomplete="off"
        maxLength={longestListName}
        value={filled.name}
      />
      <label class="check">
        <input type="checkbox" name="mail" value="true" checked={filled.isMailed} />
        <span>{words.mail}</span>
      </label>
      <Submit>{words.look}</Submit>
    </form>
  )
}

function priceText({ name, product, amountMinor, left }: OfferedPrice, currency: string, language: Language) {
  const whole = name === product.name ? name : `${product.name}, ${name}`
  const parts = [whole, amountText(amountMinor, currency, language)]
  return [...parts, ...(left === null ? [] : [guestTexts[language].form.left({ places: left })])].join(' · ')
}
