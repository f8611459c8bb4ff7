/** A hundred flowcharts become scripts without errors, whose rows cost no crossing. */
import { expect, test } from 'vitest'
import { layout } from '../../src/render/index.ts'
import { validate } from '../../src/validator/index.ts'
import { oneOf } from '../cases.ts'
import { drawingOf } from '../render/ledger/table.ts'
import { charts } from './charts.ts'
import { crossingsOf, crossingsOfChart, scriptOfChart } from './drawn-chart.ts'

test('there are a hundred charts', () => {
  expect(Object.keys(charts)).toHaveLength(100)
})

/** Lines that start a new row. */
const newRow = /^ *(?:\w+)?\.newRow\(\)\n/gm

test.each(oneOf(3, Object.keys(charts)))('%s', async (name) => {
  const script = scriptOfChart(charts[name] as string)
  const { findings, topology } = await validate(script)
  expect(findings.filter(({ severity }) => severity !== 'hint')).toEqual([])
  const free = await validate(script.replace(newRow, ''))
  if (!topology || !free.topology) throw new Error(script)
  const inRows = layout(topology, { title: '' })
  const placedFreely = layout(free.topology, { title: '' })
  expect(crossingsOf(drawingOf(inRows).edges)).toBeLessThanOrEqual(
    crossingsOf(drawingOf(placedFreely).edges),
  )
})

test.each(['gate', 'tree-40', 'wide-team', 'pull-request', 'bank-views', 'decisions-10'])(
  'no lines of %s cross',
  async (name) => {
    expect(await crossingsOfChart(charts[name] as string)).toBe(0)
  },
)
