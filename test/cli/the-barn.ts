import type { DataDirectory } from './embedded-service.ts'

/** The words of a command that makes a venue to try things on, and what is made there. */
export const venue = ['tenant', 'create', '--organisation', 'The Barn', '--category', 'S', '--email', 'ada@barn.test']

export const newProduct = { name: 'Concert', categorie_article: 'B' }

export async function makeKey(target: Pick<DataDirectory, 'cli'>): Promise<string> {
  const words = ['--tenant', 'the-barn', '--user', 'robot@barn.test', '--name', 'till']
  const { api_key: key } = await target.cli('api-key', 'create', ...words, '--permission', 'product:write')
  return String(key)
}

/** The log, which is all that stands on standard error. */
export function logOf(service: { stderr(): string }): readonly { level: number; msg: string }[] {
  const lines = service.stderr().trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as { level: number; msg: string })
}
