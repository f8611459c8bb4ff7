/** Before, both and after in pictures that can be laid over each other. */
import { describe, expect, test } from 'vitest'
import { unionOf } from '../../../src/diff/index.ts'
import { type ComparedPictures, layoutComparison, svg } from '../../../src/render/index.ts'
import { palettes } from '../../../src/render/picture/look/theme.ts'
import { measureNode } from '../../../src/render/picture/measure.ts'
import { drawing, topologyOf } from '../pictures.ts'

const before = drawing(`const g = t.createGroup('g', { label: 'G', color: '#1a7f45' })
g.addProcess({ id: 'web', label: 'A rather long label of the web', state: 'error', color: '#cf2f3f' })
g.addProcess({ id: 'orders-db', label: 'Orders', shape: 'cylinder', layer: 'data' }).addProcess({ id: 'cron', label: 'Cron' })
t.connect('web', 'orders-db', { type: 'http', label: 'REST' }).connect('web', 'cron', { type: 'monitoring' })`)
const after = before
  .replaceAll('orders-db', 'orders-store')
  .replace('A rather long label of the web', 'Web')
  .replace(
    ".addProcess({ id: 'cron', label: 'Cron' })",
    ".addProcess({ id: 'mail', label: 'Mail' })",
  )
  .replace("'cron', { type: 'monitoring' }", "'mail', { type: 'discovery' }")
  .replace('REST', 'GraphQL')

async function compared(): Promise<ComparedPictures> {
  const was = await topologyOf(before)
  const is = await topologyOf(after)
  const union = unionOf(was, is)
  return layoutComparison(
    { both: union.topology, before: union.before, after: is, marks: union },
    { title: 'x' },
  )
}

describe('three pictures of a comparison', () => {
  test('show what each version has, at the same places', async () => {
    const { before: older, both, after: newer } = await compared()
    const keys = ({ nodes }: typeof both) => nodes.map(({ key, mark }) => `${key} ${mark}`)
    expect(keys(both)).toEqual([
      'g null',
      'web changed',
      'orders-store changed',
      'mail added',
      'cron removed',
    ])
    expect(keys(older)).toEqual(['g null', 'web changed', 'orders-store changed', 'cron removed'])
    expect(keys(newer)).toEqual(['g null', 'web changed', 'orders-store changed', 'mail added'])
    for (const side of [older, newer]) {
      expect([side.width, side.height]).toEqual([both.width, both.height])
      for (const node of side.nodes) {
        const { x, y, width, height } = both.nodes.find(({ key }) => key === node.key) ?? node
        expect(node).toMatchObject({ x, y, width, height })
      }
      for (const edge of side.edges)
        expect(edge.points).toEqual(both.edges.find(({ id }) => id === edge.id)?.points)
    }
  })

  test('the older one has its labels and ids, and its boxes have room for them', async () => {
    const { before: older, both, after: newer } = await compared()
    expect(older.nodes.map(({ id, label }) => [id, label])).toContainEqual(['orders-db', 'Orders'])
    expect(newer.nodes.map(({ id }) => id)).toContain('orders-store')
    expect(both.nodes.find(({ key }) => key === 'orders-store')?.was).toBe('orders-db')
    const web = older.nodes.find(({ key }) => key === 'web')
    if (!web) throw new Error('no web')
    expect(web.label).toBe('A rather long label of the web')
    expect(web.width).toBeGreaterThanOrEqual(measureNode(web).width)
    expect(older.edges[0]?.tag?.text).toContain('REST')
    expect(newer.edges[0]?.tag?.text).toContain('GraphQL')
  })

  test.each(['light', 'dark'] as const)(
    'only changes have the colours of changes, %s',
    async (theme) => {
      const { both } = await compared()
      const text = svg.write(both, { theme })
      const { marks, types, states } = palettes[theme]
      const rules = text.split('}')
      for (const [mark, color] of Object.entries(marks)) {
        const used = rules.filter((rule) => rule.includes(color))
        expect(used.length).toBeGreaterThan(0)
        for (const rule of used) expect(rule).toContain(`.${mark}>`)
      }
      for (const color of Object.values({ ...types, ...states }).filter(
        (one) => !Object.values(marks).includes(one),
      ))
        expect(text).not.toContain(color)
      // Nor do the colours of the script, which are the same here.
      expect(text).not.toContain('style="fill')
      expect(text).not.toContain('style="stroke')
      expect(text.match(/class="[^"]*\bstill\b[^"]*"/g)).toEqual([
        'class="frame still"',
        'class="head still"',
      ])
    },
  )
})
