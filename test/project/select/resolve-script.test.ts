import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProject } from '../../../src/project/config/project.ts'
import { folderOfScripts } from '../../../src/project/select/candidate-files.ts'
import {
  resolvePaths,
  resolveRemoteName,
  resolveScript,
  scriptName,
} from '../../../src/project/select/resolve-script.ts'
import { makeFolder } from '../folder.ts'

async function project(files: Record<string, string> = {}) {
  const folder = makeFolder({ 'topo.config.json': '{}', ...files })
  return { at: folder.at, project: await openProject(folder.root) }
}

describe('resolveScript', () => {
  it.each([
    ['resolves a slug', 'shop', 'shop'],
    ['resolves an id', 'scr_1', 'scr_1'],
    ['resolves a web address', 'https://example.com/v/caf%C3%A9/', 'café'],
  ])('%s', async (_, given, name) => {
    expect(await scriptName((await project()).project, given)).toBe(name)
  })

  it('resolves any existing file', async () => {
    const files = { 'bar.js': 'x', 'a/shop.topology.ts': '/*---\nslug: other\n---*/\n' }
    const { project: open, at } = await project(files)
    expect(await resolveScript(open, 'bar.js')).toEqual({ name: 'bar', file: at('bar.js') })
    expect(await resolveScript(open, './a/shop.topology.ts')).toEqual({
      name: 'other',
      file: at('a/shop.topology.ts'),
    })
  })

  it.each([
    ['a/shp.topology.js', 'Did you mean "a/shop.topology.js"?'],
    ['shop.js', 'Did you mean "a/shop.topology.js"?'],
    ['carts.topology.ts', 'Did you mean "b/cart.topology.ts"?'],
    ['shop.svg', 'Did you mean "a/shop.topology.js"?'],
    ['picture.svg', 'Name a script by its file, slug, id or web address.'],
    ['a/x.js', 'Name a script by its file, slug, id or web address.'],
    ['../elsewhere/nothing.ts', 'Name a script by its file, slug, id or web address.'],
  ])('never looks for the path %s on the service', async (given, hint) => {
    const files = { 'a/shop.topology.js': 'x', 'b/cart.topology.ts': 'x' }
    const { project: open } = await project(files)
    await expect(resolveRemoteName(open, given)).rejects.toMatchObject({
      message: `File not found: ${given}.`,
      code: 'TOPO_NO_FILES',
      hint,
    })
  })

  it('prefers a local file with the slug over a remote script', async () => {
    const files = {
      'a/x.topology.js': '/*---\nname: X\nslug: "shop"\n---*/\n',
      'b/cart.topology.ts': '',
      'mine.js': '',
    }
    const { project: open, at } = await project(files)
    const taken: string[] = []
    const given = ['shop', 'b', 'mine.js', 'cart', '*.topology.js', 'somewhere-else']
    expect(await resolvePaths(open, given, (slug, path) => taken.push(`${slug} ${path}`))).toEqual([
      at('a/x.topology.js'),
      'b',
      'mine.js',
      at('b/cart.topology.ts'),
      '*.topology.js',
      'somewhere-else',
    ])
    expect(taken).toEqual(['shop a/x.topology.js', 'cart b/cart.topology.ts'])
    expect(await resolveScript(open, 'shop')).toEqual({ name: 'shop', file: at('a/x.topology.js') })
    expect(await resolveRemoteName(open, 'shop')).toEqual({ name: 'shop' })
    await expect(resolvePaths(open, ['shp'], () => {})).rejects.toMatchObject({
      code: 'TOPO_NO_FILES',
      hint: 'Did you mean "shop" (a/x.topology.js)?',
    })
  })

  it.each([
    ['a license', `/*\n${' * All rights reserved.\n'.repeat(200)} */\n`],
    ['long imports', `import {\n${'  a,\n'.repeat(1000)}} from './a.js'\n`],
    ['blank lines', '\n'.repeat(5000)],
    ['a byte order mark', '\uFEFF'],
  ])('finds the slug in a header behind %s', async (_, before) => {
    const { project: open, at } = await project({
      'x.topology.js': `${before}/*---\nslug: shop\n---*/\nf()\n`,
    })
    expect(await resolveScript(open, 'shop')).toEqual({ name: 'shop', file: at('x.topology.js') })
  })

  it('resolves a slug even if a file or folder has that name', async () => {
    const { project: open } = await project({ shop: '#!/bin/sh', 'diagrams/x': '' })
    expect(await resolveScript(open, 'shop')).toEqual({ name: 'shop' })
    expect(await resolveScript(open, 'diagrams')).toEqual({ name: 'diagrams' })
  })
})

it.each(['', '  ', 'https://example.com/v/%E0%A4%A', 'https://example.com/v/', 'https://['])(
  'resolveScript refuses: %j',
  async (given) => {
    await expect(scriptName((await project()).project, given)).rejects.toMatchObject({
      code: 'TOPO_USAGE',
      exitCode: 2,
      message:
        given.trim() === ''
          ? 'The name of the script is empty.'
          : `${given} is not the address of a script.`,
    })
  },
)

it.each<[string, Record<string, string>, string, string]>([
  [
    'is the folder with most scripts',
    { 'a/1.topology.js': '', 'b/2.topology.js': '', 'b/3.topology.js': '' },
    '.',
    'b',
  ],
  [
    'is the working folder if it contains scripts',
    { 'a/1.topology.js': '', 'b/2.topology.js': '', 'b/3.topology.js': '' },
    'a',
    'a',
  ],
  [
    'is the folder of the include pattern',
    { 'topo.config.json': '{"include":["./docs/maps/**"]}' },
    '.',
    'docs/maps',
  ],
  ['is an included folder', { 'topo.config.json': '{"include":["diagrams"]}' }, '.', 'diagrams'],
  ['is the working folder in a new project', { 'src/x.js': '' }, 'src', 'src'],
])('folderOfScripts: %s', async (_, files, cwd, folder) => {
  const { at } = makeFolder({ 'topo.config.json': '{}', ...files })
  expect(await folderOfScripts(await openProject(at(cwd)))).toBe(join(at('.'), folder))
})
