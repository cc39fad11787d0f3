import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TestServer } from './server.ts'

/** What a guide shows, each with the language that it is marked as. */
export type Guide = readonly { readonly kind: string; readonly text: string }[]

/** The guide as it stands, but for the port and the name of the organisation. */
export async function readGuide(server: TestServer, language: string): Promise<Guide> {
  const text = (await readFile(`docs/guides/${language}.md`, 'utf8'))
    .replaceAll('The Barn', `The Barn ${language}`)
    .replaceAll('the-barn', `the-barn-${language}`)
    .replaceAll(':8080', `:${server.port}`)
  return [...text.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind = '', block = '']) => ({ kind, text: block }))
}

export const blockOf = (guide: Guide, kind: string, place = 0) =>
  guide.filter((block) => block.kind === kind)[place]?.text ?? ''

/** Runs the commands of the guide, and then `program`, in one shell. */
export function follow(server: TestServer, guide: Guide, program: string, directory = '.') {
  const guichet = `'${process.execPath}' ${resolve('dist/guichet.js')}`
  const commands = blockOf(guide, 'bash').replaceAll('npx guichet', guichet)
  const script = `{\n${commands}} > /dev/null\ncd '${directory}'\n${program}`
  return spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: { ...server.environment, HOME: server.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
