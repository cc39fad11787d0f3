/**
 * A process of a workshop (`workshop.ts`): it makes what it is told, one after the other. It knows no secret but what a piece
 * of work brings, and no database.
 */
import { type Answer, type Instruction, type WorkName, work } from './works.ts'

let order: { readonly name: WorkName; readonly input: unknown } | null = null
let parts: unknown[] = []

process.on('message', (instruction: Instruction) => {
  if (instruction === 'go') void answer()
  else if ('parts' in instruction) parts.push(...instruction.parts)
  else [order, parts] = [instruction, []]
})
// The caller is gone: nobody wants it any more, and what runs in threads would hold up an ordinary exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A terminal and a service manager tell every process; the one that asks for work decides when it is over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function answer(): Promise<void> {
  const [asked, brought] = [order, parts]
  order = null
  parts = []
  if (!asked) return
  const said: Answer = await work(asked.name, asked.input, brought).then(
    (made) => ({ made }),
    (error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  process.send?.(said)
}
