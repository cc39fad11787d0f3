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
  const { sign, headline, reservation, ticket, wasAsked = false } = verdict
  const othersLeft = (reservation?.tickets_count ?? 0) > Math.max(admittedHere, 1)
  const mayBringOthers =
    !wasAsked && (way === 'scan' || way === 'allow') && ticket !== undefined && sign !== 'refused' && othersLeft
  // On an amber screen no button may be read as leave to enter.
  const isIn = sign !== 'already'
  return (
    <>
      {sign === 'silence' ? <ActionButton label={texts.verdict.repeat} onPress={onRepeat} /> : null}
      {headline === 'ask' || wasAsked ? (
        <>
          <ActionButton label={texts.offline.allow} onPress={onAllow} isOver={wasAsked} />
          <ActionButton label={texts.offline.turnAway} onPress={onTurnAway} isOver={wasAsked} />
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
  /** Whether its question is over: it keeps its place, so that nothing else comes under the thumb, and cannot be pressed. */
  readonly isOver?: boolean
}

export function ActionButton({ label, onPress, isQuiet, isLast, isOver }: ActionButtonProps) {
  const look = `button wide${isQuiet ? ' quiet' : ''}${isLast ? ' last' : ''}`
  return (
    <button type="button" class={look} disabled={isOver} onClick={onPress}>
      {label}
    </button>
  )
}
