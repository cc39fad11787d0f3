export type BatchOutcome<Out> =
  | { readonly ok: true; readonly value: Out }
  | { readonly ok: false; readonly error: unknown }

export type BatchQueue<In, Out> = {
  /** Joins the next batch of `key`; rejects with the error its own outcome carries. */
  add(key: string, item: In): Promise<Out>
  /** True while a batch of `key` runs or waits. */
  has(key: string): boolean
}

/**
 * Lets more of those who wait into the batch that is running, in their order, as long as there is room.
 *
 * @param fits who may come along; the others wait for the next batch
 */
export type JoinBatch<In> = (fits: (item: In) => boolean) => readonly In[]

type Waiting<In, Out> = {
  readonly item: In
  readonly resolve: (value: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * One line of waiting items per key (a tenant). While one batch runs the next collects; no timer, so a lonely item never
 * waits and a crowd shares the cost of a transaction.
 *
 * @param run answers with one outcome per item, in order, those who joined after the others; when it throws, every item
 *   of the batch gets that error
 */
export function createBatchQueue<In, Out>(options: {
  readonly most: number
  readonly run: (key: string, items: readonly In[], join: JoinBatch<In>) => Promise<readonly BatchOutcome<Out>[]>
}): BatchQueue<In, Out> {
  const lines = new Map<string, Waiting<In, Out>[]>()

  async function runAll(key: string, line: Waiting<In, Out>[]): Promise<void> {
    while (line.length > 0) {
      // Whatever has reached the process by now comes along: requests wait in their sockets while answers are written.
      await turnOfTheLoop()
      const batch = line.splice(0, options.most)
      const items = batch.map(({ item }) => item)
      await settle(batch, () =>
        options.run(key, items, (fits) => {
          const joining = takeFrom(line, options.most - batch.length, ({ item }) => fits(item))
          batch.push(...joining)
          return joining.map(({ item }) => item)
        }),
      )
    }
    lines.delete(key)
  }

  return {
    has: (key) => lines.has(key),
    add(key, item) {
      return new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject }
        const line = lines.get(key)
        if (line) {
          line.push(waiting)
          return
        }
        const first = [waiting]
        lines.set(key, first)
        void runAll(key, first)
      })
    },
  }
}

/** Takes the first `most` that fit out of `line`, and leaves the others in their order. */
function takeFrom<T>(line: T[], most: number, fits: (item: T) => boolean): readonly T[] {
  const taken: T[] = []
  const left: T[] = []
  for (const item of line) (taken.length < most && fits(item) ? taken : left).push(item)
  line.splice(0, line.length, ...left)
  return taken
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function settle<In, Out>(
  batch: readonly Waiting<In, Out>[],
  run: () => Promise<readonly BatchOutcome<Out>[]>,
): Promise<void> {
  try {
    const outcomes = await run()
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index]
      if (outcome?.ok) waiting.resolve(outcome.value)
      else waiting.reject(outcome ? outcome.error : new Error('the batch gave no outcome for an item'))
    })
  } catch (error) {
    for (const waiting of batch) waiting.reject(error)
  }
}
