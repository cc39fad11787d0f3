import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { untilTrue } from './box-office.ts'
import type { TestServer } from './server.ts'

/**
 * Waits for the newest mail to somebody in the outbox, where no mail server is set; returns its text.
 *
 * @param holding words that the mail must contain, where a job may write another one after it
 */
export async function outboxMailTo(server: TestServer, email: string, holding = ''): Promise<string> {
  const directory = join(server.dataDir, 'outbox')
  let found: string | undefined
  await untilTrue(async () => {
    const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(names.toSorted().map((name) => readFile(join(directory, name), 'utf8')))
    found = texts
      .map((text) => text.replace(/=\r?\n/g, ''))
      .findLast((text) => text.includes(`To: ${email}`) && text.includes(holding))
    return found !== undefined
  })
  return String(found)
}
