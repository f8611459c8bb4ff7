/** PlantUML itself reads what topo writes for it, where it is installed (Debian's package `plantuml`). */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pictureFormats } from '../../../../src/render/index.ts'
import { folder } from '../../../cli/topo.ts'
import { corpus } from '../../corpus/index.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const isMissing = spawnSync('plantuml', ['-version']).status !== 0
if (isMissing)
  process.stderr.write('\nNO PLANTUML: its tests are left out. Install the package plantuml.\n\n')

const plantuml = pictureFormats.find(({ name }) => name === 'plantuml')
const textOf = async (script: string, direction?: 'right') =>
  (await plantuml?.write(await pictureOf(script, 'Shop', { direction }), { theme: 'light' })) ?? ''

describe.skipIf(isMissing)('PlantUML reads', () => {
  test('all diagrams of the corpus', async () => {
    const files = await Promise.all(
      corpus.map(async ([name, script]) => [`${name}.puml`, await textOf(script)] as const),
    )
    const [, first] = corpus[0] ?? ['', '']
    files.push(['right.puml', await textOf(first, 'right')])
    const cwd = folder(Object.fromEntries(files))
    const run = spawnSync(
      'plantuml',
      ['-checkonly', '-failfast2', ...files.map(([name]) => name)],
      { cwd },
    )
    expect([run.status, run.stdout.toString(), run.stderr.toString()]).toEqual([0, '', ''])
    // The check finds errors at all.
    const broken = folder({ 'x.puml': '@startuml\nrectangle "a" as\n???\n@enduml\n' })
    expect(
      spawnSync('plantuml', ['-checkonly', '-failfast2', 'x.puml'], { cwd: broken }).status,
    ).not.toBe(0)
  }, 120_000)

  test('hostile names as they are', async () => {
    const names = [
      '%getenv("PATH")',
      '!include /etc/passwd',
      '<b>x</b> **y** //z//',
      'a\\nb "c" @enduml',
      '~[[http://x y]]',
      '&lt;&#65;',
      '<U+0041>',
      "' /' x '/",
    ]
    const script = drawing(
      names
        .map((name, i) => `t.createProcess({ id: 'n${i}', label: ${JSON.stringify(name)} })`)
        .join('\n'),
    )
    const cwd = folder({ 'x.puml': await textOf(script) })
    execFileSync('plantuml', ['-tsvg', '-Playout=smetana', 'x.puml'], { cwd })
    const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
    const drawn = readFileSync(join(cwd, 'x.svg'), 'utf8')
      .replace(/<!--.*?-->/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
        code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
      )
      .replace(/\s+/g, '')
    for (const name of names) expect(drawn).toContain(name.replace(/\s+/g, ''))
  }, 120_000)
})
