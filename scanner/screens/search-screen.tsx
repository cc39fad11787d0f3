import type { ComponentProps, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Search } from './search.tsx'

type Props = ComponentProps<typeof Search>

/** The search, which the phones of supervisors alone load. It needs the network anyhow: without it, it says so. */
export function SearchScreen(props: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    import('./search.tsx').then(
      (module) => setLoaded(() => module.Search),
      () => setMissing(true),
    )
  }, [])
  if (Loaded !== null) return <Loaded {...props} />
  return isMissing ? <p role="status">{props.texts.search.silence}</p> : null
}
