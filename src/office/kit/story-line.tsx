import type { ComponentChildren } from 'preact'
import type { AuditEntry } from '../../features/audit/audit.queries.ts'
import { When } from '../../pages/format.tsx'

type StoryLineProps = {
  readonly at: Date
  /** Who did it; null: nobody in particular. */
  readonly by: string | null
  readonly said: ComponentChildren
  /** What happened, with what it says about people. */
  readonly entry: Pick<AuditEntry, 'personal'> | null
  /** What else there is to say. */
  readonly children?: ComponentChildren
}

/** One thing that happened to a booking or a member. */
export function StoryLine({ at, by, said, entry, children }: StoryLineProps) {
  return (
    <li>
      <span class="name">
        {said}
        {(entry?.personal ?? []).map(({ field, before, after }) => (
          <span key={field} class="tight muted small">
            {[before, after].filter((value) => value !== null && value !== '').join(' → ')}
          </span>
        ))}
        {children}
      </span>
      <span class="state">
        <When at={at} />
        {by === null ? null : ` · ${by}`}
      </span>
    </li>
  )
}
