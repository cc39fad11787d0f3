export type Kept<Value> = {
  /** Reads what is kept under `key`, or calls `load`, once for all who ask meanwhile. They share a failure, which is not kept. */
  read(key: string, load: () => Promise<Value>): Promise<Value>
  /** Clears all of it. Who waits still gets what was on its way, which may be older than the change: it is not kept. */
  clear(): void
}

/**
 * Keeps what was read until somebody says that it changed. A crowd that comes before anything is kept asks the database
 * once: five hundred buyers on a process that had just started asked it five hundred times for the name of the host.
 *
 * @param most how many keys are kept at the same time; what comes beyond is read again each time
 * @param isWorthKeeping whether a value stays once it has arrived
 */
export function createKept<Value>({
  most,
  isWorthKeeping,
}: {
  readonly most: number
  readonly isWorthKeeping: (value: Value) => boolean
}): Kept<Value> {
  const entries = new Map<string, Promise<Value>>()

  return {
    read(key, load) {
      const known = entries.get(key)
      if (known) return known
      const value = load()
      if (entries.size >= most) return value
      entries.set(key, value)
      const forget = () => {
        if (entries.get(key) === value) entries.delete(key)
      }
      value.then((arrived) => {
        if (!isWorthKeeping(arrived)) forget()
      }, forget)
      return value
    },
    clear() {
      entries.clear()
    },
  }
}
