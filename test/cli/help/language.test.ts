/** The page of the language, and `topo help language`, have every word that the builders and the pictures know. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shapes, states } from '../../../src/render/index.ts'
import { edgeTypes } from '../../../src/render/picture/look/theme.ts'
import { readTopology } from '../../../src/topology/index.ts'
import {
  CONNECTION_OPTIONS,
  ELEMENT_OPTIONS,
  SCENARIO_OPTIONS,
} from '../../../src/topology/model/language.ts'
import { ICONS, SHARD_ROLES } from '../../../src/validator/vocabulary.ts'
import { folder, topo } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const pictures = join(root, 'docs/pictures/language')
const page = readFileSync(join(root, 'docs/language.md'), 'utf8')
const guide = readFileSync(join(root, 'templates/script-guide.md'), 'utf8')
const help = async (name: string) => (await topo(['help', name])).stdout
const files = readdirSync(pictures)

/** The methods of the builders, as a script finds them. */
async function implemented(): Promise<string[]> {
  const { topology } = await readTopology(`
    const t = new TopologyBuilder(true)
    const on = { topology: t, group: t.createGroup('g'), flow: new FlowBuilder() }
    for (const [name, object] of Object.entries(on))
      for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(object)))
        t.createProcess({ id: name + '.' + method })`)
  const ids = topology?.nodes.map(({ id }) => id) ?? []
  return ids.filter((id) => id.includes('.') && !/constructor|toString/.test(id))
}

test('the page, the guide and the help have every call', async () => {
  const calls = await implemented()
  expect(calls).toEqual(
    expect.arrayContaining(['topology.connect', 'group.newRow', 'flow.parallel']),
  )
  expect(calls).toHaveLength(27)
  for (const text of [page, guide, await help('language')])
    expect(calls.filter((call) => !text.includes(`${call}(`))).toEqual([])
})

test('the page has every option in a table, and every value', () => {
  const options = [...ELEMENT_OPTIONS, ...CONNECTION_OPTIONS, ...SCENARIO_OPTIONS]
  expect(options.filter((name) => !page.includes(`\n| \`${name}\` |`))).toEqual([])
  const values = [...shapes, ...states, ...edgeTypes, ...ICONS, ...SHARD_ROLES]
  expect(values.filter((value) => !new RegExp(`[\` ]${value}[\`,]`).test(page))).toEqual([])
})

test('topo help dsl is topo help language: all of the guide, within 80 columns except for code', async () => {
  const text = await help('language')
  expect(await help('dsl')).toBe(text)
  const words = (markdown: string) =>
    markdown.replace(/^\| ---.*|^#+ |^```.*|[`*|]/gm, '').split(/\s+/)
  expect(words(text.toLowerCase())).toEqual(expect.arrayContaining(words(guide.toLowerCase())))
  expect(text).toMatch(/\nNODES\n {2}option +what it does\n {2}id +Unique/)
  const wide = text.split('\n').filter((line) => line.length > 80)
  expect(wide.filter((line) => !guide.includes(line.trim()))).toEqual([])
})

test('its twelve examples and other scripts have no findings, and their pictures are true', async () => {
  const examples =
    /## Twelve examples([\s\S]*)/.exec(page)?.[1]?.match(/language\/[\w-]+\.topology\.js/g) ?? []
  expect(new Set(examples).size).toBe(12)
  const cwd = folder(
    Object.fromEntries(files.map((name) => [name, readFileSync(join(pictures, name), 'utf8')])),
  )
  expect((await topo(['validate'], { cwd })).stdout).toBe('18 scripts are valid\n')
  expect(await topo(['render', '-o', './', '--check'], { cwd })).toMatchObject({
    code: 0,
    stdout: '',
  })
})

test('the page shows every picture', () => {
  expect(files.filter((name) => name.endsWith('.svg') && !page.includes(`/${name})`))).toEqual([])
})
