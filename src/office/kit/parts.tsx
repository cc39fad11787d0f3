import type { ComponentChildren } from 'preact'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { ActionButton, FoldedForm, Go, Section, Submit } from '../../pages/parts.tsx'
import { backLink } from './list-place-script.ts'
import { useTexts } from '../../pages/reader.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'

type PageBodyProps = {
  /** The page above this one, and the text of the link to it. */
  readonly back?: readonly [href: string, text: ComponentChildren] | undefined
  readonly heading: ComponentChildren
  readonly lead?: string | undefined
  /** What has just been done. */
  readonly said?: string | null | undefined
  readonly children: ComponentChildren
}

/** The head of a page: the way back, its name, what it is for, and what has just been done. */
export function PageBody({ back, heading, lead, said = null, children }: PageBodyProps) {
  return (
    <div class="stack">
      {back === undefined ? null : (
        <p>
          <BackLink to={back[0]}>{back[1]}</BackLink>
        </p>
      )}
      <h1>{heading}</h1>
      {lead === undefined ? null : <p class="prose">{lead}</p>}
      <Done>{said}</Done>
      {children}
    </div>
  )
}

/** What the head of a page says; its heading is its title where it has no other. */
export type PageHead = Omit<PageBodyProps, 'heading' | 'children'> & {
  readonly title: string
  readonly heading?: ComponentChildren
}

/** The link to the list that the page is in, which keeps its place. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  return (
    <a href={to} {...{ [backLink]: '' }}>
      {children}
    </a>
  )
}

/** Says what was done, by its name in the query; null: nothing was done that has words. */
export function saidOf(done: string | undefined, words: Readonly<Record<string, string>>): string | null {
  return Object.entries(words).find(([action]) => action === done)?.[1] ?? null
}

/** The name that the organisation gave to something, as the link to its page. */
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
  /** The name of the thing that the new one is made like; null: there is none. */
  readonly model: { readonly name: string } | null
  readonly title: string
  readonly likeTitle: (given: { readonly name: string }) => string
}

/** The heading of the page of a new thing. */
export function NewHeading({ model, title, likeTitle }: NewHeadingProps) {
  if (model === null) return <>{title}</>
  return <WrittenWithin sentence={(name) => likeTitle({ name })}>{model.name}</WrittenWithin>
}

type NewKeyProps = { readonly value: string; readonly like?: { readonly id: string } | null }

/** Hidden fields in the form of a new thing: the key by which a second press is known, and the thing it is made like. */
export function NewKey({ value, like = null }: NewKeyProps) {
  return (
    <>
      <input type="hidden" name="key" value={value} />
      {like === null ? null : <input type="hidden" name="like" value={like.id} />}
    </>
  )
}

type LikeProps = { readonly href: string; readonly like: string; readonly likeHelp: string }

/** The link to the form of another like it. */
export function Like({ href, like, likeHelp }: LikeProps) {
  return (
    <Section id="like" title={like} lead={likeHelp}>
      <Go class="button quiet" to={href}>
        {like}
      </Go>
    </Section>
  )
}

/** The link to what the log says about something. */
export function LogLink({ of, text }: { readonly of: string; readonly text?: string }) {
  return (
    <p>
      <a href={at(paths.audit, {}, { of })}>{text ?? useTexts(deskTexts).log}</a>
    </p>
  )
}

/** The button of a form that changes something. @param asItIs the page as it is, after a refusal; null: nothing was refused */
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

/** Archives something, or restores it. */
export function ArchiveButton({ action, archived, words }: ArchiveButtonProps) {
  return (
    <ActionButton action={action} sends={{ archived: String(!archived) }}>
      {archived ? words.restore : words.archive}
    </ActionButton>
  )
}

type ArchiveDoneProps = Omit<ArchiveButtonProps, 'words'> & { readonly done: string | undefined }

/** Says that something was just archived or restored, and undoes it. @param done what was done, from the query */
export function ArchiveDone({ done, action, archived }: ArchiveDoneProps) {
  const words = useTexts(deskTexts).archiving
  // Somebody else may have been faster.
  if (done !== (archived ? 'archived' : 'restored')) return null
  return (
    <div class="notice actions" role="status">
      <p>{words[done]}</p>
      <ActionButton action={action} sends={{ archived: String(!archived) }}>
        {words.undo}
      </ActionButton>
    </div>
  )
}

type DeletionProps = {
  readonly action: string
  readonly title: string
  readonly help: string
  /** The text of the button; that of the title when absent. */
  readonly button?: string
  readonly sends?: Readonly<Record<string, string>>
  /** The id of what says which one, where several on a page have the same title. */
  readonly of?: string
}

/** Asks before something is deleted or ended for good. */
export function Deletion({ title, help, button = title, ...form }: DeletionProps) {
  return (
    <FoldedForm title={title} look="danger" button={button} {...form}>
      <p class="prose">{help}</p>
    </FoldedForm>
  )
}

type Tile = { readonly name: string; readonly value: string; readonly note?: string | null }

/** Large figures beside one another; null: a figure that has nothing to say. */
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

/** A count or an amount of a whole list: its name, and the text that says it. */
export type Sum = readonly [name: string, value: string]

/** What a list comes to, in a line. */
export function Sums({ sums }: { readonly sums: readonly Sum[] }) {
  return (
    <dl class="sums">
      {sums.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type NamedAtProps = {
  readonly href: string
  readonly name: ComponentChildren
  readonly at: Date
  readonly says?: string
}

/** A line in a list of things of a day: the name as the link to its page, and when. @param says what is read out instead of the name */
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
