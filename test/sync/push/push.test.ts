import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkScript } from '../../../src/project/check/check.ts'
import { openProject } from '../../../src/project/config/project.ts'
import { loadProject } from '../../../src/project/select/selection.ts'
import { exitCodeOf } from '../../../src/sync/plan/outcome.ts'
import { changeThere, goodCode, readOnly, remoteOf, workspace } from '../../project/workspace.ts'

const file = 'shop.topology.js'

describe('a script with an error in its header', () => {
  it.each([
    ['that is otherwise unchanged', goodCode],
    ['that changed too', `${goodCode}// more\n`],
  ])('%s is invalid, in a push and in a status', async (_, code) => {
    const space = await workspace({ [file]: goodCode })
    await space.push()
    space.write(file, `/*---\nnmae: x\n---*/\n${code}`)
    const { outcomes } = await space.push()
    expect(outcomes).toMatchObject([
      { action: 'invalid', error: 'TOPO_INVALID', hint: expect.stringContaining('validate') },
    ])
    expect(exitCodeOf(outcomes)).toBe(1)
    expect(await space.status()).toMatchObject([
      { path: file, state: 'invalid', reason: expect.stringContaining('nmae') },
    ])
  })

  it('does not ask for a conflict policy', async () => {
    const space = await workspace({
      'alice-shop.topology.js': `/*---\nnmae: x\n---*/\n${goodCode}`,
    })
    expect((await space.push([], 'unasked')).outcomes).toMatchObject([{ action: 'invalid' }])
    expect(await remoteOf(space.client, 'alice-shop')).not.toMatchObject({ code: goodCode })
  })
})

describe('a push', () => {
  it('creates nothing if the state is not writable', { tags: 'modes' }, async () => {
    const space = await workspace({ [file]: goodCode })
    await expect(readOnly(space.root, () => space.push())).rejects.toMatchObject({
      code: 'TOPO_WRITE_FAILED',
      exitCode: 1,
      hint: expect.stringContaining('Nothing was done'),
    })
    await expect(remoteOf(space.client, 'shop')).rejects.toMatchObject({ code: 'TOPO_NOT_FOUND' })
  })

  it('needs no writable folder if there is nothing to do', async () => {
    const space = await workspace({ [file]: goodCode })
    await space.push()
    const { outcomes } = await readOnly(space.root, () => space.push())
    expect(outcomes).toMatchObject([{ action: 'unchanged', exitCode: 0, hint: null }])
  })

  it('reports a conflict only for a script that changed during the push', async () => {
    const names = ['a', 'b', 'c']
    const space = await workspace(
      Object.fromEntries(names.map((name) => [`${name}.topology.js`, goodCode])),
    )
    await space.push()
    for (const name of names) space.write(`${name}.topology.js`, `${goodCode}// changed\n`)
    const { outcomes, ended } = await space.push([], 'fail', () =>
      changeThere(space.service, 'b', 'There'),
    )
    expect(ended).toBeUndefined()
    expect(outcomes).toMatchObject([
      { action: 'updated' },
      { action: 'conflict', reason: 'changed on the service since it was last read', exitCode: 6 },
      { action: 'updated' },
    ])
    expect(await remoteOf(space.client, 'b')).toMatchObject({
      code: goodCode,
      description: 'There',
    })
  })

  it('removes only records of scripts that are gone on both sides', async () => {
    const space = await workspace({ [file]: goodCode, 'other.topology.js': goodCode })
    await space.push()
    const { id } = await remoteOf(space.client, 'shop')
    await space.client.scripts.delete({ params: { id } })
    for (const name of [file, 'other.topology.js']) rmSync(space.at(name))
    space.write('third.topology.js', goodCode.replace(/'[^']*'/g, "'third'"))
    const { outcomes } = await space.push()
    expect(outcomes).toMatchObject([
      { slug: 'third', action: 'created' },
      { slug: 'other', action: 'orphan' },
    ])
    expect(Object.keys(await space.records()).toSorted()).toEqual([
      'other.topology.js',
      'third.topology.js',
    ])
  })

  it('gives a hint for a conflict', async () => {
    const space = await workspace({ 'alice-shop.topology.js': goodCode })
    const { outcomes } = await space.push()
    expect(outcomes).toMatchObject([
      { action: 'conflict', exitCode: 6, hint: expect.stringContaining('--on-conflict') },
    ])
  })

  it('reports what was not done, and the error, if stopped early', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `s${n}.topology.js`)
    const space = await workspace(Object.fromEntries(names.map((name) => [name, goodCode])))
    const { outcomes, ended } = await space.push()
    expect(ended).toMatchObject({ exitCode: 5 })
    const asked = space.service.control.journal.list().filter(({ method }) => method === 'POST')
    expect(asked.length).toBeLessThanOrEqual(20 + 4)
    expect(outcomes.filter(({ action }) => action === 'created')).toHaveLength(20)
    expect(outcomes.filter(({ action }) => action === 'not-done')).toMatchObject(
      Array.from({ length: 20 }, () => ({ error: 'TOPO_QUOTA_EXCEEDED', exitCode: 5 })),
    )
  })

  it('keeps one record per script if a named file was moved', async () => {
    const config = { 'topo.config.json': '{"include":["diagrams/**"]}' }
    const space = await workspace({ ...config, [file]: goodCode })
    await space.push([space.at(file)])
    space.write(`diagrams/${file}`, goodCode)
    expect((await space.push()).outcomes).toMatchObject([{ action: 'unchanged' }])
    expect(Object.keys(await space.records())).toEqual([`diagrams/${file}`])
  })
})

it.each([
  ['error', 'invalid', [{ rule: 'awaited-apply', severity: 'error' }]],
  ['off', 'created', []],
])(
  'a push obeys the settings of the project: with advice as %s a script is %s',
  async (set, action, all) => {
    const { push, root } = await workspace({
      'topo.config.json': JSON.stringify({ rules: { 'awaited-apply': set } }),
      'a.topology.js': goodCode.replace('await ', ''),
    })
    expect((await push()).outcomes).toMatchObject([{ path: 'a.topology.js', action }])
    const scripts = await loadProject(await openProject(root), { paths: [] })
    const checked = await Promise.all(scripts.map((script) => checkScript(script)))
    expect(checked.flatMap(({ findings }) => findings)).toMatchObject(all)
  },
)
