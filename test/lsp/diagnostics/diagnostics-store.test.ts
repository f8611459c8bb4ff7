/** Diagnostics of one file that several scripts report. */
import { expect, test } from 'vitest'
import { PublishedDiagnostics } from '../../../src/lsp/diagnostics/diagnostics-store.ts'

const at = (line: number) => {
  const start = { line, character: 0 }
  return { range: { start, end: start }, code: 'unknown-icon', message: 'x' }
}

test('a file has what all scripts report about it, each once', () => {
  const published = new PublishedDiagnostics()
  published.replace('one', new Map([['nodes.ts', [at(1), at(2)]]]))
  expect(published.replace('two', new Map([['nodes.ts', [at(2), at(3)]]]))).toEqual(
    new Set(['nodes.ts']),
  )
  expect(published.of('nodes.ts').map(({ range }) => range.start.line)).toEqual([1, 2, 3])
  const moved = published.replace('one', new Map([['other.ts', [at(9)]]]))
  expect(moved).toEqual(new Set(['other.ts', 'nodes.ts']))
  expect(published.of('nodes.ts').map(({ range }) => range.start.line)).toEqual([2, 3])
  expect(published.replace('two', new Map())).toEqual(new Set(['nodes.ts']))
  expect(published.of('nodes.ts')).toEqual([])
})
