import { useEffect, useState } from 'preact/hooks'
import type { ScannerDatabase } from './database.ts'
import { createScanStore } from './offline/scan-store.ts'

/** Counts, once, the scans that the service was not told; null: not counted yet. */
export function useUntold(database: ScannerDatabase): number | null {
  const [untold, setUntold] = useState<number | null>(null)
  useEffect(() => {
    void createScanStore(database)
      .countQueue()
      .then(setUntold, () => undefined)
  }, [database])
  return untold
}
