import { AppError } from '../../errors.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { type Order, type ProcessLimits, startProcess, WorkLostError, type WorkshopProcess } from './start-process.ts'
import type { InputOf, PartOf, ResultOf, WorkName } from './works.ts'

/** Makes what takes long in processes of its own: none of it blocks the event loop of a process that answers. */
export type Workshop = {
  /**
   * @param whose of several who wait each has their turn
   * @throws AppError unavailable: too many wait. WorkLostError: the process ended over it; the next work gets another
   */
  make<Name extends WorkName>(
    whose: string,
    name: Name,
    input: InputOf<Name>,
    parts?: Iterable<PartOf<Name>>,
  ): Promise<ResultOf<Name>>
  /** Gives up what is under way. */
  close(): Promise<void>
}

type WorkshopOptions = ProcessLimits & {
  readonly title: string
  /** Processes at the same time. */
  readonly width: number
}

type Waiting = Order & { readonly resolve: (made: unknown) => void; readonly reject: (error: unknown) => void }

/** How many works may wait in all, and how many for one: the rest is for others. */
const mostWaiting = 200
const mostOfOne = 50
const retryAfterSeconds = 10
/** How long an idle process is kept before its memory is released; starting it again takes a third of a second. */
const idleMs = 30_000

/** Creates a workshop whose processes start when there is work, and end when there was none for a while. */
export function createWorkshop({ title, width, ...limits }: WorkshopOptions): Workshop {
  const waiting = createFairQueue<Waiting>()
  const crew = createCrew(() => startProcess(title, limits))
  let working = 0
  let isClosed = false

  function start(): void {
    while (working < width && waiting.size > 0) {
      working++
      void workOff()
    }
  }

  async function workOff(): Promise<void> {
    let hand = crew.takeIdle()
    for (let order = waiting.take(); order; order = waiting.take()) {
      try {
        hand = hand?.isAlive ? hand : crew.hire()
        order.resolve(await hand.make(order))
      } catch (error) {
        order.reject(error)
      }
    }
    working--
    if (hand) crew.rest(hand)
  }

  return {
    make(whose, name, input, parts = []) {
      if (isClosed) return Promise.reject(new WorkLostError('the service stops'))
      if (waiting.size >= mostWaiting || waiting.sizeOf(whose) >= mostOfOne)
        return Promise.reject(new AppError('unavailable', { retryAfterSeconds }))
      return new Promise((resolve, reject) => {
        // What a work makes is what its name says: `works.ts`.
        waiting.put(whose, { name, input, parts, resolve: resolve as Waiting['resolve'], reject })
        start()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.empty()) reject(new WorkLostError('the service stops'))
      await crew.end()
    },
  }
}

/** Processes that work or rest; one that has rested for a while ends. */
function createCrew(start: () => WorkshopProcess) {
  const all = new Set<WorkshopProcess>()
  const idle = new Map<WorkshopProcess, NodeJS.Timeout>()
  return {
    hire(): WorkshopProcess {
      for (const other of all) if (!other.isAlive) all.delete(other)
      const hired = start()
      all.add(hired)
      return hired
    },
    takeIdle(): WorkshopProcess | undefined {
      for (const [hand, timer] of idle) {
        clearTimeout(timer)
        idle.delete(hand)
        if (hand.isAlive) return hand
      }
      return undefined
    },
    rest(hand: WorkshopProcess): void {
      const leave = () => {
        idle.delete(hand)
        void hand.end()
      }
      idle.set(hand, setTimeout(leave, idleMs).unref())
    },
    async end(): Promise<void> {
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...all].map((hand) => hand.end()))
    },
  }
}
