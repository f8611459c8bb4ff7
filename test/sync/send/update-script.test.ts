/** An update that the service accepts, but does not make: the intent is taken back only if nothing was written. */
import { expect, test } from 'vitest'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import { sendUpdate, type Update } from '../../../src/sync/send/update-script.ts'
import { content, revision, sending, stored } from './sending.ts'

/** Sends a new name and slug to a service that then shows this. */
async function update(shown: Partial<ScriptContent>) {
  const { clock, options } = sending(() => Response.json({ item: { ...stored, ...shown } }))
  const events: string[] = []
  const change: Update = {
    id: stored.id,
    changed: ['slug', 'name'],
    file: { content: { ...content, slug: 'market', name: 'Market' } },
    remote: { updatedAt: revision, content },
  }
  const { kept, isUnwritten } = await clock.run(
    sendUpdate(change, {
      ...options,
      intend: async ({ slug }) => void events.push(`intend ${slug}`),
      withdraw: async () => void events.push('withdraw'),
    }),
  )
  return { events, error: kept?.code, isUnwritten }
}

test.each<[string, Partial<ScriptContent>, object]>([
  [
    'all of it: nothing is kept',
    { slug: 'market', name: 'Market' },
    { events: ['intend market'], error: undefined, isUnwritten: undefined },
  ],
  [
    'nothing of it: nothing was written',
    {},
    { events: ['intend market', 'withdraw'], error: 'TOPO_SLUG_KEPT', isUnwritten: true },
  ],
  [
    'the name only',
    { name: 'Market' },
    { events: ['intend market'], error: 'TOPO_SLUG_KEPT', isUnwritten: false },
  ],
  [
    'the slug only',
    { slug: 'market' },
    { events: ['intend market'], error: 'TOPO_FIELDS_KEPT', isUnwritten: false },
  ],
  [
    'a third slug instead',
    { slug: 'market-2' },
    { events: ['intend market'], error: 'TOPO_SLUG_KEPT', isUnwritten: false },
  ],
])('a service that makes %s', async (_what, shown, expected) => {
  expect(await update(shown)).toEqual(expected)
})
