import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useMark } from '../written.tsx'
import { formParts } from './form-script.ts'
import { BesideField, type FormProblem, markWrong } from './problems.tsx'

type CommonProps = {
  readonly id: string
  /** The id when absent. */
  readonly name?: string
  readonly label: string
  /** In brackets behind the label: that it may stay empty. */
  readonly note?: string | undefined
  /** What is always below the label. */
  readonly help?: string | undefined
  /** Those of the whole form; the field finds its own. */
  readonly problems?: readonly FormProblem[] | undefined
  readonly value?: string
}

/** Of an organisation and where it is. */
export type PlaceToken = 'organization' | 'street-address' | 'postal-code' | 'address-level2'

/** What may be typed, by the rule with which it is read, and what is said of anything else. */
export type FieldRule = { readonly pattern: string; readonly wrong: string }

type FieldProps = CommonProps & {
  readonly type?: 'text' | 'search' | 'email' | 'date' | 'datetime-local' | 'number' | 'color' | 'tel' | 'password'
  /** What a browser may fill in (HTML, "Autofill"). */
  readonly autocomplete?: 'off' | 'given-name' | 'family-name' | 'one-time-code' | 'email' | PlaceToken
  /** Which keyboard a phone shows. */
  readonly inputMode?: 'numeric' | 'decimal' | 'email'
  readonly placeholder?: string
  readonly autocapitalize?: 'none' | 'characters'
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly required?: boolean
  readonly autofocus?: boolean
  readonly class?: string
  /** What is said where it is empty and must not be; else a usual sentence. */
  readonly missing?: string
  readonly rule?: FieldRule
}

/** One line to fill in, with its label, what helps, and what is wrong with it. What is wrong is said by the page. */
export function Field({ id, name = id, label, note, help, problems = [], missing, rule, ...given }: FieldProps) {
  // Preact's types tie a role to each kind of input; none is given here.
  const input = given as InputHTMLAttributes
  return (
    <Labelled {...{ id, label, note, help, problems }}>
      <input
        id={id}
        name={name}
        {...input}
        {...(missing === undefined ? {} : { [formParts.missing]: missing })}
        {...(rule === undefined ? {} : { pattern: rule.pattern, [formParts.wrong]: rule.wrong })}
        {...stateOf({ id, help, problems })}
      />
    </Labelled>
  )
}

type EmailFieldProps = Pick<FieldProps, 'label' | 'note' | 'help' | 'problems' | 'value' | 'required'> & {
  /** `email` when absent. */
  readonly id?: string
  /** Of somebody else than whoever holds the phone. */
  readonly autocomplete?: 'off'
}

/** An e-mail address, which browsers fill in and for which phones have a keyboard. */
export function EmailField(props: EmailFieldProps) {
  const known = { type: 'email', autocomplete: 'email', inputMode: 'email', autocapitalize: 'none' } as const
  return <Field id="email" {...known} maxLength={254} required {...props} />
}

type LongFieldProps = CommonProps & { readonly rows?: number; readonly maxLength?: number; readonly required?: boolean }

/** Several lines to fill in. */
export function LongField({ id, name = id, label, note, help, problems = [], value, ...given }: LongFieldProps) {
  return (
    <Labelled {...{ id, label, note, help, problems }}>
      <textarea id={id} name={name} {...given} {...stateOf({ id, help, problems })}>
        {value}
      </textarea>
    </Labelled>
  )
}

type TicksProps = Omit<CommonProps, 'value' | 'note'> & {
  readonly options: readonly (readonly [value: string, text: ComponentChildren])[]
  readonly chosen: readonly string[]
  /** Whoever ticks none of them is told from a form that does not ask. */
  readonly saysNone?: boolean
}

/** Any of several. */
export function Ticks({ id, name = id, label, help, problems = [], options, chosen, saysNone = false }: TicksProps) {
  return (
    <fieldset id={id} {...stateOf({ id, help, problems })}>
      <legend>{label}</legend>
      <BelowLabel {...{ id, help, problems }} />
      {saysNone ? <input type="hidden" name={name} value="" /> : null}
      {options.map(([value, text]) => (
        <label key={value} class="check">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

export type ChoiceProps = CommonProps & {
  /** `isWritten`: the organisation has named it. `counted`: attributes for the script of a running total. */
  readonly options: readonly (readonly [
    value: string,
    text: string,
    isWritten?: boolean,
    counted?: Readonly<Record<string, string | number>>,
  ])[]
}

/** One of several, folded up. */
export function Choice({ id, name = id, label, note, help, problems = [], value, options }: ChoiceProps) {
  const written = useMark()
  return (
    <Labelled {...{ id, label, note, help, problems }}>
      <select id={id} name={name} {...stateOf({ id, help, problems })}>
        {options.map(([option, text, isWritten = false, counted = {}]) => (
          <option key={option} value={option} selected={option === value} {...(isWritten ? written : {})} {...counted}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

type Said = Pick<CommonProps, 'id' | 'help'> & { readonly problems: readonly FormProblem[] }
type LabelledProps = Said & Pick<CommonProps, 'label' | 'note'> & { readonly children: ComponentChildren }

/** What is wrong is above what was typed: below, a phone's keyboard would hide it. */
function Labelled({ id, label, note, help, problems, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {note === undefined ? null : <span class="muted"> ({note})</span>}
      </label>
      <BelowLabel {...{ id, help, problems }} />
      {children}
    </div>
  )
}

/** What is always below the label of a field, and what is wrong with it. */
export function BelowLabel({ id, help, problems }: Said) {
  return (
    <>
      {help === undefined ? null : (
        <p class="muted small" id={helpId(id)}>
          {help}
        </p>
      )}
      <BesideField problems={problems} id={id} />
    </>
  )
}

/** The attributes by which a field is read out with both. */
export function stateOf({ id, help, problems }: Said) {
  return markWrong({ problems, id, helpId: help === undefined ? undefined : helpId(id) })
}

/** Of what is always below the label of that field. */
const helpId = (id: string) => `${id}-help`
