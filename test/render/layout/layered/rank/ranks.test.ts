/** The rows of a tree: its depth reads by height. */
import { expect, test } from 'vitest'
import { rankedRows } from '../../../../../src/render/layout/layered/rank/ranks.ts'

/** A root with nine teams of four. */
const teams = Array.from({ length: 9 }, (_, at) => at + 1)
const tree = [
  ...teams.map((team) => [0, team] as const),
  ...teams.flatMap((team) => [0, 1, 2, 3].map((at) => [team, 10 + (team - 1) * 4 + at] as const)),
]
const boxes = Array.from({ length: 46 }, () => ({
  width: 110,
  height: 46,
  isConnectedOutside: false,
}))

test('leaves that are too many for a row stand in columns below their parent, and the others of a depth in one row', () => {
  const [root, second, ...leaves] = rankedRows(boxes, tree, 'down')
  expect([root, second]).toEqual([[0], teams])
  const teamsIn = (row: readonly number[]) => row.map((leaf) => Math.floor((leaf - 10) / 4) + 1)
  expect(leaves.length).toBeGreaterThan(1)
  for (const row of leaves) expect([...new Set(teamsIn(row))]).toEqual(teams)
})

test('with one more connection into a leaf, rows are filled evenly again', () => {
  const rows = rankedRows(boxes, [...tree, [1, 45]], 'down')
  const lengths = rows.slice(-3).map(({ length }) => length)
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(3)
})
