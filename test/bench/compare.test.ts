/** Two runs of the benchmarks are compared by their ratios. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

interface Ratio {
  ratio: number
  better: 'less' | 'more'
}
const {
  comparison,
  ratiosOf,
}: {
  comparison(before: Record<string, Ratio>, now: Record<string, Ratio>): string
  ratiosOf(rows: object[]): Record<string, Ratio>
} = await import(pathToFileURL(resolve(import.meta.dirname, '../../bench/compare.js')).href)

test('only rows that are ratios are kept', () => {
  const rows = [
    { what: 'a', measured: '2×', ratio: 2.00049 },
    { what: 'b', measured: '20 %', ratio: 0.2, better: 'more' },
    { what: 'c', measured: '10 ms' },
  ]
  expect(ratiosOf(rows)).toEqual({
    a: { ratio: 2, better: 'less' },
    b: { ratio: 0.2, better: 'more' },
  })
})

test('the worst change comes first; a small one is noise; a ratio may be better when it is more', () => {
  const ratio = (value: number, better: Ratio['better'] = 'less') => ({ ratio: value, better })
  const before = {
    same: ratio(2),
    faster: ratio(2),
    slower: ratio(2),
    share: ratio(8, 'more'),
    gone: ratio(1),
  }
  const now = {
    same: ratio(2.1),
    faster: ratio(1),
    slower: ratio(3),
    share: ratio(4, 'more'),
    fresh: ratio(1),
  }
  expect(comparison(before, now).split('\n')).toEqual([
    '| ratio | before | now | |',
    '|---|---|---|---|',
    '| share | 8.00× | 4.00× | **worse**, 100 % |',
    '| slower | 2.00× | 3.00× | **worse**, 50 % |',
    '| same | 2.00× | 2.10× |  |',
    '| faster | 2.00× | 1.00× | better, 50 % |',
    '| fresh |  | 1.00× | new |',
    '',
    'Not measured now: gone.',
  ])
})
