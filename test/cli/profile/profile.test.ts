/** `topo profile show`: public profiles. */
import { expect, test } from 'vitest'
import { onScreen } from '../on-screen.ts'
import { mock, topo } from '../topo.ts'

test('profile show works without a key, with or without @, in a pipe, as JSON and on a terminal', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url }
  const { stdout } = await topo(['profile', 'show', '@bob'], { env })
  expect(stdout).toMatch(/^bob\tBob Baker\t2026-01-05T09:00:00.000Z\t\t[0-9a-f-]{36}\n$/)
  const item = JSON.parse((await topo(['profile', 'show', 'bob', '--json'], { env })).stdout)
  expect(item).toMatchObject({ username: 'bob', fullName: 'Bob Baker' })
  const { screen } = await onScreen(['profile', 'show', 'bob'], { env })
  expect(screen).toMatch(/Bob Baker\s+username +bob\s+joined +\d+ \w+ ago/)
})

test('an unknown user and a name with a path are errors', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url }
  const unknown = await topo(['profile', 'show', 'nobody'], { env })
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('[TOPO_NOT_FOUND]')])
  expect((await topo(['profile', 'show', '../../scripts/gallery'], { env })).code).toBe(1)
  expect((await topo(['profile', 'show', '@'], { env })).code).toBe(2)
})
