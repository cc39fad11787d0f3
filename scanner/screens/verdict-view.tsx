import { describeVerdict, type Surroundings } from '../describe-verdict.ts'
import { SignIcon } from '../icons.tsx'
import type { Scan } from '../use-scanning.ts'

type Props = {
  readonly scan: Scan
  readonly around: Surroundings
  readonly onRepeat: () => void
  readonly onGroup: () => void
  readonly onAllow: () => void
}

/** The traffic light: what is read at two metres first, what the hand presses last. */
export function VerdictView({ scan, around, onRepeat, onGroup, onAllow }: Props) {
  const { texts, admittedHere } = around
  const { verdict, way } = scan
  if (verdict === null) return <p class="asking">{texts.asking}</p>
  const { headline, holder, advice, facts } = describeVerdict(verdict, around)
  const { sign, reservation, ticket } = verdict
  const othersLeft = (reservation?.tickets_count ?? 0) > Math.max(admittedHere, 1)
  const mayBringOthers =
    (way === 'scan' || way === 'allow') &&
    scan.code !== null &&
    ticket !== undefined &&
    sign !== 'refused' &&
    othersLeft
  return (
    <>
      <SignIcon sign={sign} />
      <h1>{headline}</h1>
      {holder === null ? null : <p class="holder">{holder}</p>}
      {advice.map((line) => (
        <p key={line} class="advice">
          {line}
        </p>
      ))}
      {facts.length === 0 ? null : (
        <ul class="facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {sign === 'silence' && scan.code !== null ? (
        <button type="button" class="button wide" onClick={onRepeat}>
          {texts.verdict.repeat}
        </button>
      ) : null}
      {verdict.headline === 'ask' ? (
        <button type="button" class="button wide" onClick={onAllow}>
          {texts.offline.allow}
        </button>
      ) : null}
      {mayBringOthers ? (
        <button type="button" class="button wide" onClick={onGroup}>
          {texts.verdict.group}
        </button>
      ) : null}
    </>
  )
}
