export type Recent<Value> = {
  /** Returns what `load` last gave, if that is recent enough; else calls it, once for all who ask meanwhile. */
  read(key: string, load: () => Promise<Value>): Promise<Value>
}

/**
 * Shares one reading among a crowd that asks for the same within a moment. Nothing has to be told of changes: no value is
 * older than `keptMs`. A failure is shared by those who waited for it, and not kept.
 *
 * @param most how many keys are kept at the same time
 */
export function createRecent<Value>({
  keptMs,
  most,
}: {
  readonly keptMs: number
  readonly most: number
}): Recent<Value> {
  const entries = new Map<string, { readonly since: number; readonly value: Promise<Value> }>()

  function forget(key: string, value: Promise<Value>): void {
    if (entries.get(key)?.value === value) entries.delete(key)
  }

  return {
    read(key, load) {
      const now = performance.now()
      const known = entries.get(key)
      // Counted from when it was asked for: what changed while it was read may not be in it.
      if (known && now - known.since < keptMs) return known.value
      const value = load()
      entries.delete(key)
      entries.set(key, { since: now, value })
      const oldest = entries.size > most ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      value.catch(() => forget(key, value))
      return value
    },
  }
}
