/** Hints of failures. */
import { expect, test } from 'vitest'
import { withoutOwnCommand } from '../../../src/cli/io/failure.ts'
import { KnownError } from '../../../src/errors.ts'
import { json, testServer } from '../../api/server.ts'
import { as } from '../control.ts'
import { topo } from '../topo.ts'

test.each<[hint: string, argv: string[], kept: string | undefined]>([
  ['Run "topo script list" to see your scripts.', [], undefined],
  ['Nothing was changed. Run "topo list", then push.', [], 'Nothing was changed.'],
  ['Run "topo list --all" to see more.', [], 'Run "topo list --all" to see more.'],
  ['Run "topo list --all" to see more.', ['--all'], undefined],
  ['Run "topo show list" or "topo status".', [], 'Run "topo show list" or "topo status".'],
])('a hint names no command that failed: %s', (hint, argv, kept) => {
  const error = new KnownError('it failed', { code: 'TOPO_X', exitCode: 1, hint })
  expect(withoutOwnCommand(error, ['script list', 'list'], argv).hint).toBe(kept)
})

test.each([
  ['whoami', 403],
  ['list', 404],
  ['quota', 429],
])('topo %s, refused with %i, is not its own next step', async (command, status) => {
  const { url } = await testServer(
    json(status, { error: status === 429 ? 'quota_exceeded' : 'refused' }),
  )
  const { code, stderr } = await topo([command], { env: as(url) })
  expect([
    code,
    stderr.includes(`"topo ${command}"`),
    stderr.includes(`"topo script ${command}"`),
  ]).toEqual([status === 429 ? 5 : 1, false, false])
})
