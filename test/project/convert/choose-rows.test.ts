/** A converted script has the rows in which a picture of it would put its boxes by themselves. */
import { expect, test } from 'vitest'
import { readCompose } from '../../../src/convert/compose/read-compose.ts'
import type { Drawing } from '../../../src/convert/index.ts'
import { readMermaid } from '../../../src/convert/mermaid/index.ts'
import { readStructurizr } from '../../../src/convert/structurizr/read-structurizr.ts'
import { readTopology } from '../../../src/topology/index.ts'
import { scriptOf } from '../../convert/script-of.ts'

/** The ids in each row of a group, by default of the first one. */
async function rowsOf(drawing: Drawing | undefined, group?: string): Promise<string[]> {
  if (!drawing) throw new Error('There is no drawing.')
  const { topology, problems } = await readTopology(scriptOf(drawing))
  expect(problems).toEqual([])
  const nodes = topology?.nodes ?? []
  const parent = nodes.findIndex(({ id, isContainer }) =>
    group === undefined ? isContainer : id === group,
  )
  const rows: string[][] = []
  for (const { id, row, parent: container } of nodes) {
    if (container !== parent) continue
    rows[row] ??= []
    rows[row].push(id)
  }
  return rows.map((row) => row.join(' '))
}

const chartRows = (text: string, group?: string) =>
  rowsOf(readMermaid(`flowchart TD\n${text}`, 'chart.mmd')[0], group)

test.each([
  [
    'gate --> a1 & a2 & a3 & a4 & a5 --> sum --> log & mail',
    ['gate', 'a1 a2 a3 a4 a5', 'sum', 'log mail'],
  ],
  // Written last, but it leads to all others.
  ['one --> two\none --> three\nfirst --> one', ['first', 'one', 'two three']],
  // The connection that closes a cycle leads back up.
  ['ask --> try --> check\ncheck --> try\ncheck --> done', ['ask', 'try', 'check', 'done']],
  // Their order in the source would cross.
  [
    'left --> x & y\nright --> z\nz --> end1\ny --> end2\nx --> end3',
    ['left right', 'x y z', 'end3 end2 end1'],
  ],
  // A picture would fold it into columns.
  [
    Array.from({ length: 14 }, (_, at) => `s${at} --> s${at + 1}`).join('\n'),
    Array.from({ length: 15 }, (_, at) => `s${at}`),
  ],
])('%j is in rows by rank', async (text, rows) => {
  expect(await chartRows(text)).toEqual(rows)
})

test('a rank that is too wide takes several rows', async () => {
  const leaves = Array.from({ length: 30 }, (_, at) => `leaf${at}`)
  const [root, ...rows] = await chartRows(`root --> ${leaves.join(' & ')}`)
  expect(root).toBe('root')
  expect(rows.join(' ').split(' ')).toEqual(leaves)
  expect(rows.length).toBeGreaterThan(3)
  expect(Math.max(...rows.map((row) => row.split(' ').length))).toBeLessThan(8)
})

test('subgraphs have rows too, and are in rows of what contains them', async () => {
  const text = `subgraph shop
    web --> stores --> report
    subgraph stores
      cache --> db
    end
  end
  mail --> web`
  expect(await chartRows(text, 'shop')).toEqual(['web', 'stores', 'report'])
  expect(await chartRows(text, 'stores')).toEqual(['cache', 'db'])
})

test('services of a compose file are in rows', async () => {
  const text = `services:
  db: { image: postgres }
  api: { image: api, depends_on: [db] }
  web: { image: nginx, depends_on: [api] }
`
  const [drawing] = readCompose(text, 'shop/compose.yaml', () => undefined)
  expect(await rowsOf(drawing)).toEqual(['web', 'api', 'db'])
})

test('a view of Structurizr has rows', async () => {
  const text = `workspace {
  model {
    s = softwareSystem "Bank" {
      db = container "Database"
      api = container "API"
      web = container "Web"
      web -> api "Calls"
      api -> db "Reads"
    }
  }
  views {
    container s "containers" {
      include *
    }
  }
}
`
  const [drawing] = readStructurizr(text, 'workspace.dsl', () => undefined)
  expect(await rowsOf(drawing)).toEqual(['web', 'api', 'database'])
})

test('a chart that is too large for a search has one row', async () => {
  const text = Array.from({ length: 1_001 }, (_, at) => `n${at} --> n${at + 1}`).join('\n')
  expect(await chartRows(text)).toHaveLength(1)
})
