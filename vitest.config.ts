import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patienceMs } from './test/harness/patience.ts'

/** What takes longest begins first: one file that looks at every page, begun last, kept one of two workers waiting for minutes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/browser/pages.test.ts') ? 0 : moduleId.includes('/test/browser/') ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // A limit for what hangs, not for what a slow machine takes its time for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
