import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Server } from './server.ts'
import type { StatsAnswer } from './wire.ts'

const everyMs = 15_000

/**
 * Returns how full the event is: every fifteen seconds while the page is in sight, and when asked. Null: not known. `unseen`: how many
 * conflicts nobody has looked at here; `see` says that somebody has.
 */
export function useInside(server: Server, eventId: string) {
  const [stats, setStats] = useState<StatsAnswer | null>(null)
  const [seen, setSeen] = useState<readonly string[]>([])
  const all = stats?.conflicts?.map((conflict) => conflict.scan_uuid) ?? []
  const refresh = useCallback(async () => {
    const outcome = await server.call<StatsAnswer>({ method: 'GET', path: `/scan/stats/?event=${eventId}` })
    setStats(outcome.kind === 'answer' ? outcome.body : null)
  }, [server, eventId])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [refresh])

  return { stats, refresh, unseen: all.filter((id) => !seen.includes(id)).length, see: () => stats && setSeen(all) }
}
