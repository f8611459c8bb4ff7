/** F5: `push --plan-out` writes a plan, and `push --plan` carries out exactly this plan, or nothing. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, requests, rows } from '../control.ts'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const plan = 'push.plan.json'

/** A project with one script to update and one to delete. */
async function project() {
  const { url } = await mock()
  const cwd = folder({
    '.git/HEAD': '',
    'gone.topology.js': script('gone'),
    'shop.topology.js': script('shop'),
  })
  const env = as(url)
  await topo(['push'], { cwd, env })
  put(join(cwd, 'shop.topology.js'), script('shop', 'tags: [new]'))
  rmSync(join(cwd, 'gone.topology.js'))
  const push = (...flags: string[]) => topo(['push', ...flags], { cwd, env })
  const written = async () => (await requests(url)).filter(({ method }) => method !== 'GET').length
  return { cwd, env, url, push, written }
}

test('F5: --plan-out shows and writes the plan; --plan carries it out, and asks before it deletes', {
  tags: 'terminal',
}, async () => {
  const { cwd, env, url, push, written } = await project()
  const before = await written()
  const { code, stdout, stderr } = await push('--plan-out', `plans/${plan}`, '--delete')
  expect([code, stderr.split('\n')]).toEqual([
    0,
    [
      expect.stringContaining('Only on the service'),
      'to be deleted: gone (gone.topology.js)',
      'STEP\tSCRIPT\tWHY',
      expect.stringMatching(/^Next: topo push --plan plans\/\S+$/),
      '',
    ],
  ])
  expect(stdout).toMatch(
    /update\tshop.topology.js\tchanged locally: tags\ndelete\tgone.topology.js\t/,
  )
  expect(stdout).toMatch(/^quota\trequests\t5\t\d+$/m)
  expect(stdout).not.toContain('draftsPerDay')
  const text = readFileSync(join(cwd, 'plans', plan), 'utf8')
  expect(JSON.parse(text).steps).toMatchObject([
    { action: 'update', slug: 'shop' },
    { action: 'delete', slug: 'gone' },
  ])
  expect(text).not.toContain('ca_demo')

  const apply = (...flags: string[]) => push('--plan', `plans/${plan}`, ...flags)
  const shown = await apply('--dry-run', '--json')
  expect([shown.code, JSON.parse(shown.stdout).items[0]]).toMatchObject([
    0,
    { slug: 'shop', action: 'update' },
  ])
  const others = [['--delete'], ['--on-conflict', 'skip'], ['--shard', '1/2'], ['shop.topology.js']]
  for (const flags of oneOf(2, others)) {
    const told = expect.not.stringContaining('TOPO_NEEDS_CONFIRMATION')
    expect(await apply(...flags)).toMatchObject({ code: 2, stderr: told })
  }
  expect((await push('--plan', 'no-such.json')).code).toBe(2)
  const unasked = await apply('--json')
  expect([unasked.code, unasked.stderr]).toEqual([2, 'to be deleted: gone (gone.topology.js)\n'])
  expect(JSON.parse(unasked.stdout).error.code).toBe('TOPO_NEEDS_CONFIRMATION')
  const answer = { 'Delete 1 script': 'n\r' }
  const refused = await topoOnTerminal(['push', '--plan', `plans/${plan}`], { cwd, env, answer })
  expect([refused.code, refused.screen]).toEqual([0, expect.stringContaining('Nothing was done.')])
  expect(await written()).toBe(before)

  const applied = await apply('--json', '--yes')
  expect([applied.code, JSON.parse(applied.stdout).counts]).toEqual([0, { updated: 1, deleted: 1 }])
  expect((await rows(url, 'scripts')).map(({ slug }) => slug)).not.toContain('gone')
})

test('--plan refuses a stale plan with exit 6 and a reason, and does nothing', async () => {
  const { cwd, push, written } = await project()
  await push('--plan-out', plan)
  put(join(cwd, 'shop.topology.js'), script('shop', 'tags: [newer]'))
  const before = await written()
  const { code, stderr } = await push('--plan', plan)
  expect([code, stderr]).toEqual([6, expect.stringContaining('shop.topology.js: its file changed')])
  const stale = await push('--plan', plan, '--json')
  expect([stale.code, JSON.parse(stale.stdout).error]).toMatchObject([
    6,
    { code: 'TOPO_PLAN_STALE', details: { items: [{ slug: 'shop' }] } },
  ])
  expect(await written()).toBe(before)
})

test('the shards of a push cover all scripts, and each deletes its own', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `s${n}`)
  const files = Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)]))
  const cwd = folder({ '.git/HEAD': '', ...files })
  const run = async (...args: string[]) =>
    JSON.parse((await topo([...args, '--local', '--json'], { cwd })).stdout)
  const shards = ['1/3', '2/3', '3/3']
  const pushed: string[][] = []
  for (const shard of shards) {
    const { items } = await run('push', '--shard', shard)
    pushed.push(items.map(({ path }: { path: string }) => path))
  }
  const { files: checked } = await run('validate', '--shard', '2/3')
  expect(checked.map(({ path }: { path: string }) => path)).toEqual(pushed[1])
  expect(pushed.flat().toSorted()).toEqual(Object.keys(files))
  expect(
    (await run('status')).items.every(({ state }: { state: string }) => state === 'in-sync'),
  ).toBe(true)
  for (const name of Object.keys(files)) rmSync(join(cwd, name))
  put(join(cwd, 's9.topology.js'), script('s9'))
  const { items } = await run('push', '--shard', '2/3', '--delete', '--yes')
  const deleted = items.filter(({ action }: { action: string }) => action === 'deleted')
  expect(deleted.map(({ path }: { path: string }) => path)).toEqual(pushed[1])
  expect((await run('status', '--shard', '1/3')).items).toMatchObject(
    (pushed[0] ?? []).map(() => ({ state: 'orphaned' })),
  )
})
