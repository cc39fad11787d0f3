import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ScannerDatabase } from './database.ts'
import { createDoorService, type DoorService } from './offline/door-service.ts'
import { watchNetwork } from './offline/network.ts'
import { createScanStore, type ScanStore } from './offline/scan-store.ts'
import { keepInStep, type Synchronisation } from './offline/synchronisation.ts'
import type { Server } from './server.ts'
import type { ServiceClock } from './service-clock.ts'

/** The state between this device and the service: always in sight. */
export type Standing = {
  readonly isUp: boolean
  /** How old the list of tickets is, in milliseconds; null: there is none yet. */
  readonly age: number | null
  /** The number of scans that the service was not told. */
  readonly waiting: number
}

export type Door = {
  readonly network: Server
  readonly service: DoorService
  readonly store: ScanStore
  readonly standing: Standing
  /** Updates the list soon, since something changed. */
  hurry(): void
}

type Place = { readonly eventId: string; readonly deviceId: string; readonly clock: ServiceClock }

/** How often the age is updated, in milliseconds. */
const everyMs = 5000

/** Opens one event at one door: with the service while it answers, with the list of tickets on this device while it does not. */
export function useDoor(server: Server, database: ScannerDatabase, { eventId, deviceId, clock }: Place): Door {
  const [standing, setStanding] = useState<Standing>({ isUp: true, age: null, waiting: 0 })

  const parts = useMemo(() => {
    const network = watchNetwork(server)
    const store = createScanStore(database)
    const running: { synchronisation: Synchronisation | null } = { synchronisation: null }
    const hurry = () => running.synchronisation?.hurry()
    const look = async () => {
      const [head, waiting] = await Promise.all([store.findSnapshot(eventId), store.countQueue()])
      const checkedAt = head?.checkedAt ?? null
      setStanding({
        isUp: network.isUp(),
        waiting,
        age: checkedAt === null ? null : Math.max(0, Date.now() - checkedAt),
      })
    }
    const lookQuietly = () => void look().catch(() => undefined)
    const onOffline = () => {
      lookQuietly()
      hurry()
    }
    const service = createDoorService(network, store, { eventId, deviceId, clock }, onOffline)
    return { network, store, service, running, hurry, look: lookQuietly }
  }, [server, database, eventId, deviceId, clock])

  useEffect(() => {
    const { network, store, running, look } = parts
    const unwatch = network.watch(() => {
      look()
      // Some call has found that the service is back: what waits is told now.
      if (network.isUp()) running.synchronisation?.hurry()
    })
    running.synchronisation = keepInStep(network, store, eventId, look)
    const timer = setInterval(look, everyMs)
    return () => {
      unwatch()
      clearInterval(timer)
      running.synchronisation?.stop()
      running.synchronisation = null
    }
  }, [parts, eventId])

  const { network, store, service, hurry } = parts
  return { network, store, service, hurry, standing }
}
