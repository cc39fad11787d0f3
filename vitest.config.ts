import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patienceMs } from './test/harness/patience.ts'

/** What takes longest, the longest first, by how its path goes on below test/. */
const longest = [
  'browser/pages-people',
  'browser/hostile-pages',
  'browser/pages-',
  'browser/scanner',
  'http/bad-input',
  'cli/secret-rotate',
  'embedded/',
  'cli/',
  'http/foreign-ids',
  'http/bad-',
  'browser/',
  'property/',
]

/**
 * The longest begin first: one of them begun last would keep one worker waiting for minutes. A file with a browser and one without by
 * turns: a browser takes whatever processor there is, the others often wait, for a clock or another process. `--shard` deals them out
 * in that order, so that the shards end together.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((one, other) => rank(one) - rank(other) || one.moduleId.localeCompare(other.moduleId))
    const browsing = sorted.filter(hasBrowser)
    const others = sorted.filter((file) => !hasBrowser(file))
    return Array.from({ length: files.length }, (_, place) =>
      [browsing[place], others[place]].filter((file) => file !== undefined),
    ).flat()
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    return (await this.sort(files)).filter((_, place) => place % count === index - 1)
  }
}

function hasBrowser({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/test/browser/')
}

function rank({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.includes(`/test/${name}`))
  return found === -1 ? longest.length : found
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // A limit for what hangs, not for what a slow machine takes its time for: five minutes were not enough under a load of 17.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    // One more than the processors it was measured on: a third of the time of a test is waiting, for a clock or another process.
    maxWorkers: 3,
    // Files of one worker share what they import, which took a tenth of the run; none leaves anything behind in a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
