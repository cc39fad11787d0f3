import type { Texts } from '../texts/texts.ts'
import type { Standing } from '../use-door.ts'

/** What the device could say without network, and what it still has to tell: in sight wherever somebody scans. */
export function NetworkLine({ texts, standing }: { texts: Texts; standing: Standing }) {
  const { isUp, age, waiting } = standing
  const words = texts.offline
  const parts = [
    ...(isUp ? [] : [words.down]),
    age === null ? words.noList : words.list(texts.age(age)),
    words.waiting(waiting),
  ]
  return (
    <p class="network" data-network={isUp ? 'up' : 'down'}>
      {parts.join(' · ')}
    </p>
  )
}
