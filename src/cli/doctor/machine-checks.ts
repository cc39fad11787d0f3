import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { request } from 'undici'
import type { Config } from '../../config.ts'
import { defaultSystemDirectory, listOrphanedClusters, type OrphanedCluster } from '../../db/embedded/system-homes.ts'
import { isNearlyFull, readDiskSpace } from '../../lib/disk-space.ts'
import { CheckFailed, CheckNotice, CheckSkipped } from './check.ts'

const oldestNode = 24

export async function checkNode(): Promise<string> {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= oldestNode) return `Node ${node}`
  throw new CheckFailed(
    `This is Node ${node}; Guichet needs ${oldestNode}, which "npm ci" installs for it: run it as "npx guichet".`,
  )
}

/** The directory itself, or the nearest one above it that exists: the first start makes the rest. */
function existingParent(directory: string): string {
  return existsSync(directory) ? directory : existingParent(dirname(directory))
}

export async function checkDataDirectory({ dataDir }: Config): Promise<string> {
  const place = existingParent(dataDir)
  if (!(await stat(place)).isDirectory())
    throw new CheckFailed(`DATA_DIR is ${dataDir}, but ${place} is a file; name a directory.`)
  await access(place, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new CheckFailed(`This account may not write in ${place}; give it the directory, or set DATA_DIR.`)
  })
  return place === dataDir ? `${dataDir} is writable` : `${dataDir} will be made at the first start`
}

/** Checks free space by the same rule as /readyz and Root's page. */
export async function checkFreeSpace({ dataDir }: Config): Promise<string> {
  const space = await readDiskSpace([existingParent(dataDir)])
  const freeMiB = Math.floor(space.freeBytes / 1024 ** 2)
  if (!isNearlyFull(space)) return `${freeMiB} MiB are free for ${dataDir}`
  const percent = Math.floor(space.used * 100)
  throw new CheckFailed(
    `The disk of ${dataDir} is ${percent} % full: ${freeMiB} MiB are free. Free some space before the database cannot write; /readyz says 503 until then.`,
  )
}

/**
 * Free, or answered by the Guichet of this installation.
 *
 * @param rootKeyIds of its Root, which the service publishes; null when its database does not tell
 */
export async function checkPort(config: Config, rootKeyIds: readonly string[] | null): Promise<string> {
  const { host, port, role } = config
  if (role === 'worker') throw new CheckSkipped('A worker listens on no port.')
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return describeHolder(config, rootKeyIds)
    throw new CheckFailed(`Port ${port} of ${host} cannot be listened on (${code}); set PORT or HOST.`)
  }
  server.close()
  return `port ${port} of ${host} is free`
}

async function describeHolder(config: Config, rootKeyIds: readonly string[] | null): Promise<string> {
  const { host, port } = config
  const published = await askForRootKeyIds(config)
  if (published === null)
    throw new CheckFailed(`Port ${port} of ${host} is in use by another program; stop it, or set PORT.`)
  if (rootKeyIds === null)
    throw new CheckNotice(
      `A Guichet answers on port ${port} of ${host}. Whether it is this one only the database can tell.`,
    )
  if (published.some((id) => rootKeyIds.includes(id))) return `Guichet answers on port ${port}`
  throw new CheckFailed(
    `Port ${port} of ${host} is held by a Guichet that does not serve this installation: one with another DATA_DIR or DATABASE_URL. Stop it, or set PORT.`,
  )
}

/** Null when no Guichet answers there; none when it does not answer for DOMAIN. */
async function askForRootKeyIds({ host, port, domain }: Config): Promise<readonly string[] | null> {
  const target = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const ask = (path: string) =>
    request(`http://${target}:${port}${path}`, { headers: { host: domain }, signal: AbortSignal.timeout(3_000) })
  try {
    const health = await ask('/healthz')
    await health.body.dump()
    if (health.statusCode !== 200 || health.headers['x-request-id'] === undefined) return null
    const answer = await ask('/.well-known/jwks.json')
    const { keys = [] } = (await answer.body.json()) as { readonly keys?: readonly { readonly kid: string }[] }
    return keys.map(({ kid }) => kid)
  } catch {
    return null
  }
}

/** Databases that root's installations left under the system directory when their DATA_DIR was removed. */
export async function checkOrphanedClusters({ dataDir }: Config): Promise<string> {
  const orphans = await listOrphanedClusters(defaultSystemDirectory, dataDir)
  if (orphans.length === 0) return `every database in ${defaultSystemDirectory} has its DATA_DIR`
  throw new CheckNotice(
    `No DATA_DIR leads to ${orphans.map(describeOrphan).join(', ')}. Remove a directory when nothing in it is wanted; Guichet never does.`,
  )
}

function describeOrphan({ home, dataDir, bytes }: OrphanedCluster): string {
  const from = dataDir === null ? 'of an unknown DATA_DIR' : `last used by ${dataDir}`
  return `${home} (${Math.ceil(bytes / 1024 ** 2)} MB, ${from})`
}
