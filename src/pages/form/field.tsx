import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useMark } from '../written.tsx'
import { formParts } from './form-script.ts'
import { BesideField, type FormProblem, markWrong } from './problems.tsx'

type CommonProps = {
  readonly id: string
  /** The name that the form sends it by; the id when absent. */
  readonly name?: string
  readonly label: string
  /** A remark in brackets behind the label: that it may stay empty. */
  readonly note?: string | undefined
  /** The help that is always below the label. */
  readonly help?: string | undefined
  /** The problems of the whole form; the field finds its own. */
  readonly problems?: readonly FormProblem[] | undefined
  readonly value?: string
}

/** What a browser may fill in about an organisation and its address. */
export type PlaceToken = 'organization' | 'street-address' | 'postal-code' | 'address-level2'

/** A rule for what may be typed: the pattern that reads it, and what is said of anything else. */
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
  /** What is said when it is empty and must not be; a usual sentence when absent. */
  readonly missing?: string
  readonly rule?: FieldRule
}

/** A field of one line, with its label, help, and what is wrong with it. What is wrong is said by the page. */
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

type EmailFieldProps = Pick<FieldProps, 'name' | 'label' | 'note' | 'help' | 'problems' | 'value' | 'required'> & {
  /** The id; `email` when absent. */
  readonly id?: string
  /** Set to `off` for the address of somebody else than the person at the screen. */
  readonly autocomplete?: 'off'
}

/** A field for an e-mail address, which browsers fill in and phones have a keyboard for. */
export function EmailField(props: EmailFieldProps) {
  const known = { type: 'email', autocomplete: 'email', inputMode: 'email', autocapitalize: 'none' } as const
  return <Field id="email" {...known} maxLength={254} required {...props} />
}

export type LongFieldProps = CommonProps & {
  readonly rows?: number
  readonly maxLength?: number
  readonly required?: boolean
}

/** A field of several lines. */
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
  /** Whether the form sends that none is ticked, to tell it from a form that does not ask. */
  readonly saysNone?: boolean
}

/** A choice of any number of options. */
export function Ticks({ id, name = id, label, help, problems = [], options, chosen, saysNone = false }: TicksProps) {
  return (
    <FieldGroup {...{ id, label, help, problems }}>
      {saysNone ? <input type="hidden" name={name} value="" /> : null}
      {options.map(([value, text]) => (
        <label key={value} class="check">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />
          <span>{text}</span>
        </label>
      ))}
    </FieldGroup>
  )
}

export type ChoiceProps = CommonProps & {
  /** The options. `isWritten`: the organisation has named it. `counted`: attributes for the script of a running total. */
  readonly options: readonly (readonly [
    value: string,
    text: string,
    isWritten?: boolean,
    counted?: Readonly<Record<string, string | number>>,
  ])[]
}

/** A choice of one option, folded up. */
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

/** A field with its label. What is wrong is shown above what was typed: below, a phone's keyboard would hide it. */
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

/** Several inputs below one label, with their help and what is wrong with them. */
export function FieldGroup({ id, label, help, problems, children }: Omit<LabelledProps, 'note'>) {
  return (
    <fieldset id={id} {...stateOf({ id, help, problems })}>
      <legend>{label}</legend>
      <BelowLabel {...{ id, help, problems }} />
      {children}
    </fieldset>
  )
}

/** The help that is always below the label of a field, and what is wrong with it. */
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

/** The attributes that have the help and the problem of a field read out with it. */
export function stateOf({ id, help, problems }: Said) {
  return markWrong({ problems, id, helpId: help === undefined ? undefined : helpId(id) })
}

/** The id of a field's help. */
const helpId = (id: string) => `${id}-help`
