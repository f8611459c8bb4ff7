/** A line passes the title of a group without a turn. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pictureOf } from '../../pictures.ts'

const pages = resolve(import.meta.dirname, '../../../../docs/pictures')

test('a line that passes the title of a group does not push its boxes down', async () => {
  const script = readFileSync(resolve(pages, 'checkout.topology.js'), 'utf8').replace(
    /^\/\*---[\s\S]*?---\*\//,
    '',
  )
  const { nodes, edges } = await pictureOf(script)
  const heights = ['cart', 'cards', 'parcels'].map((id) => nodes.find(({ key }) => key === id)?.y)
  expect(new Set(heights).size).toBe(1)
  expect(edges.filter(({ points }) => points.length > 4)).toEqual([])
})
