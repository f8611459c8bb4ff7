/** Ranks in few rows: an entry keeps its own one if its connection would lead around otherwise. */
import { expect, test } from 'vitest'
import { foldRows } from '../../../../../src/render/layout/layered/rank/fold-rows.ts'

const box = { width: 120, height: 50, isConnectedOutside: false }
const frame = { width: 200, height: 300, isConnectedOutside: false }
/** A reader calls a frame, which calls two, which call one each. */
const boxes = [box, frame, frame, frame, frame, frame]
const ranks = [[0], [1], [2, 3], [4, 5]]
const calls = [
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 4],
  [3, 5],
] as const

test('an entry shares the row of what it calls if no row is left', () => {
  const rows = foldRows(ranks, boxes, calls, { orientation: 'down', spareRows: 0 })
  expect(rows).toEqual([
    [0, 1],
    [2, 3, 4, 5],
  ])
})

test('with a spare row, an entry stands above what it calls', () => {
  const rows = foldRows(ranks, boxes, calls, { orientation: 'down', spareRows: 1 })
  expect(rows).toEqual([[0], [1], [2, 3, 4, 5]])
})

test('a row too many is not used if no connection turns', () => {
  const unconnected = { orientation: 'down', spareRows: 1 } as const
  expect(foldRows(ranks, boxes, [], unconnected)).toEqual([
    [0, 1],
    [2, 3, 4, 5],
  ])
})

test('a small box stays above a tall frame: beside it, it would save little height', () => {
  const tall = { width: 400, height: 740, isConnectedOutside: false }
  const fold = { orientation: 'down', spareRows: undefined } as const
  const through = [
    [0, 1],
    [1, 2],
    [1, 3],
  ] as const
  const rows = [[0], [1], [2, 3]]
  expect(foldRows(rows, [box, tall, box, box], through, fold)).toEqual(rows)
  expect(foldRows(rows, [tall, tall, tall, tall], through, fold)).toEqual([
    [0, 1],
    [2, 3],
  ])
})
