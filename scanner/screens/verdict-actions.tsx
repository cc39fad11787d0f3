import { useState } from 'preact/hooks'
import type { Surroundings } from '../describe-verdict.ts'
import type { Texts } from '../texts/texts.ts'
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
  const tickets = reservation?.tickets_count ?? 0
  const othersLeft = tickets > Math.max(admittedHere, 1)
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
        isIn ? (
          <ActionButton label={texts.verdict.group} onPress={onGroup} />
        ) : (
          <RestOfGroup key={scan.id} {...{ texts, onGroup }} count={tickets - 1} />
        )
      ) : null}
    </>
  )
}

type RestProps = { readonly texts: Texts; readonly count: number; readonly onGroup: () => void }

/** Lets in who comes with a ticket that is refused itself. Asks first: no button there lets anybody in at one press, nor at a second in the same place. */
function RestOfGroup({ texts, count, onGroup }: RestProps) {
  const [isOpen, setOpen] = useState(false)
  const words = texts.verdict
  if (!isOpen) return <ActionButton label={words.groupRest} onPress={() => setOpen(true)} isQuiet />
  return (
    <>
      <ActionButton label={texts.search.admitNot} onPress={() => setOpen(false)} isQuiet />
      <ActionButton label={words.groupAdmit({ count })} onPress={onGroup} isQuiet />
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
