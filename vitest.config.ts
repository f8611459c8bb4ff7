import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { platformTags, temporaryFolder } from './test/platform.ts'

/** V8 collects the garbage of tests less often, and optimizes only what runs long, no WebAssembly: a third less work. */
const forShortRuns = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=32',
  '--single-threaded-gc',
  '--liftoff-only',
  // Newer ones have no such flag.
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=600000'] : []),
]

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // What only `npm run test:all` runs: test/README.md says what that is.
    exclude: mode === 'all' ? [] : ['**/*.all.test.ts'],
    // `npm run test:all` is `--mode all`: test/cases.ts reads it.
    env: { TOPO_TESTS: mode, ...temporaryFolder },
    // What cannot run on this system is left out, by the name of what it needs.
    tags: platformTags,
    reporters: ['default', './test/closing-line.ts'],
    // oclif writes to the real streams; interception would hide what a user sees.
    disableConsoleIntercept: true,
    // Each worker, and each host of its stories, compiles everything for itself: more of them than cores cost more than they gain.
    maxWorkers: availableParallelism(),
    execArgv: forShortRuns,
    // A file that leaves something behind for the next one is a bug: no module of topo keeps state that a test could see.
    isolate: false,
    // What was built is loaded by Node, as its users load it.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What a process does on a busy machine is waited for, not timed.
    expect: { poll: { timeout: 10_000 } },
  },
}))
