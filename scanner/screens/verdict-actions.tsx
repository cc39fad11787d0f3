import type { Surroundings } from '../describe-verdict.ts'
import type { Scan } from '../use-scanning.ts'

type Props = {
  readonly scan: Scan
  readonly around: Surroundings
  readonly onRepeat: () => void
  readonly onGroup: () => void
  readonly onAllow: () => void
  readonly onTurnAway: () => void
}

/** The buttons for an answer: below it, never on it. */
export function VerdictActions({ scan, around, onRepeat, onGroup, onAllow, onTurnAway }: Props) {
  const { texts, admittedHere } = around
  const { verdict, way } = scan
  if (verdict === null || scan.code === null) return null
  const { sign, headline, reservation, ticket } = verdict
  const othersLeft = (reservation?.tickets_count ?? 0) > Math.max(admittedHere, 1)
  const mayBringOthers = (way === 'scan' || way === 'allow') && ticket !== undefined && sign !== 'refused' && othersLeft
  return (
    <>
      {sign === 'silence' ? <ActionButton label={texts.verdict.repeat} onPress={onRepeat} /> : null}
      {headline === 'ask' ? (
        <>
          <ActionButton label={texts.offline.allow} onPress={onAllow} />
          <ActionButton label={texts.offline.turnAway} onPress={onTurnAway} />
        </>
      ) : null}
      {mayBringOthers ? <ActionButton label={texts.verdict.group} onPress={onGroup} /> : null}
    </>
  )
}

export function ActionButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <button type="button" class="button wide" onClick={onPress}>
      {label}
    </button>
  )
}
