/** Pauses around a write, to the millisecond: nothing is sent just before one ends, and the request is sent just after. */
import { expect, test } from 'vitest'
import { createScript } from '../../../src/sync/send/send-script.ts'
import { type Update, updateScript } from '../../../src/sync/send/update-script.ts'
import type { TestClock } from '../../clock.ts'
import { codeOf, content, revision, sending, stored } from './sending.ts'

const absent = () => Response.json({ error: 'not_found' }, { status: 404 })

/** Lets each pause end, and returns them; each request after a pause must be one more. */
async function passPauses(clock: TestClock, sent: readonly string[], count: number) {
  const pauses: number[] = []
  for (let pause = 0; pause < count; pause++) {
    pauses.push(await clock.justBeforeNext())
    const before = sent.length
    await clock.advance(1)
    expect(sent.length).toBeGreaterThan(before)
  }
  return pauses
}

test('a write whose answer was lost is sent again after 0.2 and 1 s, and then no more', async () => {
  const dropped = (): never => {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    throw new TypeError('fetch failed', { cause })
  }
  const { clock, sent, options } = sending((method) => (method === 'GET' ? absent() : dropped()))
  const code = codeOf(createScript(content, options))
  expect(await passPauses(clock, sent, 2)).toEqual([200, 1000])
  expect(await code).toBe('TOPO_CONNECTION_LOST')
  expect(sent.filter((method) => method === 'POST')).toHaveLength(3)
})

test('a script that was accepted without an id is looked for after 0.3, 0.7 and 1.5 s', async () => {
  const { clock, sent, options } = sending((method) =>
    method === 'GET' ? absent() : Response.json({ ok: true }),
  )
  const code = codeOf(createScript(content, options))
  expect(await passPauses(clock, sent, 3)).toEqual([300, 700, 1500])
  expect(await code).toBe('TOPO_NOT_VISIBLE')
  expect(sent).toEqual(['POST', 'GET', 'GET', 'GET', 'GET'])
})

test('a change that the service does not show is looked for after 0.3 and 0.7 s', async () => {
  const { clock, sent, options } = sending(() => Response.json({ item: stored }))
  const update: Update = {
    id: stored.id,
    changed: ['name'],
    file: { content: { ...content, name: 'Market' } },
    remote: { updatedAt: revision, content },
  }
  const code = codeOf(updateScript(update, options))
  expect(await passPauses(clock, sent, 2)).toEqual([300, 700])
  expect(await code).toBe('TOPO_FIELDS_KEPT')
  expect(sent).toEqual(['PATCH', 'GET', 'GET'])
})
