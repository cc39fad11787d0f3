import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChangeLock, Lock } from './kiosk/pin.ts'
import type { Kept, Vault } from './vault.ts'

export type Keep = (change: Partial<Kept>, changeLock?: Parameters<ChangeLock>[0]) => Promise<Lock | null>

/** Returns what this device keeps, as this tab knows it. A change keeps what other tabs wrote beside it; one tab writes after the other. */
export function useKept(vault: Vault, kept: Kept) {
  const known = useRef(kept)
  const [lock, setLock] = useState(kept.lock ?? null)

  const keep: Keep = (change, changeLock = (now) => now) => {
    known.current = { ...known.current, ...change }
    return navigator.locks.request('guichet-kept', async () => {
      const now = await vault.read()
      // Another tab may have paired again, or wiped: what belongs to this key is not put back.
      if (now?.key === kept.key) {
        known.current = { ...now, ...change, lock: changeLock(now.lock ?? null) }
        await vault.write(known.current)
      }
      setLock(known.current.lock ?? null)
      return known.current.lock ?? null
    })
  }

  useEffect(() => {
    // A person who comes back to this tab may have locked the device in another.
    const notice = () => {
      if (!document.hidden) void keep({})
    }
    addEventListener('focus', notice)
    addEventListener('visibilitychange', notice)
    return () => {
      removeEventListener('focus', notice)
      removeEventListener('visibilitychange', notice)
    }
  }, [])

  return { known, lock, keep }
}
