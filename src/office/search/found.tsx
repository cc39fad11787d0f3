import type { ComponentChildren } from 'preact'
import { searchTexts } from '../../messages/office/search.ts'
import { Go, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Something that was found: a line with the link to its page. */
export type Found = {
  readonly href: string
  readonly name: ComponentChildren
  readonly note?: ComponentChildren
  /** What stands at its end: a state, or another way to go. */
  readonly end?: ComponentChildren
  /** Whether its whole number was typed. */
  readonly isNumbered?: boolean
}

/** Things of a kind that were found. */
export type FoundGroup = {
  /** The id of its heading. */
  readonly id: string
  readonly title: string
  readonly found: readonly Found[]
  /** The path of the whole list, narrowed by the same text; null: everything is here. */
  readonly more: string | null
  /** Whether these are parts of what another group found. */
  readonly isWithin?: boolean
}

/** The path of the one thing that can be meant: that with this number, or all that was found; null: there are several, or none. */
export function onlyOne(groups: readonly FoundGroup[]): string | null {
  const numbered = groups.flatMap(({ found }) => found).filter(({ isNumbered }) => isNumbered)
  const all = groups.filter(({ isWithin }) => !isWithin).flatMap(({ found }) => found)
  const [first, ...others] = numbered.length > 0 ? numbered : all
  return first && others.length === 0 ? first.href : null
}

type GroupProps = { readonly group: FoundGroup; readonly isFirst: boolean }

/** Shows a group. @param isFirst whether its first line takes the focus, so that Enter opens it */
export function Group({ group: { id, title, found, more }, isFirst }: GroupProps) {
  const words = useTexts(searchTexts)
  return (
    <Section id={id} title={title}>
      <ul class="rows">
        {found.map(({ href, name, note, end }, place) => (
          <li key={href}>
            <span class="name">
              <a href={href} {...(isFirst && place === 0 ? { autofocus: true } : {})}>
                <strong>{name}</strong>
              </a>
              {note ? (
                <>
                  <br />
                  <span class="muted small">{note}</span>
                </>
              ) : null}
            </span>
            {end}
          </li>
        ))}
      </ul>
      {more === null ? null : <Go to={more}>{words.more({ title })}</Go>}
    </Section>
  )
}
