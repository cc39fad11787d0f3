import { useEffect } from 'preact/hooks'
import { Button } from '../button.tsx'
import type { ScannerDatabase } from '../database.ts'
import type { Texts } from '../texts/texts.ts'
import { useUntold } from '../use-untold.ts'
import type { EventsAnswer } from '../wire.ts'
import { Where } from './where.tsx'

type Props = {
  readonly texts: Texts
  readonly database: ScannerDatabase
  readonly door: EventsAnswer
  /** Asks the service whether the time is over, and until when the device goes on. */
  readonly onLook: () => Promise<void>
}

/** How often the service is tried, in milliseconds. */
const everyMs = 15_000

/** The screen of a device whose time is over, and whose service has not answered since: once it does, everything here is deleted. */
export function Ended({ texts, database, door, onLook }: Props) {
  const words = texts.ended
  const waiting = useUntold(database)
  useEffect(() => {
    const look = () => void onLook()
    look()
    const timer = setInterval(look, everyMs)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [])
  const { tenant, device, timestamp } = door
  return (
    <main class="screen">
      <Where {...{ tenant, device }} />
      <h1>{words.title}</h1>
      <p role="alert">{words.lead({ at: texts.day(device.ends_at ?? timestamp) })}</p>
      <p>{words.note}</p>
      {waiting === null ? null : (
        <p class="network">{texts.offline.waiting({ count: waiting, number: texts.count(waiting) })}</p>
      )}
      <p>{words.ask}</p>
      <Button onPress={onLook}>{texts.events.again}</Button>
    </main>
  )
}
