import type { ComponentChildren } from 'preact'

type SectionProps = {
  /** The id of its heading. */
  readonly id: string
  readonly title: string
  readonly lead?: string | null
  readonly narrow?: boolean
  readonly children?: ComponentChildren
}

/** A part of a page, under a heading. */
export function Section({ id, title, lead = null, narrow = false, children }: SectionProps) {
  return (
    <section class={narrow ? 'stack narrow' : 'stack'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead === null ? null : <p class="prose">{lead}</p>}
      {children}
    </section>
  )
}

type Fact = readonly [name: ComponentChildren, value: ComponentChildren, look?: string]
type FactsProps = { readonly facts: readonly Fact[] }

/** Shows facts line by line, several values of one below one another. Those that are null or empty are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl class="facts">
      <FactLines facts={facts} />
    </dl>
  )
}

/** The lines of `Facts`, for a list that has other lines too. */
export function FactLines({ facts }: FactsProps) {
  return facts.map(([name, value, look], line) =>
    value === null || value === '' ? null : (
      <div key={line}>
        <dt>{name}</dt>
        {Array.isArray(value) ? value.map((one, index) => <dd key={index}>{one}</dd>) : <dd class={look}>{value}</dd>}
      </div>
    ),
  )
}

const looks = { main: 'button', quiet: 'button quiet', danger: 'button danger' } as const

type SubmitProps = {
  /** The look of the button; `main` when absent. */
  readonly look?: keyof typeof looks
  readonly name?: string
  readonly value?: string
  /** Where it sends the form instead. */
  readonly formaction?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly children: ComponentChildren
}

/** The button that sends a form. */
export function Submit({ look = 'main', ...given }: SubmitProps) {
  return <button class={looks[look]} type="submit" {...given} />
}

type ActionButtonProps = {
  /** The address of an `actionPage`; absent: the page itself. */
  readonly action?: string
  /** The hidden values that it sends, by field name. */
  readonly sends?: Readonly<Record<string, string | number | null>>
  /** The look of the button; `quiet` when absent. */
  readonly look?: keyof typeof looks
  /** The text that is read out, where a page has several buttons that say the same. */
  readonly label?: string
  /** The id of the element that names the thing, where there are several of these buttons. */
  readonly of?: string
  /** The help above the button. */
  readonly help?: string
  /** A note above the button, which people should know before they press it. */
  readonly note?: string
  readonly class?: string
  readonly children: ComponentChildren
}

/** A form that is one button. */
export function ActionButton(props: ActionButtonProps) {
  const { action, sends = {}, look = 'quiet', label, of, help, note, children, ...given } = props
  const said = { ...(label === undefined ? {} : { 'aria-label': label }), ...(of ? { 'aria-describedby': of } : {}) }
  return (
    <form {...given} method="post" {...(action === undefined ? {} : { action })}>
      <Sent sends={sends} />
      {help === undefined ? null : <p class="muted small">{help}</p>}
      {note === undefined ? null : <p>{note}</p>}
      <Submit {...{ look, ...said }}>{children}</Submit>
    </form>
  )
}

type LinkToProps = {
  readonly to: string
  readonly rel?: 'nofollow' | 'noopener'
  /** The text that is read out, where a page has several links that say the same. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A link to another page that stands out among words. */
export function LinkTo({ to, label, children, ...given }: LinkToProps) {
  const said = label === undefined ? {} : { 'aria-label': label }
  return (
    <a class="go" href={to} {...given} {...said}>
      {children}
    </a>
  )
}

type ButtonLinkProps = Pick<LinkToProps, 'to' | 'children'>

/** A link to another page that looks like a button. */
export function ButtonLink({ to, children }: ButtonLinkProps) {
  return (
    <a class={looks.main} href={to}>
      {children}
    </a>
  )
}

/** As `ButtonLink`, beside what matters more. */
export function QuietLink({ to, children }: ButtonLinkProps) {
  return (
    <a class={looks.quiet} href={to}>
      {children}
    </a>
  )
}

type GoProps = { readonly to: string; readonly class?: string; readonly children: string }

/** A link to another page, on a line of its own. */
export function Go({ to, children, ...given }: GoProps) {
  return (
    <p>
      <a class={given.class ?? 'go'} href={to}>
        {children}
      </a>
    </p>
  )
}

/** A link back, or to where something begins again: it looks like one among words, on a line of its own. */
export function Back({ to, children }: Pick<GoProps, 'to' | 'children'>) {
  return (
    <p>
      <a href={to}>{children}</a>
    </p>
  )
}

type FoldedFormProps = {
  readonly title: string
  /** The id of the element that names the thing, where there are several of these. */
  readonly of?: string
  readonly isOpen?: boolean
  /** Where it is sent; absent: to the page itself. */
  readonly action?: string
  /** The hidden values that it sends, by field name. */
  readonly sends?: Readonly<Record<string, string | number | null>>
  readonly class?: 'panel' | 'narrow' | 'stack'
  /** Whether the browser leaves checking to the page, which says what is wrong. */
  readonly noValidate?: boolean
  /** The look of the button; `main` when absent. */
  readonly look?: keyof typeof looks
  readonly button: string
  readonly children: ComponentChildren
}

/** A form that few people need, folded up: nobody should press its button by mistake. */
export function FoldedForm(props: FoldedFormProps) {
  const { title, of, isOpen = false, sends = {}, look = 'main', button, children, ...given } = props
  return (
    <details open={isOpen}>
      <summary {...(of === undefined ? {} : { 'aria-describedby': of })}>{title}</summary>
      <form method="post" {...given}>
        <Sent sends={sends} />
        {children}
        <Submit look={look}>{button}</Submit>
      </form>
    </details>
  )
}

/** The hidden fields of a form. */
export function Sent({ sends }: { readonly sends: Readonly<Record<string, string | number | null>> }) {
  return (
    <>
      {Object.entries(sends).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}
