import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build was made of, and what it left. */
export type BuildStamp = {
  readonly inputs: string
  /** By path, their size in bytes. */
  readonly outputs: Readonly<Record<string, number>>
}

/** Everything that a bundle may depend on; what is installed changes with the last of them. */
const inputs = [
  '{src,scanner,scripts}/**/*',
  'docs/{guides,interface}/*.md',
  'CHANGELOG.md',
  '{package,tsconfig}*.json',
  'node_modules/.package-lock.json',
]

/** Some file systems tell times by the second: what is written in the second of the look would not be seen to have been. */
const settledMs = 2_000

/**
 * Changes when a file comes, goes or is written: by names, sizes and times, since to read them all takes longer than to look. Never
 * the same twice while one of them is only just written.
 */
export function inputsOf(root: string): string {
  let newest = 0
  const looked = globSync(inputs, { cwd: root })
    .toSorted()
    .map((path) => {
      const { mtimeMs, mtimeNs, size } = statSync(join(root, path), { bigint: true })
      newest = Math.max(newest, Number(mtimeMs))
      return `${path} ${mtimeNs} ${size}`
    })
  const now = Date.now()
  if (now - newest < settledMs) looked.push(`${now}`)
  return createHash('sha256').update(looked.join('\n')).digest('hex')
}

/** Whether the build that `stamp` tells of was made of `inputs`, and is still there. */
export function isBuilt(stamp: string, inputs: string): boolean {
  try {
    const built = JSON.parse(readFileSync(stamp, 'utf8')) as BuildStamp
    return (
      built.inputs === inputs && Object.entries(built.outputs).every(([path, size]) => statSync(path).size === size)
    )
  } catch {
    return false
  }
}
