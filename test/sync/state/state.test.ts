import { readdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ignoreRulesOf } from '../../../src/project/config/ignore-rules.ts'
import { withinScope } from '../../../src/sync/state/limit-records.ts'
import { SyncState } from '../../../src/sync/state/state.ts'
import { impatientClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'

const SERVICE = 'https://api.example.com'
const record = (n: number | string) => ({
  id: `id-${n}`,
  slug: `s-${n}`,
  updatedAt: `t-${n}`,
  hash: `h-${n}`,
})

/** Paths of Windows have backslashes. */
const escapeRegExp = (text: string): string => text.replace(/[\\.()[\]{}+*?^$|]/g, '\\$&')

describe('the sync records', () => {
  it('is empty at first, and a read creates no file', async () => {
    const { root } = makeFolder()
    expect(await new SyncState(root, impatientClock).read(SERVICE)).toEqual({})
    expect(readdirSync(root)).toEqual([])
  })

  it('records scripts by service and path, in a folder that git ignores', async () => {
    const { root, read } = makeFolder()
    const state = new SyncState(root, impatientClock)
    await state.update(SERVICE, 'a/b.topology.js', record(1))
    expect(JSON.parse(read('.topo/state.json')).services[SERVICE]).toEqual({
      'a/b.topology.js': record(1),
    })
    await state.update('local', 'a/b.topology.js', record(2))
    expect(await state.read(SERVICE)).toEqual({ 'a/b.topology.js': record(1) })
    expect(await new SyncState(root, impatientClock).read('local')).toEqual({
      'a/b.topology.js': record(2),
    })
    expect(read('.topo/.gitignore')).toBe('*\n')
    expect(JSON.parse(read('.topo/state.json'))).toEqual({
      version: 1,
      services: {
        [SERVICE]: { 'a/b.topology.js': record(1) },
        local: { 'a/b.topology.js': record(2) },
      },
    })
  })

  it('removes a record', async () => {
    const { root } = makeFolder()
    const state = new SyncState(root, impatientClock)
    await Promise.all([
      state.update(SERVICE, 'a', record(1)),
      state.update(SERVICE, 'b', record(2)),
      state.remove(SERVICE, 'a'),
    ])
    expect(await new SyncState(root, impatientClock).read(SERVICE)).toEqual({ b: record(2) })
  })

  it('records a script for one file only', async () => {
    const { root } = makeFolder()
    const state = new SyncState(root, impatientClock)
    await state.update(SERVICE, 'a', record(1))
    await state.update('local', 'a', record(1))
    await state.update(SERVICE, 'b', record(1))
    expect(await state.read(SERVICE)).toEqual({ b: record(1) })
    expect(await state.read('local')).toEqual({ a: record(1) })
  })

  it('records a script for one file only, also if the file names it twice', async () => {
    const twice = { a: record(1), b: record(1), c: record(2) }
    const text = JSON.stringify({ version: 1, services: { [SERVICE]: twice } })
    const { root } = makeFolder({ '.topo/state.json': text })
    const state = new SyncState(root, impatientClock)
    await state.update(SERVICE, 'd', record(1))
    await state.update(SERVICE, 'd', { ...record(1), id: 'id-3' })
    await state.update(SERVICE, 'e', record(1))
    expect(await state.read(SERVICE)).toEqual({
      c: record(2),
      d: { ...record(1), id: 'id-3' },
      e: record(1),
    })
  })

  it('records a thousand simultaneous updates with few writes', async () => {
    const { root } = makeFolder()
    const state = new SyncState(root, impatientClock)
    await Promise.all(
      Array.from({ length: 1000 }, (_, i) => state.update(SERVICE, `p${i}`, record(i))),
    )
    const records = await new SyncState(root, impatientClock).read(SERVICE)
    expect(Object.keys(records)).toHaveLength(1000)
    expect(records.p999).toEqual(record(999))
    expect(readdirSync(`${root}/.topo`).sort()).toEqual(['.gitignore', 'state.json'])
  })

  it('records updates during a write', async () => {
    const { root } = makeFolder()
    const state = new SyncState(root, impatientClock)
    const updates: Promise<void>[] = []
    for (let i = 0; i < 200; i++) {
      updates.push(state.update(SERVICE, `p${i}`, record(i)))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(updates)
    expect(Object.keys(await new SyncState(root, impatientClock).read(SERVICE))).toHaveLength(200)
  })

  it('keeps concurrent changes of another process', async () => {
    const { root } = makeFolder()
    const one = new SyncState(root, impatientClock)
    const two = new SyncState(root, impatientClock)
    await one.update(SERVICE, 'a', record(1))
    await two.update(SERVICE, 'b', record(2))
    await one.update(SERVICE, 'c', record(3))
    expect(Object.keys(await two.read(SERVICE)).sort()).toEqual(['a', 'b', 'c'])
  })

  it('accepts any name, such as __proto__', async () => {
    const { root } = makeFolder()
    const state = new SyncState(root, impatientClock)
    await state.update('__proto__', 'constructor', record(1))
    await state.update('__proto__', '__proto__', record(2))
    const records = await new SyncState(root, impatientClock).read('__proto__')
    expect(Object.entries(records)).toEqual([
      ['constructor', record(1)],
      ['__proto__', record(2)],
    ])
    expect(await state.read('toString')).toEqual({})
  })

  it.each([
    ['broken', '{ "version": 1,', 'is not JSON'],
    ['of another version', '{ "version": 2, "services": {} }', 'has version 2'],
    [
      'something else',
      '{ "version": 1, "services": { "x": { "a": { "id": 1 } } } }',
      'did not write',
    ],
    ['a list', '[]', 'does not contain an object'],
  ])('is reported as corrupt with its path, and not overwritten: %s', async (_, text, message) => {
    const { root, at, read } = makeFolder({ '.topo/state.json': text })
    const error = {
      code: 'TOPO_STATE_CORRUPT',
      exitCode: 2,
      message: expect.stringMatching(`${escapeRegExp(at('.topo/state.json'))} .*${message}`),
      hint: expect.stringContaining('Delete it'),
    }
    await expect(new SyncState(root, impatientClock).read(SERVICE)).rejects.toMatchObject(error)
    await expect(
      new SyncState(root, impatientClock).update(SERVICE, 'a', record(1)),
    ).rejects.toMatchObject(error)
    expect(read('.topo/state.json')).toBe(text)
  })

  it('works again after a failed write', async () => {
    const { root, write } = makeFolder({ '.topo/state.json': 'x' })
    const state = new SyncState(root, impatientClock)
    await expect(state.update(SERVICE, 'a', record(1))).rejects.toThrow()
    write('.topo/state.json', '{ "version": 1, "services": {} }')
    await state.update(SERVICE, 'b', record(2))
    expect(await state.read(SERVICE)).toEqual({ b: record(2) })
  })

  it('is never written through a link', { tags: 'links' }, async () => {
    const outside = makeFolder()
    const { root, at } = makeFolder()
    symlinkSync(outside.root, at('.topo'))
    await expect(
      new SyncState(root, impatientClock).update(SERVICE, 'a', record(1)),
    ).rejects.toMatchObject({
      code: 'TOPO_FOLDER_LINK',
    })
    expect(readdirSync(outside.root)).toEqual([])
  })
})

it('withinScope keeps records of selected and deleted files, not of others', async () => {
  const { root } = makeFolder({ 'a.topology.js': '', 'b.topology.js': '' })
  const all = ['a.topology.js', 'b.topology.js', 'gone.topology.js']
  const project = { root, ignored: ignoreRulesOf(root) }
  expect(await withinScope(all, (one) => one, project, [{ path: 'a.topology.js' }])).toEqual([
    'a.topology.js',
    'gone.topology.js',
  ])
})
