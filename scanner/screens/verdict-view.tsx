import { describeVerdict, type Surroundings } from '../describe-verdict.ts'
import { SignIcon } from '../icons.tsx'
import type { Scan } from '../use-scanning.ts'

type Props = { readonly scan: Scan; readonly around: Surroundings }

/** Shows a verdict as a traffic light: first what is read at two metres. */
export function VerdictView({ scan: { verdict }, around }: Props) {
  if (verdict === null) return <p class="asking">{around.texts.asking}</p>
  const { headline, holder, advice, facts, decided } = describeVerdict(verdict, around)
  return (
    <>
      <div class="word">
        <SignIcon sign={verdict.sign} />
        <h1>{headline}</h1>
      </div>
      {holder === null ? null : <p class="holder">{holder}</p>}
      {advice.map((line) => (
        <p key={line} class="advice">
          {line}
        </p>
      ))}
      {facts.length === 0 ? null : (
        <ul class={verdict.headline === 'group' ? 'facts names' : 'facts'}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {decided === null ? null : <p class="decided">{decided}</p>}
    </>
  )
}
