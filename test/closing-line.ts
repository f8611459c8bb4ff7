/** Prints the last line of a run, for readers of logs: `3605 passed, 0 failed`; before it, what this system lacks. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { platformTags } from './platform.ts'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    const leftOut = new Map<string, number>()
    for (const module of modules) {
      // A file that fails to load has no tests that could fail.
      count.failed += module.errors().length
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        const reason = reasonOf(test)
        if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
      }
    }
    for (const [reason, tests] of leftOut)
      process.stdout.write(`${tests} skipped: they need ${reason}\n`)
    process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`)
  }
}

/** The first of a test's tags that this system cannot serve. */
const reasonOf = (test: TestCase): string | undefined =>
  platformTags.find((tag) => 'skip' in tag && test.tags.includes(tag.name))?.description
