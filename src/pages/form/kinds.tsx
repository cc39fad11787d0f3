import type { ComponentChildren } from 'preact'
import { BelowLabel, stateOf } from './field.tsx'
import type { FormProblem } from './problems.tsx'

type Kind = {
  readonly name: string
  readonly what: string
  readonly examples?: string
  /** The picture of the kind, which adds nothing to the words. */
  readonly picture?: ComponentChildren
}

export type KindsProps<Value extends string> = {
  readonly id: string
  readonly label: string
  /** The help that is always below the label. */
  readonly help?: string | undefined
  readonly kinds: readonly (readonly [value: Value, kind: Kind])[]
  readonly chosen: string
  readonly problems: readonly FormProblem[]
}

/** A choice of one of a few kinds that need an explanation: each with what it is, in a sentence. */
export function Kinds<Value extends string>({ id, label, help, kinds, chosen, problems }: KindsProps<Value>) {
  return (
    <fieldset class="kinds">
      <legend>{label}</legend>
      <BelowLabel {...{ id, help, problems }} />
      {kinds.map(([value, { name, what, examples, picture }], index) => {
        const ownId = index === 0 ? id : `${id}-${value}`
        return (
          <label key={value} class="choice" for={ownId}>
            <input
              id={ownId}
              type="radio"
              name={id}
              value={value}
              checked={chosen === value}
              {...(index === 0 ? stateOf({ id, help, problems }) : {})}
            />
            <strong>{name}</strong>
            <span>{what}</span>
            {examples === undefined ? null : <span class="muted small">{examples}</span>}
            {picture}
          </label>
        )
      })}
    </fieldset>
  )
}
