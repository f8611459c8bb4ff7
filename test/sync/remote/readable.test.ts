/** Scripts whose code the caller may not read. */
import { expect, test } from 'vitest'
import type { Client } from '../../../src/api/client/client.ts'
import { readAccessibleScript } from '../../../src/sync/remote/read-remote.ts'
import { testService } from '../../mock/service.ts'

/** @param tags of a premium case of somebody else */
async function hintOf(tags: string[], options: Parameters<typeof testService>[0] = {}) {
  const { database, as } = testService(options)
  const [row] = database.scripts.by('slug', 'kafka-at-scale')
  if (row === undefined) throw new Error('the premium case is missing')
  database.transaction(() => database.scripts.put({ ...row, tags }))
  const read = readAccessibleScript(as('alice') as unknown as Client, row.slug)
  const error: unknown = await read.catch((thrown) => thrown)
  return (error as { hint?: string }).hint
}

test('a case names its bundle if the service lists it; without one, nothing is for sale', async () => {
  const tags = ['x', 'category:old', 'category:kafka']
  expect(await hintOf(tags)).toBe('Buy its bundle to read it: "topo billing buy kafka-cases".')
  const none = 'No bundle contains it. Ask its owner for access.'
  for (const other of [[], ['kafka'], ['category:old'], ['category:'], ['category:a" && reboot']])
    expect(await hintOf(other)).toBe(none)
})

test('a case of a service without billing names no bundle', async () => {
  expect(await hintOf(['category:kafka'], { provider: 'none' })).toMatch(
    /^Ask its owner for access\. The service does not list/,
  )
})
