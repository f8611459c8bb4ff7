/** F1: push deletes a remote script only with --delete, after showing it and a confirmation. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, writes } from '../control.ts'
import { folder, mock, script, topo, topoOnTerminal } from '../topo.ts'

/** Pushes two scripts and removes the file of one. */
async function orphaned() {
  const { url } = await mock()
  const cwd = folder({
    '.git/HEAD': '',
    'kept.topology.js': script('kept'),
    'gone.topology.js': script('gone'),
  })
  const env = as(url)
  await topo(['push'], { cwd, env })
  rmSync(join(cwd, 'gone.topology.js'))
  const isThere = async () => (await topo(['script', 'show', 'gone'], { cwd, env })).code === 0
  const push = async (...flags: string[]) => topo(['push', '--json', ...flags], { cwd, env })
  return { url, cwd, env, isThere, push }
}

test('F1: push without --delete reports the orphan and keeps it', async () => {
  const { isThere, push } = await orphaned()
  const { items } = JSON.parse((await push()).stdout)
  expect(items[1]).toMatchObject({
    slug: 'gone',
    action: 'orphan',
    hint: expect.stringContaining('--delete'),
  })
  expect(await isThere()).toBe(true)
})

test('push --delete without a terminal shows the orphan and keeps it', async () => {
  const { isThere, push } = await orphaned()
  const { code, stderr, stdout } = await push('--delete')
  expect([code, stderr]).toEqual([2, 'to be deleted: gone (gone.topology.js)\n'])
  expect(JSON.parse(stdout).error.code).toBe('TOPO_NEEDS_CONFIRMATION')
  expect(await isThere()).toBe(true)
})

test('a confirmed delete saves a backup, deletes the script and its sync record', async () => {
  const { cwd, isThere, push } = await orphaned()
  const { counts } = JSON.parse((await push('--delete', '--yes')).stdout)
  expect(counts).toEqual({ unchanged: 1, deleted: 1 })
  expect(await isThere()).toBe(false)
  const [stamp = ''] = readdirSync(join(cwd, '.topo/backup'))
  const saved = JSON.parse(readFileSync(join(cwd, '.topo/backup', stamp, 'gone.remote.json'), 'utf8'))
  expect(saved.code).toBe(script('gone'))
  expect(JSON.parse((await push('--delete', '--yes')).stdout).counts).toEqual({ unchanged: 1 })
})

test('a dry run shows the delete, and a person can answer no', { tags: 'terminal' }, async () => {
  const { url, cwd, env, isThere, push } = await orphaned()
  const before = await writes(url)
  const { items } = JSON.parse((await push('--delete', '--dry-run')).stdout)
  expect(items[1]).toMatchObject({ slug: 'gone', action: 'delete' })
  const { screen } = await topoOnTerminal(['push', '--delete'], {
    cwd,
    env,
    answer: { 'Delete 1 script': 'n\r' },
  })
  expect(screen).toContain('to be deleted: gone')
  expect(await writes(url)).toEqual(before)
  expect(await isThere()).toBe(true)
})
