import { defineConfig } from 'vitest/config'
import { patienceMs } from './test/harness/patience.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // A limit for what hangs, not for what a slow machine takes its time for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    maxWorkers: 2,
  },
})
