import { paths } from '../../lib/paths.ts'
import { remoteAgendaTexts } from '../../messages/office/remote-agenda.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Leads to the events of calendars elsewhere that wait to be decided about; nothing where none does. */
export function RemoteWaiting({ waiting }: { readonly waiting: ReadonlyMap<string, number> }) {
  const { decide: words } = useTexts(remoteAgendaTexts)
  const count = [...waiting.values()].reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  return (
    <p class="notice">
      <LinkTo to={paths.remoteEvents}>{words.toDecide({ count })}</LinkTo>
    </p>
  )
}
