/** F1: push deletes a remote script only with --delete, after showing it and a confirmation. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, rows, writes } from '../control.ts'
import { folder, mock, script, topo, topoOnTerminal } from '../topo.ts'

test('F1: push deletes a script only with --delete, once confirmed, and saves it before', {
  tags: 'terminal',
}, async () => {
  const { url } = await mock()
  const cwd = folder({
    '.git/HEAD': '',
    'kept.topology.js': script('kept'),
    'gone.topology.js': script('gone'),
  })
  const env = as(url)
  await topo(['push'], { cwd, env })
  rmSync(join(cwd, 'gone.topology.js'))
  const isThere = async () => (await rows(url, 'scripts')).some(({ slug }) => slug === 'gone')
  const push = async (...flags: string[]) => {
    const { code, stdout, stderr } = await topo(['push', '--json', ...flags], { cwd, env })
    return { code, stderr, data: JSON.parse(stdout) }
  }
  const before = await writes(url)

  expect((await push()).data.items[1]).toMatchObject({
    slug: 'gone',
    action: 'orphan',
    hint: expect.stringContaining('--delete'),
  })
  const unasked = await push('--delete')
  expect([unasked.code, unasked.stderr]).toEqual([2, 'to be deleted: gone (gone.topology.js)\n'])
  expect(unasked.data.error.code).toBe('TOPO_NEEDS_CONFIRMATION')
  expect((await push('--delete', '--dry-run')).data.items[1]).toMatchObject({
    slug: 'gone',
    action: 'delete',
  })
  const answer = { 'Delete 1 script': 'n\r' }
  const refused = await topoOnTerminal(['push', '--delete'], { cwd, env, answer })
  expect(refused.screen).toContain('to be deleted: gone')
  expect([await writes(url), await isThere()]).toEqual([before, true])

  expect((await push('--delete', '--yes')).data.counts).toEqual({ unchanged: 1, deleted: 1 })
  expect(await isThere()).toBe(false)
  const [stamp = ''] = readdirSync(join(cwd, '.topo/backup'))
  const saved = JSON.parse(
    readFileSync(join(cwd, '.topo/backup', stamp, 'gone.remote.json'), 'utf8'),
  )
  expect(saved.code).toBe(script('gone'))
  expect((await push('--delete', '--yes')).data.counts).toEqual({ unchanged: 1 })
})
