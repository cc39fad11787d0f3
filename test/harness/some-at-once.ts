/**
 * Does something with each, some at once, in their order. Fewer than an organisation may have under way: on a busy machine the last of
 * forty waited in vain for a connection, or for the row that all of them change, and got 503.
 */
export async function someAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  const left = [...all.entries()]
  const oneAfterAnother = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) done[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: 6 }, oneAfterAnother))
  return done
}
