import { readdirSync, readFileSync } from 'node:fs'
import { untilTrue } from './box-office.ts'

/** Lists the numbers of the processes that a process started for documents, or for pictures. */
export function workshopOf(pid: number | undefined, title: 'documents' | 'pictures'): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      const { parent, command } = lookAt(child)
      return parent === pid && command.includes(`guichet-${title}`)
    })
}

/** Waits until the process is gone. */
export function untilGone(pid: number): Promise<void> {
  return untilTrue(async () => lookAt(pid).parent === null)
}

/** Looks at a process; one that has ended and whose parent has not asked about it yet counts as gone. */
function lookAt(pid: number): { readonly parent: number | null; readonly command: string } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (/^State:\s+Z/m.test(status)) return { parent: null, command: '' }
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return { parent: null, command: '' }
  }
}
