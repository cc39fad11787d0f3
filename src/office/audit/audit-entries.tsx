import type { AuditEntry } from '../../features/audit/audit.queries.ts'
import type { Subject, SubjectKind } from '../../features/audit/subject.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { isUuid } from '../../lib/text.ts'
import { auditFieldTexts } from '../../messages/office/audit-field.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { When } from '../../pages/format.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actorName } from '../kit/actor-name.ts'
import { type AuditReader, auditFieldName, auditValue, pictureOf } from './audit-value.ts'
import type { Column } from '../kit/table.tsx'

/** The page of each kind of subject. */
const pages = {
  event: paths.event,
  product: paths.product,
  price: paths.price,
  location: paths.location,
  stage: paths.stage,
  project: paths.project,
  artist: paths.artist,
  option: paths.option,
  device: paths.device,
  webhook: paths.webhook,
  api_key: paths.apiKey,
  account: paths.colleague,
  reservation: paths.reservation,
} as const satisfies Record<SubjectKind, string>

type Told = {
  /** Names of actors, by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** Subjects with their names, by their ids. */
  readonly subjects: ReadonlyMap<string, Subject>
  /** Whether the reader may open the pages of people and keys. */
  readonly opensTeam: boolean
}

export function entryColumns({ names, subjects, opensTeam }: Told, language: Language): readonly Column<AuditEntry>[] {
  const { columns, actions, fromRoot, colon } = auditTexts[language]
  const linked = (id: string | null) => {
    const subject = id === null ? undefined : subjects.get(id)
    const isOpen = opensTeam || (subject?.kind !== 'account' && subject?.kind !== 'api_key')
    return isOpen ? subject : undefined
  }
  const who = (entry: AuditEntry) => {
    const name = actorName(entry, names, language)
    const subject = linked(entry.actorId)
    return (
      <span>
        {subject ? <a href={pageOf(subject)}>{name}</a> : name}
        {entry.fromRoot ? `, ${fromRoot}` : ''}
      </span>
    )
  }
  const what = ({ action, subjectId }: AuditEntry) => {
    const subject = linked(subjectId)
    return (
      <span>
        {actions[action]}
        {subject ? (
          <>
            {`${colon} `}
            <a href={pageOf(subject)}>{calledOf(subject)}</a>
          </>
        ) : null}
      </span>
    )
  }
  return [
    { name: columns.when, show: ({ at }) => <When at={at} /> },
    { name: columns.who, show: who },
    { name: columns.what, show: what },
    { name: columns.before, show: (entry) => <Values {...{ entry, subjects }} side="before" /> },
    { name: columns.after, show: (entry) => <Values {...{ entry, subjects }} side="after" /> },
  ]
}

function calledOf({ kind, pageId, name }: Subject) {
  return kind === 'reservation' ? <code>{shortReference(pageId)}</code> : <Written>{name}</Written>
}

const pageOf = ({ kind, pageId }: Subject) => at(pages[kind], { uuid: pageId })

/** Collects every id that an entry names. */
export function idsOf(entry: AuditEntry): readonly string[] {
  const values = (['before', 'after'] as const)
    .flatMap((side) => valuesOf(entry, side))
    .flatMap(([, value]) => value)
    .flatMap((value) => (typeof value === 'string' ? value.split(' ') : []))
  return [entry.actorId, entry.subjectId, ...values].filter((id) => id !== null && isUuid(id)) as string[]
}

function valuesOf(entry: AuditEntry, side: 'before' | 'after'): readonly (readonly [string, unknown])[] {
  const kept = entry[side]
  const named = kept !== null && typeof kept === 'object' && !Array.isArray(kept) ? Object.entries(kept) : []
  return [...named, ...entry.personal.map((value) => [value.field, value[side]] as const)]
}

/** Leaves out what is empty unless there was another value before or after: a new event says what it has. */
function saidOf(entry: AuditEntry, side: 'before' | 'after') {
  const others = new Map(valuesOf(entry, side === 'before' ? 'after' : 'before'))
  const isChange = entry.before !== null && entry.after !== null
  return valuesOf(entry, side).filter(([field, value]) => !isEmpty(value) || (isChange && !isEmpty(others.get(field))))
}

function isEmpty(value: unknown): boolean {
  return [value].flat().every((one) => one === null || one === undefined || one === '')
}

type ValuesProps = Pick<AuditReader, 'subjects'> & { readonly entry: AuditEntry; readonly side: 'before' | 'after' }

function Values({ entry, side, subjects }: ValuesProps) {
  const reader = { ...useReader(), subjects }
  const values = saidOf(entry, side)
  if (values.length === 0) return null
  const { picture } = auditFieldTexts[reader.language]
  return (
    <ul class="small">
      {values.map(([field, value]) => {
        const address = pictureOf(field, value)
        return (
          <li key={field}>
            <span class="muted">
              {auditFieldName(field, reader.language)}
              {auditTexts[reader.language].colon}
            </span>{' '}
            {/* A picture has no name that tells anything: it is there to be looked at, and none is ever thrown away. */}
            {address === null ? (
              <Written>{auditValue(field, value, reader)}</Written>
            ) : (
              <a href={address}>{picture[side]}</a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
