/** `templates/validation.schema.json` matches the output of `--format json` and `--json`. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { folder, script, topo } from '../topo.ts'

/** The published schema allows further properties; here every property must be in it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  )
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy
}

const file = resolve(import.meta.dirname, '../../../templates/validation.schema.json')
const conforms = new Ajv2020().compile(closed(JSON.parse(readFileSync(file, 'utf8'))) as object)

const files = {
  'topo.config.json': '{ "rules": { "awaited-apply": "warning" } }',
  'good.topology.js': script('good'),
  'idle.topology.js': script('idle').replace(
    'await',
    '// topo-disable-next-line flow-returned -- x\nawait',
  ),
  'late.topology.js': script('late').replace('await ', ''),
  'broken.topology.js': 'const = 1',
  'refused.topology.js':
    'const t = new TopologyBuilder(true)\nt.connect("a", "b")\nawait t.apply()\n',
}

test.each([
  ['--format json', ['--format', 'json']],
  ['--json', ['--json']],
  ['--format json with a baseline', ['--format', 'json', '--write-baseline', 'base.json']],
  ['--fix-dry-run', ['--json', '--fix-dry-run']],
  ['a baseline', ['--json', '--write-baseline', 'base.json']],
])('%s', async (_what, args) => {
  const { stdout } = await topo(['validate', ...args], { cwd: folder(files) })
  const document = JSON.parse(stdout)
  expect(document.errorCount).toBeGreaterThan(1)
  expect('baseline' in document).toBe(args.includes('base.json'))
  expect([conforms(document), conforms.errors]).toEqual([true, null])
})

test('the schema rejects other JSON', () => {
  expect(conforms({ files: [], errorCount: 0, warningCount: 0 })).toBe(false)
  expect(conforms({ files: [], errorCount: -1, warningCount: 0, ruleset: 'x' })).toBe(false)
  expect(conforms({ files: [], errorCount: 0, warningCount: 0, ruleset: 'x', more: 1 })).toBe(false)
})
