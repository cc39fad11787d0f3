import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The operating system account that PostgreSQL runs as, when it is not this process's own. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number }

export function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Accounts of this machine. Only /etc/passwd is read: the accounts that matter here are local ones, and asking
 * the name service would take a process per question.
 */
export async function listAccounts(): Promise<Account[]> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/**
 * Tells whether `account` can enter `path` (a directory) or run it (a file): the execute bit of every component of
 * the real path. Supplementary groups do not count, because a process spawned with a uid has none.
 */
export async function canReach(path: string, account: Account): Promise<boolean> {
  let component = await realpath(path)
  for (;;) {
    if (!(await mayExecute(component, account))) return false
    const parent = dirname(component)
    if (parent === component) return true
    component = parent
  }
}

async function mayExecute(path: string, account: Account): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  if (account.uid === uid) return (mode & 0o100) !== 0
  if (account.gid === gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
