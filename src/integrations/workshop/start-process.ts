import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Answer, Instruction, WorkName } from './works.ts'

/** A process ended while it worked: it was killed, ran out of memory, or took too long. */
export class WorkLostError extends Error {
  override readonly name = 'WorkLostError'
}

export type Order = {
  readonly name: WorkName
  readonly input: unknown
  /** Read a few at a time, while what answers goes on. */
  readonly parts: Iterable<unknown>
}

export type WorkshopProcess = {
  readonly isAlive: boolean
  /** Makes one work at a time. @throws WorkLostError; Error, with what broke in it */
  make(order: Order): Promise<unknown>
  end(): Promise<void>
}

export type ProcessLimits = {
  /** The longest time by the wall clock; a process that takes longer is ended. */
  readonly mostMs: number
  /** Data of the process, where the system can bind it (Linux). Node alone sets 575 MB of it apart, and uses 40. */
  readonly mostMb: number
}

/** The workshop's program, beside `guichet.js` when it is bundled (`scripts/build.ts`). */
const program = fileURLToPath(new URL('./workshop.js', import.meta.url))
/** A priority below the processes that answer: a door is scanned at while a thousand tickets are drawn. */
const niceness = 5
const partsAtOnce = 50

/** @param title told apart by it in a list of processes */
export function startProcess(title: string, { mostMs, mostMb }: ProcessLimits): WorkshopProcess {
  const child = spawnProgram(title, mostMb)
  lowerPriority(child)
  let isAlive = true
  let current: Current | null = null
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      isAlive = false
      current?.lose(how)
      resolve()
    }
    child.once('exit', (code, signal) => end(signal ?? `exit ${code}`))
    child.on('error', (error) => end(error.message))
  })
  child.on('message', (answer: Answer) => current?.take(answer))

  function order(asked: Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      current = {
        take: (answer) => {
          if ('made' in answer) resolve(answer.made)
          else reject(new Error(`${asked.name} could not be made: ${answer.failed}`))
        },
        lose: (how) => reject(new WorkLostError(`the process that made ${asked.name} ended: ${how}`)),
      }
      tell(child, asked).catch(reject)
    })
  }

  return {
    get isAlive() {
      return isAlive
    },
    async make(asked) {
      const timer = setTimeout(() => {
        current?.lose(`it took longer than ${mostMs / 1000} s`)
        isAlive = false
        child.kill('SIGKILL')
      }, mostMs)
      hold(child)
      try {
        return await order(asked)
      } finally {
        current = null
        clearTimeout(timer)
        release(child)
      }
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function spawnProgram(title: string, mostMb: number): ChildProcess {
  // Limits of a process are a matter of the shell; it hands over to Node, which keeps its number.
  const limits = `ulimit -c 0; ulimit -d ${mostMb * 1024} 2>/dev/null; exec "$@"`
  const command = [process.execPath, '--max-semi-space-size=4', program, title]
  return spawn('/bin/sh', ['-c', limits, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // No secret of ours is in it. Fewer arenas: each keeps what was freed in it.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
  })
}

/** The caller that waits for what is being made. */
type Current = { readonly take: (answer: Answer) => void; readonly lose: (how: string) => void }

async function tell(child: ChildProcess, { name, input, parts }: Order): Promise<void> {
  await send(child, { name, input })
  let few: unknown[] = []
  for (const part of parts) {
    few.push(part)
    if (few.length < partsAtOnce) continue
    await send(child, { parts: few })
    await setImmediate()
    few = []
  }
  await send(child, { parts: few })
  await send(child, 'go')
}

/** Sends an instruction, unless the process has ended, which is told elsewhere. */
function send(child: ChildProcess, instruction: Instruction): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(instruction, () => resolve())
    else resolve()
  })
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // Gone again, or not allowed to us: it works all the same.
  }
}

/** An idle one keeps nobody from ending; one that works does. */
function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
