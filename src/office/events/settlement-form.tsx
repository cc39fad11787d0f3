import { dealKinds } from '../../features/accounting/settlement.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { settlementTexts } from '../../messages/office/settlement.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { BesideField } from '../../pages/form/problems.tsx'
import { Go } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'
import { costFields, costLines, dealFields, type FilledSettlement } from './filled-settlement.ts'

type SettlementFormProps = ThingFormProps & {
  readonly event: Pick<Event, 'id' | 'artists'>
  readonly filled: FilledSettlement
  /** The names of artists, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** Asks what an event costs, and what each of its artists is to get. */
export function SettlementForm({ event, filled, names, ...form }: SettlementFormProps) {
  const words = useTexts(settlementTexts)
  return (
    <ThingForm {...form}>
      <p class="muted small">{words.help}</p>
      <Costs filled={filled} problems={form.problems} />
      <fieldset class="stack" id="artists">
        <legend>{words.artists}</legend>
        <p class="muted small">{words.rule}</p>
        <BesideField problems={form.problems} id="artists" />
        {filled.deals.length === 0 ? (
          <p>
            {words.noArtists} <Go to={at(paths.eventDescription, { uuid: event.id })}>{words.nameArtists}</Go>
          </p>
        ) : null}
        {filled.deals.map((deal) => (
          <DealFields
            key={deal.artistId}
            deal={deal}
            problems={form.problems}
            name={names.get(deal.artistId) ?? ''}
            isNamed={event.artists.some(({ artistId }) => artistId === deal.artistId)}
          />
        ))}
      </fieldset>
    </ThingForm>
  )
}

function Costs({ filled, problems }: Pick<SettlementFormProps, 'filled' | 'problems'>) {
  const { currency } = useReader()
  const words = useTexts(settlementTexts)
  return (
    <fieldset class="stack" id="costs">
      <legend>{words.costs}</legend>
      <p class="muted small">{words.costsHelp}</p>
      {costLines(filled).map(({ label, amount }, index) => {
        const ids = costFields(index)
        return (
          <div key={ids.label} class="pair">
            <Field
              id={ids.label}
              name="cost_label"
              label={words.label({ number: index + 1 })}
              problems={problems}
              value={label}
            />
            <Field
              id={ids.amount}
              name="cost_amount"
              label={words.amount({ currency })}
              inputMode="decimal"
              problems={problems}
              value={amount}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

type DealProps = Pick<SettlementFormProps, 'problems'> & {
  readonly deal: FilledSettlement['deals'][number]
  readonly name: string
  /** Whether the event still names the artist. */
  readonly isNamed: boolean
}

function DealFields({ deal, name, isNamed, problems }: DealProps) {
  const { currency } = useReader()
  const words = useTexts(settlementTexts)
  const ids = dealFields(deal.artistId)
  return (
    <div class="stack">
      <input type="hidden" name="artist" value={deal.artistId} />
      <Choice
        id={ids.kind}
        name="deal"
        label={name}
        {...(isNamed ? {} : { note: words.notNamed })}
        problems={problems}
        value={deal.kind}
        options={[['', words.deals.none], ...dealKinds.map((kind) => [kind, words.deals[kind]] as const)]}
      />
      <div class="pair">
        <Field
          id={ids.guarantee}
          name="guarantee"
          label={words.guarantee({ currency })}
          inputMode="decimal"
          problems={problems}
          value={deal.guarantee}
        />
        <Field
          id={ids.share}
          name="share"
          label={words.share}
          inputMode="decimal"
          problems={problems}
          value={deal.share}
        />
      </div>
    </div>
  )
}
