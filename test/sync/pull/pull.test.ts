import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../src/sync/plan/outcome.ts'
import { changeThere, goodCode, readOnly, workspace } from '../../project/workspace.ts'

const narrow = { 'topo.config.json': '{"include":["diagrams/**/*.topology.js"]}' }
const actions = ({ outcomes }: { outcomes: { slug: string; action: string }[] }) =>
  Object.fromEntries(outcomes.map(({ slug, action }) => [slug, action]))

it('a pull of characters that reorder text writes them unchanged, with a warning', async () => {
  const space = await workspace()
  const code = `${goodCode}// \u202e\u2066 a \u2069\n`
  const body = {
    slug: 'odd',
    name: 'Odd',
    type: 'topology',
    code,
    readme: 'a\u202eb',
    tags: ['x\u2067y'],
  }
  await space.client.scripts.create({ body })
  const { outcomes } = await space.pull()
  const warnings = outcomes.flatMap(({ slug, warning }) =>
    warning === undefined ? [] : [[slug, warning]],
  )
  expect(warnings).toEqual([
    ['odd', expect.stringContaining('U+202E in its code, U+2066 in its code')],
  ])
  expect(warnings[0]?.[1]).toContain('U+202E in its readme')
  expect(warnings[0]?.[1]).toContain('U+2067 in its tags')
  expect(space.read('odd.topology.js')).toContain('tags: ["x\\u2067y"]')
  expect(space.read('odd.topology.js')).toContain('\u202e')
  expect((await space.pull()).outcomes.find(({ slug }) => slug === 'odd')?.warning).toBeUndefined()
})

describe('a second pull', () => {
  it('finds files that the project does not include', async () => {
    const space = await workspace(narrow)
    expect(actions(await space.pull())).toEqual({ 'alice-notes': 'pulled', 'alice-shop': 'pulled' })
    expect(actions(await space.pull())).toEqual({
      'alice-notes': 'unchanged',
      'alice-shop': 'unchanged',
    })
    await changeThere(space.service, 'alice-shop', 'New')
    expect(actions(await space.pull([], { dir: 'diagrams' }))['alice-shop']).toBe('pulled')
    expect(space.read('alice-shop.topology.js')).toContain('description: New')
    expect(Object.keys(await space.records()).sort()).toEqual([
      'alice-notes.topology.js',
      'alice-shop.topology.js',
    ])
  })

  it('finds a file that was pushed by name', async () => {
    const space = await workspace({ ...narrow, 'drafts/mine.js': goodCode })
    await space.push([space.at('drafts/mine.js')])
    expect(actions(await space.pull(['mine']))).toEqual({ mine: 'unchanged' })
  })

  it('finds files without a sync record', async () => {
    const first = await workspace(narrow)
    await first.pull()
    const clone = await workspace(
      { ...narrow, 'alice-shop.topology.js': first.read('alice-shop.topology.js') },
      first.service,
    )
    expect(actions(await clone.pull(['alice-shop']))).toEqual({ 'alice-shop': 'unchanged' })
  })

  it('keeps one record for a renamed file', async () => {
    const space = await workspace({ 'old.topology.js': `/*---\nslug: shop\n---*/\n${goodCode}` })
    await space.push()
    rmSync(space.at('old.topology.js'))
    expect(actions(await space.pull(['shop']))).toEqual({ shop: 'pulled' })
    expect(Object.keys(await space.records())).toEqual(['shop.topology.js'])
    expect(actions(await space.pull(['shop']))).toEqual({ shop: 'unchanged' })
  })
})

describe("a pull of another user's script", () => {
  const file = 'hello-topology.topology.js'

  it('is unchanged if the file is the same, and writes no sync record', async () => {
    const space = await workspace()
    expect(actions(await space.pull(['hello-topology']))).toEqual({ 'hello-topology': 'pulled' })
    const { outcomes } = await space.pull(['hello-topology', 'hello-topology'])
    expect(outcomes).toMatchObject([{ slug: 'hello-topology', action: 'unchanged', path: file }])
    expect(await space.records()).toEqual({})
  })

  it('overwrites a different file only with force', async () => {
    const space = await workspace({ [file]: goodCode })
    const refused = await space.pull(['hello-topology'])
    expect(refused.outcomes).toMatchObject([
      { action: 'conflict', hint: expect.stringContaining('--force') },
    ])
    expect(exitCodeOf(refused.outcomes)).toBe(6)
    expect(space.read(file)).toBe(goodCode)
    expect(actions(await space.pull(['hello-topology'], { force: true }))).toEqual({
      'hello-topology': 'pulled',
    })
    expect(readdirSync(space.at('.topo/backup'))).toHaveLength(1)
  })

  it('cannot be pushed back, and the hint says why', async () => {
    const space = await workspace()
    await space.pull(['hello-topology'])
    const { outcomes } = await space.push()
    expect(outcomes).toMatchObject([
      { action: 'failed', error: 'TOPO_SLUG_TAKEN', hint: expect.stringContaining('another user') },
    ])
    expect(exitCodeOf(outcomes)).toBe(6)
  })
})

describe('a pull', () => {
  it('reports what was and was not done if stopped in the middle', async () => {
    const space = await workspace()
    const { id } = space.service.database.scripts.by('slug', 'alice-shop')[0] as { id: string }
    space.service.control.faults.add({
      path: `/v1/scripts/${id}`,
      status: 401,
      body: { error: 'unauthorized' },
    })
    const { outcomes, ended } = await space.pull()
    expect(ended).toMatchObject({ code: 'TOPO_UNAUTHORIZED', exitCode: 4 })
    expect(outcomes).toMatchObject([
      { slug: 'alice-notes', action: 'pulled' },
      { slug: 'alice-shop', action: 'not-done', error: 'TOPO_UNAUTHORIZED', exitCode: 4 },
    ])
  })

  it('pulls other scripts if one cannot be read', async () => {
    const space = await workspace()
    const { id } = space.service.database.scripts.by('slug', 'alice-notes')[0] as { id: string }
    space.service.control.faults.add({
      path: `/v1/scripts/${id}`,
      status: 403,
      body: { error: 'forbidden' },
    })
    const { outcomes, ended } = await space.pull()
    expect(ended).toBeUndefined()
    expect(outcomes).toMatchObject([
      { slug: 'alice-notes', action: 'failed', error: 'TOPO_FORBIDDEN', exitCode: 1 },
      { slug: 'alice-shop', action: 'pulled', exitCode: 0 },
    ])
  })

  it('exits with conflict and a hint if imports would be lost', async () => {
    const space = await workspace({
      'lib.ts': "export const name: string = 'web'\n",
      'shop.topology.ts': `import { name } from './lib.ts'\n${goodCode.replace("'web'", 'name')}`,
    })
    await space.push()
    const { id } = space.service.database.scripts.by('slug', 'shop')[0] as { id: string }
    space.service.advance(60)
    await space.client.scripts.update({ params: { id }, body: { code: `${goodCode}// theirs\n` } })
    const { outcomes } = await space.pull(['shop'])
    expect(outcomes).toMatchObject([
      {
        action: 'failed',
        error: 'TOPO_BUNDLED_SOURCE',
        exitCode: 6,
        hint: expect.stringContaining('--force'),
      },
    ])
    expect(exitCodeOf(outcomes)).toBe(6)
  })

  it('overwrites a file with problems only with force', async () => {
    const space = await workspace({ 'shop.topology.js': goodCode })
    await space.push()
    await changeThere(space.service, 'shop', 'Theirs')
    const broken = `/*---\nnmae: x\n---*/\n${goodCode}`
    space.write('shop.topology.js', broken)
    const { outcomes } = await space.pull(['shop'])
    expect(outcomes).toMatchObject([{ action: 'invalid', exitCode: 1, error: 'TOPO_INVALID' }])
    expect(space.read('shop.topology.js')).toBe(broken)
    expect(actions(await space.pull(['shop'], { force: true }))).toEqual({ shop: 'pulled' })
  })

  it('stays in the project if the state was manipulated', async () => {
    const space = await workspace({ 'shop.topology.js': goodCode })
    await space.push()
    const record = Object.values(await space.records())[0]
    rmSync(space.at('shop.topology.js'))
    const services = { 'http://localhost': { '../evil/shop.topology.js': record } }
    space.write('.topo/state.json', JSON.stringify({ version: 1, services }))
    expect((await space.pull(['shop'])).outcomes).toMatchObject([
      { action: 'pulled', path: 'shop.topology.js' },
    ])
  })

  it('writes nothing if the state is not writable', { tags: 'modes' }, async () => {
    const space = await workspace({ 'diagrams/x': '' })
    chmodSync(space.at('diagrams'), 0o777)
    const pulled = readOnly(space.root, () => space.pull([], { dir: 'diagrams' }))
    await expect(pulled).rejects.toMatchObject({ code: 'TOPO_WRITE_FAILED', exitCode: 1 })
    expect(readdirSync(space.at('diagrams'))).toEqual(['x'])
  })
})
