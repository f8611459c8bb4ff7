import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // oclif writes to the real streams; interception would hide what a user sees.
    disableConsoleIntercept: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
