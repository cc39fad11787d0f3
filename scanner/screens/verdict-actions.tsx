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
  // On an amber screen no button may be read as leave to enter.
  const isIn = sign !== 'already'
  return (
    <>
      {sign === 'silence' ? <ActionButton label={texts.verdict.repeat} onPress={onRepeat} /> : null}
      {headline === 'ask' ? (
        <>
          <ActionButton label={texts.offline.allow} onPress={onAllow} />
          <ActionButton label={texts.offline.turnAway} onPress={onTurnAway} />
        </>
      ) : null}
      {mayBringOthers ? (
        <ActionButton label={isIn ? texts.verdict.group : texts.verdict.groupRest} onPress={onGroup} isQuiet={!isIn} />
      ) : null}
    </>
  )
}

type ActionButtonProps = {
  readonly label: string
  readonly onPress: () => void
  readonly isQuiet?: boolean
  /** Whether it has its place of its own, whatever other buttons there are. */
  readonly isLast?: boolean
}

export function ActionButton({ label, onPress, isQuiet, isLast }: ActionButtonProps) {
  return (
    <button type="button" class={`button wide${isQuiet ? ' quiet' : ''}${isLast ? ' last' : ''}`} onClick={onPress}>
      {label}
    </button>
  )
}
