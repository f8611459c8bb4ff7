/** Example scripts in templates, the demo world and the documents have no findings. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { validate } from '../../src/exports/validator.ts'
import { demoWorld } from '../../src/mock/fixtures/demo-world.ts'
import { isAll } from '../cases.ts'

const root = join(import.meta.dirname, '../..')
const scriptsBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.topology\.[jt]s$/.test(name))
    .map((name): [string, string] => [
      `${folder}: ${name}`,
      readFileSync(join(root, folder, name), 'utf8'),
    ])

const corpus: [string, string][] = [
  ...scriptsBelow('templates'),
  ...(demoWorld.tables.scripts ?? []).map((script): [string, string] => {
    const { slug, code } = script as object as { slug: string; code: string }
    return [`demo world: ${slug}`, code]
  }),
  ...scriptsBelow('docs'),
]

describe('example scripts have no finding', () => {
  it('the corpus has scripts from each source', () => {
    const names = corpus.map(([name]) => name).join('\n')
    expect(names).toMatch(/templates: starters.*[\s\S]*demo world.*[\s\S]*docs: /)
    expect(corpus.length).toBeGreaterThan(12)
  })

  it.each(corpus)('%s', async (_, code) => {
    const { findings } = await validate(code)
    expect(findings).toEqual([])
  })
})

const many = isAll ? 8000 : 2000
it(`validation finishes with ${many} nodes and connections that have a finding each`, async () => {
  const script = `const t = new TopologyBuilder(true)
for (let i = 0; i < ${many}; i++) t.createProcess({ id: 'n' + i, label: 'Node ' + i, layer: 'layer' + i, lable: 1 })
for (let i = 1; i < ${many}; i++) t.connect('n' + i, 'n' + (i - 1), { port: 80, type: 'htpp' })
await t.apply()`
  const { findings } = await validate(script, { limits: { steps: 2_000_000_000 } })
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    new Set(['unknown-option', 'unknown-connection-type']),
  )
  expect(findings).toHaveLength(2 * many - 1)
}, 60_000)
