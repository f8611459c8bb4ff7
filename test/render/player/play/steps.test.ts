/** Player steps of a scenario: sentences, durations, and nodes that take part. */
import { expect, test } from 'vitest'
import { payments } from '../../../../src/mock/fixtures/scripts.ts'
import { labelsOf } from '../../../../src/render/picture/step-sentences.ts'
import { participantsOf, placesOf, stepsOf } from '../../../../src/render/player/play/steps.ts'
import { drawing, pictureOf } from '../../pictures.ts'

async function steps(script: string, which = 0) {
  const { scenarios, nodes } = await pictureOf(script)
  const scenario = scenarios[which]
  if (!scenario) throw new Error('there is no such scenario')
  return stepsOf(scenario, labelsOf(nodes))
}

test('every hop, message and error is a step with a sentence; the start node is not a step', async () => {
  expect((await steps(payments, 2)).map(({ sentence, frame }) => [frame.kind, sentence])).toEqual([
    ['send', 'Ledger → Ledger primary'],
    ['flash', 'Ledger primary fails'],
    ['error', 'Ledger primary fails: [LEDGER] primary is gone, writes are queued'],
  ])
})

test('parallel hops are one step', async () => {
  const last = (await steps(payments)).at(-1)
  expect(last?.sentence).toBe('Checkout → Ledger; Ledger → Ledger primary')
})

test('longer texts stay longer, up to a maximum', async () => {
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

test('a scenario has the nodes and connections of its hops, and a step those where it happens', async () => {
  const of = async (which: number) => {
    const all = await steps(payments, which)
    const { nodes, edges } = participantsOf(all)
    return { nodes: [...nodes], edges: [...edges], places: all.map(({ frame }) => placesOf(frame)) }
  }
  expect(await of(1)).toEqual({
    nodes: ['gateway', 'checkout', 'bank'],
    edges: ['gateway->checkout', 'checkout->bank'],
    places: [['gateway', 'checkout'], ['checkout', 'bank'], ['bank']],
  })
  expect((await of(2)).places).toEqual([
    ['ledger', 'ledger-db-primary'],
    ['ledger-db-primary'],
    ['ledger-db-primary'],
  ])
  // A hop, a flash, and the time to read 43 letters.
  const times = (await steps(payments, 2)).map(({ milliseconds }) => milliseconds)
  expect(times).toEqual([1100, 900, 1300 + 35 * 43])
})
