/** The last line of a run, alone on its line for whoever reads a log: `3605 passed, 0 failed`. */
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that could not be loaded holds no test that could fail.
      count.failed += module.errors().length
      for (const test of module.children.allTests()) count[test.result().state]++
    }
    process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`)
  }
}
