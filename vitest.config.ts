import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // oclif writes to the real streams; interception would hide what a user sees.
    disableConsoleIntercept: true,
    // Most tests wait for a process of their own, so that one worker would leave a core idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
