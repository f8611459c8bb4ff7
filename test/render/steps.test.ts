/** A scenario as the player goes through it: what is said at each step, for how long, and who takes part. */
import { expect, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import { castOf, placesOf, stepsOf } from '../../src/render/player/steps.ts'
import { labelsOf } from '../../src/render/sentence.ts'
import { drawing, pictureOf } from './pictures.ts'

async function steps(script: string, which = 0) {
  const { scenarios, nodes } = await pictureOf(script)
  const scenario = scenarios[which]
  if (!scenario) throw new Error('there is no such scenario')
  return stepsOf(scenario, labelsOf(nodes))
}

test('every hop, message and error is a step with its words; where it begins is none', async () => {
  expect((await steps(payments, 2)).map(({ sentence, frame }) => [frame.kind, sentence])).toEqual([
    ['send', 'Ledger → Ledger primary'],
    ['flash', 'Ledger primary fails'],
    ['error', 'Ledger primary fails: [LEDGER] primary is gone, writes are queued'],
  ])
})

test('what happens at once is one step', async () => {
  const last = (await steps(payments)).at(-1)
  expect(last?.sentence).toBe('Checkout → Ledger; Ledger → Ledger primary')
})

test('long texts stay longer, and none for ever', async () => {
  const body = (text: string) =>
    `${drawing("t.createProcess({ id: 'a' })")}
const flow = new FlowBuilder()
flow.scenario('s', 'S').from('a').showMessage(${JSON.stringify(text)})
return flow`
  const [short, long, longest] = await Promise.all(
    ['Hi', 'x'.repeat(60), 'x'.repeat(5000)].map(
      async (text) => (await steps(body(text)))[0]?.milliseconds ?? 0,
    ),
  )
  expect(long).toBeGreaterThan(short as number)
  expect(longest).toBeLessThanOrEqual(6000)
})

test('who takes part, and who does not', async () => {
  const { nodes, edges } = castOf(await steps(payments, 1))
  expect([...nodes].sort()).toEqual(['bank', 'checkout', 'gateway'])
  expect(edges.size).toBe(2)
  const [first] = await steps(payments, 1)
  expect(first && placesOf(first.frame)).toEqual(['gateway', 'checkout'])
})
