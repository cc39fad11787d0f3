import { describeVerdict, type Surroundings } from '../describe-verdict.ts'
import { SignIcon } from '../icons.tsx'
import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'
import type { Scan } from '../use-scanning.ts'

type Props = {
  readonly texts: Texts
  readonly scans: readonly Scan[]
  readonly aroundOf: (scan: Scan) => Surroundings
  readonly onRepeat: (scan: Scan) => void
}

const mostShown = 50

/** Lists what was scanned here, the newest first. */
export function Recent({ texts, scans, aroundOf, onRepeat }: Props) {
  const words = texts.recent
  return (
    <div class="page">
      <h1>{texts.door.recent}</h1>
      <p class="hint">{scans.length === 0 ? words.none : words.note}</p>
      <ul class="rows">
        {scans.slice(0, mostShown).map((scan) => (
          <li key={scan.id}>
            <Row {...{ texts, scan }} around={aroundOf(scan)} onRepeat={() => onRepeat(scan)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  readonly texts: Texts
  readonly scan: Scan
  readonly around: Surroundings
  readonly onRepeat: () => void
}

function Row({ texts, scan, around, onRepeat }: RowProps) {
  const { at, verdict } = scan
  if (verdict === null) return <p>{texts.asking}</p>
  const { headline, holder, facts } = describeVerdict(verdict, around)
  const who = verdict.headline === 'group' ? facts.join(', ') : holder
  return (
    <>
      <SignIcon sign={verdict.sign} />
      <p>
        <strong>{headline}</strong>
        {who ? <span>{who}</span> : null}
        <time datetime={at}>{texts.time(at)}</time>
      </p>
      {verdict.sign === 'silence' && scan.code !== null ? (
        <QuietButton onPress={onRepeat}>{texts.verdict.repeat}</QuietButton>
      ) : null}
    </>
  )
}
