import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from './errors.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The process may end between being seen and being told: that is no failure. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/**
 * When the process started, in clock ticks since the machine did; with the pid it names one process, since pids
 * are given again. null where there is no /proc, or no such process.
 */
export async function processStart(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain anything; field 22 is the 20th after it.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/**
 * Living processes of the server on `cluster`: the postmaster and its children, known by their working directory.
 * @param recordedPid from postmaster.pid; all that can be asked about where there is no /proc
 */
export async function serverProcesses(cluster: string, recordedPid: number): Promise<number[]> {
  if (process.platform !== 'linux') {
    return (await isPostmasterByCommand(recordedPid, cluster)) ? [recordedPid] : []
  }
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const found = await Promise.all(pids.map(async (pid) => ((await belongsTo(pid, cluster)) ? [pid] : [])))
  return found.flat()
}

async function belongsTo(pid: number, cluster: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false
    // A deleted binary reads 'postgres (deleted)' after an upgrade of the package.
    return basename(await readlink(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    return false
  }
}

async function isPostmasterByCommand(pid: number, cluster: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout.includes('postgres') && stdout.includes(cluster)
  } catch {
    return false
  }
}
