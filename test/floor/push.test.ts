/** `push` on a service without revisions does what it does on one with revisions: nothing is overwritten unseen. */
import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneOf } from '../cases.ts'
import { script, topoProcess } from '../cli/topo.ts'
import { edited, project, shop, worlds } from './worlds.ts'

const preload = `--require=${JSON.stringify(resolve(import.meta.dirname, '../cli/kill/kill-at.cjs'))}`
const read = /^GET \/v1\/scripts\/[0-9a-f-]{36}$/i

describe.each(worlds)('%s', (_name, document) => {
  test('push creates a script, sends each edit once, and nothing while nothing changes', async () => {
    const { ok, text, save, written, code } = await project(document)
    expect(await ok('push')).toMatchObject({ counts: { created: 1 }, items: [{ slug: 'shop' }] })
    expect([written(), code()]).toEqual([['POST'], shop])
    for (const label of ['One', 'Two']) {
      const shown = await text('push')
      expect(shown).toBe(
        'unchanged\tshop\tshop.topology.js\t\tsame on both sides\nRESULT\tSCRIPT\tFILE\tURL\tWHY\n1 unchanged\n(exit 0)',
      )
      expect(written()).toEqual([])
      save(edited(label))
      expect((await ok('push')).counts).toEqual({ updated: 1 })
      expect([written(), code()]).toEqual([['PATCH'], edited(label)])
    }
  })

  test('push keeps the script, with comments and stars, of a file that is renamed together with its slug', async () => {
    const { ok, text, save, remove, written, script: stored } = await project(document)
    await ok('push')
    const { id } = stored('shop') ?? {}
    remove('shop.topology.js')
    save(edited('Store'), 'store.topology.js')
    written()
    expect(await text('status')).toContain(
      'local-ahead\tstore.topology.js\trenamed locally: shop → store',
    )
    expect(await ok('push')).toMatchObject({
      counts: { updated: 1 },
      items: [{ action: 'updated', slug: 'store', reason: 'renamed locally: shop → store' }],
    })
    expect([written(), stored('shop'), stored('store')]).toMatchObject([
      ['PATCH'],
      undefined,
      { id, name: 'store', code: edited('Store') },
    ])
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  })

  test('push sends a removed readme, and other fields than code', async () => {
    const files = {
      'shop.topology.js': script('shop', 'tags: [one]\ndescription: First'),
      'shop.md': '# Shop\n',
    }
    const { ok, save, written, script: stored } = await project(document, files)
    await ok('push')
    expect(stored('shop')).toMatchObject({
      tags: ['one'],
      description: 'First',
      readme: '# Shop\n',
    })
    save(script('shop', 'tags: [two]\nname: The shop'))
    save('', 'shop.md')
    written()
    expect((await ok('push')).counts).toEqual({ updated: 1 })
    expect(stored('shop')).toMatchObject({ tags: ['two'], description: '', name: 'The shop' })
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
    expect(written()).toEqual(['PATCH'])
  })

  test('F6: push leaves what only the service changed; a change of both sides is a conflict until it is decided', async () => {
    const { ok, run, change, save, written, code, text, backups } = await project(document)
    await ok('push')
    change('shop', { code: edited('Theirs') })
    written()
    expect((await ok('push')).counts).toEqual({ 'remote-ahead': 1 })
    save(edited('Ours'))
    const { code: exit, data } = await run('push')
    expect([exit, data.items]).toMatchObject([6, [{ slug: 'shop', action: 'conflict' }]])
    expect(await text('push')).not.toMatch(/since \W*$/m)
    expect((await ok('push', '--on-conflict', 'skip')).counts).toEqual({ skipped: 1 })
    expect((await run('push', '--on-conflict', 'fail')).code).toBe(6)
    expect([written(), code()]).toEqual([[], edited('Theirs')])

    expect((await ok('push', '--on-conflict', 'overwrite')).counts).toEqual({ updated: 1 })
    expect([written(), code()]).toEqual([['PATCH'], edited('Ours')])
    expect(backups()).toMatchObject([{ code: edited('Theirs') }])
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  })

  test.each([[[]], [['--on-conflict', 'overwrite']]])(
    'a change between plan and write is a conflict, and is kept: push %j',
    async (flags) => {
      const { ok, run, change, whenAnswered, save, written, code } = await project(document)
      await ok('push')
      save(edited('Ours'))
      written()
      whenAnswered(read, () => change('shop', { code: edited('Theirs') }))
      const { code: exit, data } = await run('push', ...flags)
      expect([exit, data.items]).toMatchObject([6, [{ slug: 'shop', action: 'conflict' }]])
      expect([written(), code()]).toEqual([[], edited('Theirs')])
    },
  )

  test('a fresh clone without records adopts what is the same, and does not overwrite what differs', async () => {
    const { ok, running, written, code } = await project(document)
    await ok('push')
    written()
    const same = await project(document, { 'shop.topology.js': shop }, running)
    expect((await same.ok('push')).counts).toEqual({ unchanged: 1 })
    const other = await project(document, { 'shop.topology.js': edited('Other') }, running)
    expect((await other.run('push')).code).toBe(6)
    expect([written(), code()]).toEqual([[], shop])
    expect((await other.run('push', '--on-conflict', 'overwrite')).code).toBe(6)
    expect([written(), code()]).toEqual([[], shop])
    expect((await other.ok('push', '--adopt')).counts).toEqual({ updated: 1 })
    expect([code(), other.backups()]).toMatchObject([edited('Other'), [{ code: shop }]])
  })

  test('push --delete deletes a script whose file was removed, but not one that changed since', async () => {
    const files = { 'kept.topology.js': script('kept'), 'gone.topology.js': script('gone') }
    const { ok, run, change, remove, written, script: stored } = await project(document, files)
    await ok('push')
    remove('gone.topology.js')
    written()
    change('gone', { description: 'Still needed' })
    expect((await run('push', '--delete', '--yes')).data.items[1]).toMatchObject({
      action: 'conflict',
    })
    expect(written()).toEqual([])
    change('gone', { description: '' })
    expect((await ok('push', '--delete', '--yes')).counts).toEqual({ unchanged: 1, deleted: 1 })
    expect([written(), stored('gone')]).toEqual([['DELETE'], undefined])
    expect((await ok('push', '--delete', '--yes')).counts).toEqual({ unchanged: 1 })
  })

  test('a lost answer is found again: push writes once', async () => {
    const { ok, save, control, requests, code } = await project(document)
    const lose = (method: string, path: string) =>
      control.faults.add({ method, path, kind: 'lost-response', times: 1 })
    lose('POST', '/v1/scripts')
    await ok('push')
    expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
    save(edited('Ours'))
    lose('PATCH', '/v1/scripts/*')
    await ok('push')
    expect(code()).toBe(edited('Ours'))
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  })

  test.each(oneOf(2, ['PATCH /v1/scripts/{id}', 'POST /v1/scripts']))(
    'a push that is killed after %s is finished by the next one, also after an edit',
    { timeout: 60_000 },
    async (step) => {
      const { ok, save, written, code, cwd, env, running } = await project(document)
      if (step.startsWith('PATCH')) {
        await ok('push')
        // From here on, it is known whether the service takes a guard.
        save(edited('First'))
        await ok('push')
      }
      save(edited('Killed'))
      await topoProcess(['push'], {
        cwd,
        env: { ...env, NODE_OPTIONS: preload, KILL_ON: `after ${step}` },
      })
      expect(code()).toBe(edited('Killed'))
      written()
      const copy = await project(document, {}, running)
      cpSync(cwd, copy.cwd, { recursive: true })
      expect((await ok('push')).counts).toEqual({ unchanged: 1 })
      expect(written()).toEqual([])
      copy.save(edited('Later'))
      expect((await copy.ok('push')).counts).toEqual({ updated: 1 })
      expect([written(), code()]).toEqual([['PATCH'], edited('Later')])
    },
  )
})
