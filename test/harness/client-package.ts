import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Agent } from 'undici'

const run = promisify(execFile)

/** Builds the package of clients/typescript, where it is not fresh, and packs it. @returns the path of the archive */
export async function packClient(): Promise<string> {
  await run(process.execPath, ['scripts/client.ts'])
  const target = await mkdtemp(join(tmpdir(), 'packed-'))
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const { stdout } = await run('npm', words, { cwd: 'clients/typescript' })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return join(target, filename)
}

/** A project that has that package installed, and Undici and the types of Node beside it. */
export async function projectWith(packed: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'project-'))
  const installed = join(project, 'node_modules/@guichet/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', packed, '-C', installed, '--strip-components=1'])
  await mkdir(join(project, 'node_modules/@types'))
  for (const name of ['undici', 'undici-types', '@types/node'])
    await symlink(resolve('node_modules', name), join(project, 'node_modules', name))
  return project
}

/** Knows that every host is this machine, which browsers know of names below localhost. */
const dispatcher = new Agent({
  connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
})

export function fetchHere(address: URL | RequestInfo, request?: RequestInit): Promise<Response> {
  const here: RequestInit & { readonly dispatcher: Agent } = { ...request, dispatcher }
  return fetch(address, here)
}
