import { describe, expect, it } from 'vitest'
import { loadScripts } from '../../src/project/script/load.ts'
import { exitCodeOf } from '../../src/sync/plan/outcome.ts'
import { changeThere, goodCode, remoteOf, workspace } from '../project/workspace.ts'

const file = 'shop.topology.js'
const lines = (...more: string[]) => `${goodCode}${more.map((line) => `// ${line}\n`).join('')}`
const before = lines('one', 'two', 'three', 'four')
const header = (text: string) => `/*---\n${text}\n---*/\n`

/** Both sides had `before`; then each changed something. */
async function diverged(
  here: Record<string, string>,
  there: object,
  files: Record<string, string> = {},
) {
  const space = await workspace({ [file]: before, ...files })
  await space.push()
  space.service.advance(60)
  const { id } = await remoteOf(space.client, 'shop')
  await space.client.scripts.update({ params: { id }, body: there })
  for (const [name, text] of Object.entries(here)) space.write(name, text)
  return { ...space, merge: () => space.pull(['shop'], { merge: true }) }
}

describe('pull --merge', () => {
  it('merges changes that do not overlap, and the next push sends them', async () => {
    const here = header('name: Mine\ntags: [mine]') + lines('ONE', 'two', 'three', 'four')
    const there = {
      code: lines('one', 'two', 'three', 'FOUR'),
      description: 'Theirs',
      tags: ['theirs'],
    }
    const { merge, read, push, status, client } = await diverged({ [file]: here }, there)
    const { outcomes } = await merge()
    expect(outcomes).toMatchObject([{ action: 'merged', exitCode: 0 }])
    const merged = lines('ONE', 'two', 'three', 'FOUR')
    expect(read(file)).toBe(
      header('name: Mine\ntags: [mine, theirs]\ndescription: Theirs') + merged,
    )
    expect(await status()).toMatchObject([{ state: 'local-ahead' }])
    expect((await push()).outcomes).toMatchObject([{ action: 'updated' }])
    expect(await remoteOf(client, 'shop')).toMatchObject({
      name: 'Mine',
      description: 'Theirs',
      tags: ['mine', 'theirs'],
      code: merged,
    })
    expect(await status()).toMatchObject([{ state: 'in-sync' }])
  })

  it('keeps the place of the header, and tells the lines of the file', async () => {
    const license = '// SPDX\n\n'
    const space = await workspace({ [file]: license + header('name: Shop') + before })
    await space.push()
    space.service.advance(60)
    const { id } = await remoteOf(space.client, 'shop')
    const code = `// Copyright\n${license}${lines('one', 'two', 'three', 'FOUR')}`
    await space.client.scripts.update({ params: { id }, body: { code, name: 'Theirs' } })
    space.write(
      file,
      license + header('name: Shop\npublic: true') + lines('ONE', 'two', 'three', 'four'),
    )
    const { outcomes } = await space.pull(['shop'])
    const start = goodCode.split('\n').length
    expect(outcomes).toMatchObject([
      {
        divergence: {
          code: [
            { by: 'remote' },
            { by: 'local', line: { local: start + 6, remote: start + 3 } },
            {},
          ],
        },
      },
    ])
    expect((await space.pull(['shop'], { merge: true })).outcomes).toMatchObject([
      { action: 'merged' },
    ])
    const merged = lines('ONE', 'two', 'three', 'FOUR')
    expect(space.read(file)).toBe(
      `// Copyright\n${license}${header('name: Theirs\npublic: true')}${merged}`,
    )
  })

  it('marks a conflict, which is not pushed until resolved', async () => {
    const { merge, read, write, push, status, client } = await diverged(
      { [file]: lines('one', 'mine', 'three', 'four') },
      { code: lines('one', 'theirs', 'three', 'FOUR') },
    )
    const { outcomes } = await merge()
    expect(outcomes).toMatchObject([
      {
        action: 'conflict',
        reason: 'both sides changed code',
        exitCode: 6,
        divergence: { baseKnown: true, code: [{ by: 'both', conflict: true }, { by: 'remote' }] },
      },
    ])
    const marked = read(file)
    expect(marked).toMatch(
      /\/\/ one\n<<<<<<< local\n\/\/ mine\n\|{7} last sync\n\/\/ two\n=======\n\/\/ theirs\n>>>>>>> remote since \S+\n\/\/ three\n\/\/ FOUR\n/,
    )
    expect((await push()).outcomes).toMatchObject([{ action: 'invalid' }])
    expect((await merge()).outcomes).toMatchObject([{ action: 'local-ahead' }])
    expect(read(file)).toBe(marked)
    expect(await status()).toMatchObject([
      { state: 'invalid', reason: expect.stringContaining('conflict') },
    ])
    write(file, marked.replace(/<{7}[\s\S]*={7}\n\/\/ theirs\n>{7}.*\n/, '// both\n'))
    expect((await push()).outcomes).toMatchObject([{ action: 'updated' }])
    expect((await remoteOf(client, 'shop')).code).toBe(lines('one', 'both', 'three', 'FOUR'))
  })

  it('marks a conflict of metadata in the header, and of the readme in its file', async () => {
    const { merge, read, push } = await diverged(
      { [file]: header('name: Mine') + before, 'shop.md': '# Mine\n' },
      { name: 'Theirs', readme: '# Theirs\n' },
      { 'shop.md': '# Shop\n' },
    )
    const { outcomes } = await merge()
    expect(outcomes).toMatchObject([
      { action: 'conflict', reason: 'both sides changed name, readme' },
    ])
    expect(read(file)).toContain(
      '<<<<<<< local\nname: Mine\n||||||| last sync\n=======\nname: Theirs\n>>>>>>> remote',
    )
    expect(read('shop.md')).toContain(
      '<<<<<<< local\n# Mine\n||||||| last sync\n# Shop\n=======\n# Theirs\n',
    )
    expect(outcomes[0]?.hint).toContain('<<<<<<<')
    expect((await push()).outcomes).toMatchObject([{ action: 'invalid' }])
  })

  it('does not merge into an unresolved conflict', async () => {
    const { merge, read, service } = await diverged(
      { [file]: lines('one', 'mine', 'three', 'four') },
      { code: lines('one', 'theirs', 'three', 'four') },
    )
    await merge()
    const marked = read(file)
    await changeThere(service, 'shop', 'Again')
    expect((await merge()).outcomes).toMatchObject([{ action: 'invalid', exitCode: 1 }])
    expect(read(file)).toBe(marked)
  })

  it('refuses to push a readme with conflict markers', async () => {
    const { merge, push, root } = await diverged(
      { 'shop.md': '# Mine\n' },
      { readme: '# Theirs\n' },
      { 'shop.md': '# Shop\n' },
    )
    expect((await merge()).outcomes).toMatchObject([{ reason: 'both sides changed readme' }])
    expect((await push()).outcomes).toMatchObject([{ action: 'invalid' }])
    const [script] = await loadScripts([`${root}/${file}`], { root })
    expect(script?.problems).toMatchObject([
      { rule: 'syntax', path: 'shop.md', line: 1, column: 1 },
    ])
  })

  it('backs up the local file before it writes', async () => {
    const mine = lines('ONE', 'two', 'three', 'four')
    const { merge, read } = await diverged(
      { [file]: mine },
      { code: lines('one', 'two', 'three', 'FOUR') },
    )
    await merge()
    expect(read(`.topo/backup/2026-01-02T03-04-05.000Z/${file}`)).toBe(mine)
  })

  it('marks every difference as a conflict without a base', async () => {
    const { merge, write, read } = await diverged(
      { [file]: lines('ONE', 'two', 'three', 'four') },
      { code: lines('one', 'two', 'three', 'FOUR') },
    )
    write('.topo/state.json', '{"version":1,"services":{}}')
    expect((await merge()).outcomes).toMatchObject([
      { action: 'conflict', divergence: { baseKnown: false } },
    ])
    expect(read(file).match(/^<{7}/gm)).toHaveLength(2)
  })

  it('keeps a script with types if only the remote code changed', async () => {
    const typed = `const n: number = 1\n${before}`
    const space = await workspace({ 'shop.topology.ts': typed })
    await space.push()
    space.service.advance(60)
    const { id, code = '' } = await remoteOf(space.client, 'shop')
    await space.client.scripts.update({ params: { id }, body: { code: `${code}// there\n` } })
    space.write('shop.topology.ts', typed.replace('const n: number = 1', 'const n: number = 2'))
    const { outcomes } = await space.pull(['shop'], { merge: true })
    expect(outcomes).toMatchObject([
      { action: 'failed', error: 'TOPO_BUNDLED_SOURCE', exitCode: 6 },
    ])
    expect(exitCodeOf(outcomes)).toBe(6)
    expect(space.read('shop.topology.ts')).toContain('n: number = 2')
  })

  it('merges metadata into a script with types', async () => {
    const typed = `const n: number = 1\n${before}`
    const space = await workspace({ 'shop.topology.ts': typed })
    await space.push()
    space.service.advance(60)
    const { id } = await remoteOf(space.client, 'shop')
    await space.client.scripts.update({ params: { id }, body: { description: 'Theirs' } })
    space.write('shop.topology.ts', typed.replace('= 1', '= 2'))
    expect((await space.pull(['shop'], { merge: true })).outcomes).toMatchObject([
      { action: 'merged' },
    ])
    expect(space.read('shop.topology.ts')).toBe(
      header('description: Theirs') + typed.replace('= 1', '= 2'),
    )
  })
})

it('a push reports which side changed what in a conflict', async () => {
  const { push } = await diverged({ [file]: header('name: Mine') + before }, { name: 'Theirs' })
  expect((await push()).outcomes).toMatchObject([
    {
      action: 'conflict',
      divergence: {
        fields: [{ field: 'name', base: 'shop', local: 'Mine', remote: 'Theirs' }],
        code: [],
        readme: [],
      },
    },
  ])
})
