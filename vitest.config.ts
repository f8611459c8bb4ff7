import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:all` is `--mode all`: test/cases.ts reads it.
    env: { TOPO_TESTS: mode },
    reporters: ['default', './test/closing-line.ts'],
    // oclif writes to the real streams; interception would hide what a user sees.
    disableConsoleIntercept: true,
    // Most tests wait for a child of their own, so that one worker would leave a core idle.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}))
