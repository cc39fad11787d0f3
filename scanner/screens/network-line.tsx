import type { Texts } from '../texts/texts.ts'
import type { Standing } from '../use-door.ts'

/** Says what the device could do without network, and what it still has to tell: in sight wherever somebody scans. */
export function NetworkLine({ texts, standing }: { texts: Texts; standing: Standing }) {
  const { isUp, age, waiting } = standing
  const words = texts.offline
  const parts = [
    ...(isUp ? [] : [words.down]),
    age === null ? words.noList : listOf(age, words.list),
    words.waiting({ count: waiting, number: texts.count(waiting) }),
  ]
  return (
    <p class="network" data-network={isUp ? 'up' : 'down'}>
      {parts.flatMap((part, index) => {
        const shown = <span key={part}>{part}</span>
        return index === 0 ? [shown] : [' · ', shown]
      })}
    </p>
  )
}

/** Says how old the list is, to the minute for two hours. */
function listOf(age: number, words: Texts['offline']['list']): string {
  const minutes = Math.floor(age / 60_000)
  if (minutes < 1) return words.fresh
  return minutes < 120 ? words.minutes({ minutes }) : words.hours({ hours: Math.floor(minutes / 60) })
}
