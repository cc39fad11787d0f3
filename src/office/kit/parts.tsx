import type { ComponentChildren } from 'preact'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'

type PageBodyProps = {
  /** The page it belongs to, and what the link to it says. */
  readonly back?: readonly [href: string, text: ComponentChildren] | undefined
  readonly heading: ComponentChildren
  readonly lead?: string | undefined
  /** What has just been done. */
  readonly said?: string | null | undefined
  readonly children: ComponentChildren
}

/** What a page begins with: the way back, what it is called, what it is for, and what has just been done. */
export function PageBody({ back, heading, lead, said = null, children }: PageBodyProps) {
  return (
    <div class="stack">
      {back === undefined ? null : (
        <p>
          <a href={back[0]}>{back[1]}</a>
        </p>
      )}
      <h1>{heading}</h1>
      {lead === undefined ? null : <p class="prose">{lead}</p>}
      <Done>{said}</Done>
      {children}
    </div>
  )
}

/** What is said of what was done, by its name in the query; null: nothing was done that has words. */
export function saidOf(done: string | undefined, words: Readonly<Record<string, string>>): string | null {
  return Object.entries(words).find(([action]) => action === done)?.[1] ?? null
}

type SectionProps = {
  /** Of its heading. */
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

/** What is known of something, line by line, where there is more than one value below one another. What is null or empty is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            {Array.isArray(value) ? value.map((one, index) => <dd key={index}>{one}</dd>) : <dd>{value}</dd>}
          </div>
        ),
      )}
    </dl>
  )
}

/** The name of something, which the organisation gave it, as the way to its page. */
export function NameLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href}>
      <strong>
        <Written>{children}</Written>
      </strong>
    </a>
  )
}

type NewHeadingProps = {
  /** What it is made like; null: like nothing. */
  readonly model: { readonly name: string } | null
  readonly title: string
  readonly likeTitle: (given: { readonly name: string }) => string
}

/** What the page of a new thing is called. */
export function NewHeading({ model, title, likeTitle }: NewHeadingProps) {
  if (model === null) return <>{title}</>
  return <WrittenWithin sentence={(name) => likeTitle({ name })}>{model.name}</WrittenWithin>
}

/** In the form of a new thing: by what a second press of its button is known, and what it is made like. */
export function NewKey({
  value,
  like = null,
}: {
  readonly value: string
  readonly like?: { readonly id: string } | null
}) {
  return (
    <>
      <input type="hidden" name="key" value={value} />
      {like === null ? null : <input type="hidden" name="like" value={like.id} />}
    </>
  )
}

/** The way to the form of another like it. */
export function Like({
  href,
  like,
  likeHelp,
}: {
  readonly href: string
  readonly like: string
  readonly likeHelp: string
}) {
  return (
    <Section id="like" title={like} lead={likeHelp}>
      <Go class="button quiet" to={href}>
        {like}
      </Go>
    </Section>
  )
}

/** The way to what the log says of something. */
export function LogLink({ of }: { readonly of: string }) {
  return (
    <p>
      <a href={at(paths.audit, {}, { of })}>{useTexts(deskTexts).log}</a>
    </p>
  )
}

const looks = { main: 'button', quiet: 'button quiet', danger: 'button danger' } as const

type SubmitProps = {
  /** `main` when absent. */
  readonly look?: keyof typeof looks
  readonly name?: string
  readonly value?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly children: ComponentChildren
}

/** The button that sends a form. */
export function Submit({ look = 'main', ...given }: SubmitProps) {
  return <button class={looks[look]} type="submit" {...given} />
}

type ActionButtonProps = {
  /** Of an `actionPage`; absent: the page itself. */
  readonly action?: string
  /** By the names of its fields. */
  readonly sends?: Readonly<Record<string, string | number | null>>
  /** `quiet` when absent. */
  readonly look?: keyof typeof looks
  /** What is read out, where a page has several that say the same. */
  readonly label?: string
  /** The id of what says of which thing, where there are several of these buttons. */
  readonly of?: string
  /** Above it. */
  readonly help?: string
  /** Above it, too, and to be known before it is pressed. */
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

/** The button of a form that changes something. @param asItIs the page as it is, for whoever was refused; null: nothing was refused */
export function SaveButton({ asItIs = null }: { readonly asItIs?: string | null }) {
  const { save, lookAtNow } = useTexts(deskTexts)
  return (
    <>
      <Submit>{save}</Submit>
      {asItIs === null ? null : <a href={asItIs}>{lookAtNow}</a>}
    </>
  )
}

type ArchiveButtonProps = { readonly action: string; readonly archived: boolean; readonly words: ArchiveWords }
type ArchiveWords = { readonly archive: string; readonly restore: string }

/** Archives something, or brings it back. */
export function ArchiveButton({ action, archived, words }: ArchiveButtonProps) {
  return (
    <ActionButton action={action} sends={{ archived: String(!archived) }}>
      {archived ? words.restore : words.archive}
    </ActionButton>
  )
}

/** The way to another page, on a line of its own. */
export function Go({
  to,
  children,
  ...given
}: {
  readonly to: string
  readonly class?: string
  readonly children: string
}) {
  return (
    <p>
      <a class={given.class ?? 'go'} href={to}>
        {children}
      </a>
    </p>
  )
}

type Tile = { readonly name: string; readonly value: string; readonly note?: string | null }

/** Figures beside one another, large; null: one that has nothing to say. */
export function Tiles({ money, of }: { readonly money?: boolean; readonly of: readonly (Tile | null)[] }) {
  return (
    <ul class={money ? 'tiles money' : 'tiles'}>
      {of
        .filter((tile) => tile !== null)
        .map(({ name, value, note }) => (
          <li key={name} class="tile">
            {name}
            <b>{value}</b>
            {note ? <span class="muted small">{note}</span> : null}
          </li>
        ))}
    </ul>
  )
}

type FoldedFormProps = {
  readonly title: string
  /** The id of what says of which thing, where there are several of these. */
  readonly of?: string
  readonly isOpen?: boolean
  readonly action: string
  /** By the names of its fields. */
  readonly sends?: Readonly<Record<string, string | number | null>>
  readonly class?: 'panel' | 'narrow'
  /** What is wrong is said by the page, not by the browser. */
  readonly noValidate?: boolean
  /** `main` when absent. */
  readonly look?: keyof typeof looks
  readonly button: string
  readonly children: ComponentChildren
}

/** A form that few come for, folded up: nobody should press its button by mistake. */
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

function Sent({ sends }: { readonly sends: Readonly<Record<string, string | number | null>> }) {
  return (
    <>
      {Object.entries(sends).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}

type NamedAtProps = {
  readonly href: string
  readonly name: ComponentChildren
  readonly at: Date
  readonly says?: string
}

/** In a list of things of a day: the name as the way to its page, and when. @param says what is read out instead of the name */
export function NamedAt({ href, name, at: moment, says }: NamedAtProps) {
  return (
    <span class="name">
      <a href={href} {...(says === undefined ? {} : { 'aria-label': says })}>
        {name}
      </a>
      <br />
      <span class="muted small">
        <When at={moment} />
      </span>
    </span>
  )
}
