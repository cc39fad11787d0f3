import type { AuditEntry } from '../../features/audit/audit.queries.ts'
import type { Subject, SubjectKind } from '../../features/audit/subject.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { isUuid } from '../../lib/text.ts'
import { auditFieldTexts } from '../../messages/office/audit-field.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { actorName } from '../kit/actor-name.ts'
import { type AuditReader, auditFieldName, auditValue, pictureOf } from './audit-value.ts'
import { DataTable } from '../kit/table.tsx'

/** Where each has its page. */
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
  api_key: paths.apiKey,
  account: paths.colleague,
  reservation: paths.reservation,
} as const satisfies Record<SubjectKind, string>

type EntriesProps = {
  readonly entries: readonly AuditEntry[]
  /** Of actors, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Whether whoever reads may open the pages of people and keys. */
  readonly opensTeam: boolean
  readonly reader: AuditReader
}

export function AuditEntries({ entries, names, opensTeam, reader }: EntriesProps) {
  const words = auditTexts[reader.language]
  const { columns, actions } = words
  const linked = (subject: Subject | undefined) =>
    subject !== undefined && (opensTeam || (subject.kind !== 'account' && subject.kind !== 'api_key'))
  return (
    <DataTable
      label={words.title}
      rows={entries}
      dense
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ at }) => <When at={at} {...reader} /> },
        {
          name: columns.who,
          show: (entry) => {
            const name = actorName(entry, names, reader.language)
            const subject = entry.actorId === null ? undefined : reader.subjects.get(entry.actorId)
            return (
              <span>
                {subject && linked(subject) ? <a href={pageOf(subject)}>{name}</a> : name}
                {entry.fromRoot ? `, ${words.fromRoot}` : ''}
              </span>
            )
          },
        },
        {
          name: columns.what,
          show: ({ action, subjectId }) => {
            const subject = subjectId === null ? undefined : reader.subjects.get(subjectId)
            return (
              <span>
                {actions[action]}
                {subject && linked(subject) ? (
                  <>
                    {`${words.colon} `}
                    <a href={pageOf(subject)}>
                      {subject.kind === 'reservation' ? (
                        <code>{shortReference(subject.pageId)}</code>
                      ) : (
                        <Written>{subject.name}</Written>
                      )}
                    </a>
                  </>
                ) : null}
              </span>
            )
          },
        },
        {
          name: columns.before,
          show: (entry) => <Values values={saidOf(entry, 'before')} side="before" {...reader} />,
        },
        { name: columns.after, show: (entry) => <Values values={saidOf(entry, 'after')} side="after" {...reader} /> },
      ]}
    />
  )
}

const pageOf = ({ kind, pageId }: Subject) => at(pages[kind], { uuid: pageId })

/** Every id that an entry speaks of. */
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

/** What was empty is said only where something else stood there, or came: a new event says what it has. */
function saidOf(entry: AuditEntry, side: 'before' | 'after') {
  const others = new Map(valuesOf(entry, side === 'before' ? 'after' : 'before'))
  const isChange = entry.before !== null && entry.after !== null
  return valuesOf(entry, side).filter(([field, value]) => !isEmpty(value) || (isChange && !isEmpty(others.get(field))))
}

function isEmpty(value: unknown): boolean {
  return [value].flat().every((one) => one === null || one === undefined || one === '')
}

type ValuesProps = AuditReader & { readonly values: ReturnType<typeof saidOf>; readonly side: 'before' | 'after' }

function Values({ values, side, ...reader }: ValuesProps) {
  if (values.length === 0) return null
  return (
    <ul class="small">
      {values.map(([field, value]) => (
        <li key={field}>
          <span class="muted">
            {auditFieldName(field, reader.language)}
            {auditTexts[reader.language].colon}
          </span>{' '}
          <Value {...{ field, value, side, reader }} />
        </li>
      ))}
    </ul>
  )
}

type ValueProps = {
  readonly field: string
  readonly value: unknown
  readonly side: 'before' | 'after'
  readonly reader: AuditReader
}

/** A picture has no name that tells anything: it is there to be looked at, and none is ever thrown away. */
function Value({ field, value, side, reader }: ValueProps) {
  const picture = pictureOf(field, value)
  if (picture === null) return <Written>{auditValue(field, value, reader)}</Written>
  return <a href={picture}>{auditFieldTexts[reader.language].picture[side]}</a>
}
