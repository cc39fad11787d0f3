import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SearchProps } from './screens/search.tsx'

type Loaded = ComponentType<SearchProps>

/** Where the files of this application cannot be had at once; the search needs the network anyhow. */
const againMs = 5_000

/** Loads the search, which only a supervisor's phone does; null while it is not wanted, or not there yet. */
export function useSearch(isWanted: boolean): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded !== null) return
    let timer = 0
    import('./screens/search.tsx').then(
      ({ Search }) => setLoaded(() => Search),
      () => (timer = window.setTimeout(() => setAttempts(attempts + 1), againMs)),
    )
    return () => clearTimeout(timer)
  }, [isWanted, attempts])
  return isWanted ? loaded : null
}
