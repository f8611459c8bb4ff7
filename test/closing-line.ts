/** Prints the last line of a run, for readers of logs: `3605 passed, 0 failed`. */
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that fails to load has no tests that could fail.
      count.failed += module.errors().length
      for (const test of module.children.allTests()) count[test.result().state]++
    }
    process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`)
  }
}
