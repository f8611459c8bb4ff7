/** The lint plugins of this project: what they refuse, and what they let pass. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../project/folder.ts'

const root = join(import.meta.dirname, '../..')
const plugins = ['no-spread-literal', 'no-tuple-declaration'].map((name) =>
  join(root, `scripts/lint/${name}.grit`),
)

/** Messages of the plugins about each file. */
function messagesAbout(files: Record<string, string>): Record<string, string> {
  const folder = makeFolder({ 'biome.json': JSON.stringify({ root: true, plugins }), ...files })
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder.root, encoding: 'utf8' })
  const lines = stdout.matchAll(/title=plugin,file=(?:[^,]*\/)?([\w-]+\.ts),[^:]*::(.*)/g)
  return Object.fromEntries([...lines].map(([, file, message]) => [file, message]))
}

const spread = "Write the literal's parts themselves instead of spreading it."
const tuple = 'Declare each value on its own line.'

test('refuse literals that are spread where they are made, and tuples that save a line', () => {
  const messages = messagesAbout({
    'object.ts': 'export const o = { ...{ a: 1, b: 2 }, c: 3 }',
    'list.ts': "export const l = [...['a', 'b'], 'c']",
    'call.ts': 'Math.max(...[1, 2])',
    'const.ts': 'export const [a, b] = [1, 2]',
    'let.ts': 'let [p, q]: number[] = [1, 2]\nexport { p, q }',
    'swap.ts': 'let p = 1\nlet q = 2\n;[p, q] = [q, p]\nexport { p, q }',
    'condition.ts': 'export const f = (o: object, is: boolean) => ({ ...o, ...(is && { a: 1 }) })',
    'spread.ts': 'export const g = (l: number[]) => [0, ...l]',
    'await.ts': 'const [a, b] = await Promise.all([1, 2])\nexport { a, b }',
  })
  expect(messages).toEqual({
    'object.ts': spread,
    'list.ts': spread,
    'call.ts': spread,
    'const.ts': tuple,
    'let.ts': tuple,
    'swap.ts': tuple,
  })
})
