import { useEffect, useState } from 'preact/hooks'
import type { ServiceClock } from './service-clock.ts'

const everyMs = 1000

/** Whether the time of this device is over, as soon as it is; a phone that slept through the end knows when it wakes. */
export function useEnd(clock: ServiceClock): boolean {
  const [isOver, setOver] = useState(() => clock.isOver())
  useEffect(() => {
    const timer = setInterval(() => setOver(clock.isOver()), everyMs)
    return () => clearInterval(timer)
  }, [clock])
  return isOver
}
