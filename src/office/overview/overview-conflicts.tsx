import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Conflict } from '../../features/ticket/inside.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { conflictTexts } from '../../messages/office/conflict.ts'
import { When } from '../../pages/format.tsx'
import type { OverviewProps } from './read-overview.ts'
import { type Column, DataTable } from '../kit/table.tsx'

type ConflictsProps = Omit<OverviewProps, 'overview'> & Pick<OverviewProps['overview'], 'conflicts'>

/** Where they stand on a page. */
export const conflictsId = 'conflicts'

/** Lists people whom a device without network let in against the rules: both facts, for somebody to look into. */
export function Conflicts({ conflicts, tenant, actor, language }: ConflictsProps) {
  if (conflicts.length === 0) return null
  const words = conflictTexts[language]
  const maySeeBookings = hasStaffPermission(actor, tenant, 'reservations')
  const number = ({ ticketId, reservationId }: Conflict) => {
    const reference = <code>{shortReference(ticketId)}</code>
    return maySeeBookings ? <a href={at(paths.reservation, { uuid: reservationId })}>{reference}</a> : reference
  }
  return (
    <>
      <h2 id={conflictsId}>{words.title}</h2>
      <p class="muted">{words.lead}</p>
      <DataTable
        label={words.title}
        rows={conflicts}
        keyOf={({ scanId }) => scanId}
        columns={[{ name: words.ticket, show: number }, ...conflictColumns(language)]}
      />
    </>
  )
}

/** Says why each is a conflict, with both facts. */
export function conflictColumns(language: Language): readonly Column<Conflict>[] {
  const words = conflictTexts[language]
  const by = (device: string | null, at: Date) => (
    <span>
      {device} <When at={at} />
    </span>
  )
  return [
    { name: words.why, show: ({ conflict }) => words.whys[conflict] },
    { name: words.letInBy, show: ({ device, scannedAt }) => by(device, scannedAt) },
    {
      name: words.before,
      show: ({ priorDevice, priorScannedAt }) => priorScannedAt && by(priorDevice, priorScannedAt),
    },
  ]
}
