import { useEffect, useState } from 'preact/hooks'
import type { ScannerDatabase } from '../database.ts'
import { watchNetwork } from '../offline/network.ts'
import { createScanStore } from '../offline/scan-store.ts'
import { keepInStep } from '../offline/synchronisation.ts'
import type { Server } from '../server.ts'
import type { Texts } from '../texts/texts.ts'

type Props = { readonly texts: Texts; readonly server: Server; readonly database: ScannerDatabase }

/** Tells the service whom this device let in, even where no door is open, and shows how many of these scans wait. */
export function Waiting({ texts, server, database }: Props) {
  const [waiting, setWaiting] = useState<number | null>(null)
  useEffect(() => {
    const store = createScanStore(database)
    const look = () => void store.countQueue().then(setWaiting, () => undefined)
    look()
    return keepInStep(watchNetwork(server), store, null, look).stop
  }, [server, database])
  return waiting === null ? null : (
    <p class="network">{texts.offline.waiting({ count: waiting, number: texts.count(waiting) })}</p>
  )
}
