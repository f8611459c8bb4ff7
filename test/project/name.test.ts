import { describe, expect, it } from 'vitest'
import { namedScript, scriptName } from '../../src/project/name.ts'
import { openProject } from '../../src/project/project.ts'
import { makeFolder } from './folder.ts'

async function project(files: Record<string, string> = {}) {
  const folder = makeFolder({ 'topo.config.json': '{}', ...files })
  return { at: folder.at, project: await openProject(folder.root) }
}

describe('a script is named', () => {
  it.each([
    ['by its slug', 'shop', 'shop'],
    ['by its id', 'scr_1', 'scr_1'],
    ['by its address', 'https://example.com/v/caf%C3%A9/', 'café'],
  ])('%s', async (_, given, name) => {
    expect(await scriptName((await project()).project, given)).toBe(name)
  })

  it('by any file that is there', async () => {
    const files = { 'bar.js': 'x', 'a/shop.topology.ts': '/*---\nslug: other\n---*/\n' }
    const { project: open, at } = await project(files)
    expect(await namedScript(open, 'bar.js')).toEqual({ name: 'bar', file: at('bar.js') })
    expect(await namedScript(open, './a/shop.topology.ts')).toEqual({
      name: 'other',
      file: at('a/shop.topology.ts'),
    })
  })

  it('by its slug, even beside a file or a folder of that name', async () => {
    const { project: open } = await project({ shop: '#!/bin/sh', 'diagrams/x': '' })
    expect(await namedScript(open, 'shop')).toEqual({ name: 'shop' })
    expect(await namedScript(open, 'diagrams')).toEqual({ name: 'diagrams' })
  })
})

describe('no script is named', () => {
  it.each(['', '  ', 'https://example.com/v/%E0%A4%A', 'https://example.com/v/', 'https://['])(
    'by %j',
    async (given) => {
      await expect(scriptName((await project()).project, given)).rejects.toMatchObject({
        code: 'TOPO_NOT_A_SCRIPT',
        exitCode: 2,
      })
    },
  )
})
