import type { ComponentChildren } from 'preact'
import { BelowLabel, stateOf } from './field.tsx'
import type { FormProblem } from './problems.tsx'

type Kind = {
  readonly name: string
  readonly what: string
  readonly examples?: string
  /** Says nothing that the words do not. */
  readonly picture?: ComponentChildren
}

export type KindsProps<Value extends string> = {
  readonly id: string
  readonly label: string
  /** What is always below the label. */
  readonly help?: string | undefined
  readonly kinds: readonly (readonly [value: Value, kind: Kind])[]
  readonly chosen: string
  readonly problems: readonly FormProblem[]
}

/** One of a few that have to be understood to be chosen: each with what it is, in a sentence. */
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
