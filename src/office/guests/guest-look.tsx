import type { ListedGuest } from '../../features/guest-list/guest-file.ts'
import type { KnownGuest } from '../../features/guest-list/invite-guests.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { useTexts } from '../../pages/reader.ts'
import { ActionButton, Section } from '../../pages/parts.tsx'
import { useTold } from '../kit/no-mail-server.tsx'
import { DataTable } from '../kit/table.tsx'
import type { FilledGuests } from './guest-form.tsx'

/** A list of which every line can be read. */
export type LookedAt = {
  readonly guests: readonly (ListedGuest & { readonly known: KnownGuest | null })[]
  readonly passedOver: readonly string[]
  /** How many places are left at the price; null: there is no limit. */
  readonly left: number | null
  /** How many guests may be mailed at once; null: there is no limit. */
  readonly mailsLeft: number | null
}

type LookProps = LookedAt & {
  /** The address that books the guests. */
  readonly action: string
  readonly filled: FilledGuests
}

/** Shows what was understood of a list, before anything is booked: one press then books all of it. */
export function GuestLook({ guests, passedOver, left, mailsLeft, action, filled }: LookProps) {
  const { looked: words, columns } = useTexts(guestTexts)
  const told = useTold()
  const fresh = guests.filter(({ known }) => !known?.isIn)
  const places = placesOf(fresh)
  const knownCount = guests.length - fresh.length
  const mailed = filled.isMailed ? fresh.filter(({ email }) => email !== '').length : 0
  return (
    <Section id="looked" title={words.title}>
      <div class="notice stack" role="status">
        <p>
          <strong>{words.sum({ guests: guests.length, places: placesOf(guests) })}</strong>
        </p>
        {fresh.length === 0 ? (
          <p>{words.allKnown}</p>
        ) : (
          <>
            {knownCount === 0 ? null : <p>{words.known({ guests: knownCount })}</p>}
            {left === null || left >= places ? null : <p>{words.fewLeft({ left, places })}</p>}
            <p>{mailed === 0 ? words.mailed({ guests: mailed }) : told(words.mailed({ guests: mailed }))}</p>
            {mailsLeft === null || mailsLeft >= mailed ? null : <p>{words.mailedLater({ left: mailsLeft })}</p>}
          </>
        )}
        {passedOver.length === 0 ? null : <p>{words.passedOver({ columns: passedOver.join(', ') })}</p>}
      </div>
      {fresh.length === 0 ? null : (
        <ActionButton
          action={action}
          look="main"
          sends={{
            list: filled.list,
            name: filled.name,
            price: filled.priceId,
            mail: filled.isMailed ? 'true' : null,
            text: filled.text,
          }}
        >
          {words.book({ guests: fresh.length })}
        </ActionButton>
      )}
      <DataTable
        label={words.title}
        rows={guests}
        keyOf={({ line }) => String(line)}
        columns={[
          { name: columns.line, show: ({ line }) => line, figures: true },
          { name: columns.lastName, show: ({ lastName }) => lastName },
          { name: columns.firstName, show: ({ firstName }) => firstName },
          { name: columns.email, show: ({ email }) => email },
          { name: columns.places, show: ({ places: count }) => count, figures: true },
          { name: columns.note, show: ({ note }) => note },
          {
            name: columns.standing,
            show: ({ known }) => (known?.isIn ? words.isKnown({ places: known.places }) : words.isNew),
          },
        ]}
      />
    </Section>
  )
}

function placesOf(guests: readonly Pick<ListedGuest, 'places'>[]): number {
  return guests.reduce((sum, { places }) => sum + places, 0)
}
