import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'

/** Those that run the same program as it does: its web processes, and not its database. */
export function nodeChildrenOf(pid: number): readonly number[] {
  const program = readlinkSync(`/proc/${pid}/exe`)
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => readlinkSync(`/proc/${child}/exe`) === program)
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS')
}

/** The most it had since `forgetPeak`, or ever, in MB. */
export function peakMb(pid: number): number {
  return statusMb(pid, 'VmHWM')
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusMb(pid: number, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

export function openSockets(pid: number): number {
  const directory = `/proc/${pid}/fd`
  return readdirSync(directory).filter((name) => isSocket(`${directory}/${name}`)).length
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // Closed since it was listed.
    return false
  }
}
