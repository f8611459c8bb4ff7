// Checks an installed topo, with one function for each column of the table. A check throws if topo fails.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, run, serve } from './programs.js'

const root = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Checks in their order; later ones use files of earlier ones. Each gets `topo`, `script` and `tsc` (the beginnings of
 * command lines) and `options` with the folder `cwd`. A text that a check returns must be the same in all rows.
 */
export const checks = {
  version: async ({ topo, options }) =>
    assert.equal((await run([...topo, '--version'], options)).trim(), version),

  help: async ({ topo, options }) => {
    assert.match(await run([...topo, '--help'], options), /USAGE/)
    assert.match(await run([...topo, 'push', '--help'], options), /--dry-run/)
  },

  /** The starters in JavaScript and TypeScript, and a script with an import, which esbuild bundles. */
  validate: async ({ topo, options }) => {
    await run([...topo, 'init', '--yes'], options)
    for (const starter of ['web-service', 'event-pipeline', 'three-regions'])
      await run([...topo, 'new', starter, '--starter', starter], options)
    writeFileSync(join(options.cwd, 'diagrams', 'label.ts'), "export const label: string = 'A'\n")
    const code = `import { label } from './label.ts'
const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'a', label }).createProcess({ id: 'b', label: 'B' }).connect('a', 'b')
await topology.apply()
`
    writeFileSync(join(options.cwd, 'diagrams', 'bundled.topology.ts'), code)
    assert.match(await run([...topo, 'validate'], options), /^5 scripts are valid/m)
  },

  /** JavaScriptCore takes hours to compile such code. */
  hostile: async ({ topo, options }) => {
    const nested = `const x = ${'(a = '.repeat(100)}1${') => 1'.repeat(100)}\n`
    writeFileSync(join(options.cwd, 'hostile.js'), nested)
    const { code, stdout, stderr } = await attempt([...topo, 'validate', 'hostile.js'], options)
    assert.equal(code, 1, stderr)
    assert.match(stdout + stderr, /uses-topology-builder/)
  },

  push: async ({ topo, options }) => {
    const push = async () =>
      JSON.parse(await run([...topo, 'push', '--local', '--json'], options)).counts
    assert.deepEqual(await push(), { created: 5 })
    assert.deepEqual(await push(), { unchanged: 5 })
  },

  /** @returns the hash of the picture */
  png: async ({ topo, options }) => {
    await run([...topo, 'render', 'web-service', '-o', 'picture.png'], options)
    const picture = readFileSync(join(options.cwd, 'picture.png'))
    assert.equal(picture.subarray(1, 4).toString(), 'PNG')
    return createHash('sha256').update(picture).digest('hex')
  },

  mock: ({ topo, options }) =>
    serve([...topo, 'mock', 'start', '--port', '0', '--json'], options, async (url) => {
      const answer = await fetch(`${url}/v1/billing/status`)
      assert.equal(answer.headers.get('x-topo-mock'), '1')
      assert.deepEqual(await answer.json(), { configured: true })
    }),

  preview: ({ topo, options }) =>
    serve([...topo, 'preview', '--port', '0', '--no-open', '--json'], options, async (url) => {
      const answer = await fetch(url)
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /<title>[\s\S]*<script/)
    }),

  mcp: async ({ topo, options }) => {
    const clientInfo = { name: 'smoke', version: '1' }
    const input = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const output = await run([...topo, 'mcp'], { ...options, input: input.join('') })
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(answers.find(({ id }) => id === 1).result.serverInfo.version, version)
    const names = answers.find(({ id }) => id === 2).result.tools.map(({ name }) => name)
    assert.ok(names.includes('validate_diagram'), names.join())
  },

  /** `topo-cli/mock` and `topo-cli/validator`, as other programs import them; `topo-cli/dsl` has only types. */
  exports: async ({ script, options }) => {
    writeFileSync(join(options.cwd, 'use-exports.mjs'), USE_EXPORTS)
    assert.equal(
      await run([...script, 'use-exports.mjs'], options),
      '{"configured":true} not-empty\n',
    )
  },

  types: async ({ tsc = OWN_TSC, options }) => {
    await run([...tsc, ...STRICT.split(' '), 'use-exports.mjs'], options)
  },
}

const STRICT = '--noEmit --allowJs --checkJs --strict --module nodenext --target es2023'
const OWN_TSC = [
  process.execPath,
  join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
  '--types',
  'node',
  '--typeRoots',
  join(root, 'node_modules', '@types'),
]

const USE_EXPORTS = `import { startMock } from 'topo-cli/mock'
import { validate } from 'topo-cli/validator'

const mock = await startMock()
/** @type {string} */
const status = await (await mock.fetch('/v1/billing/status')).text()
await mock.close()
const { findings } = await validate('const kind: string = "a"\\nawait new TopologyBuilder(true).apply()')
/** @type {string[]} */
const rules = findings.map(({ rule }) => rule)
console.log(status, ...rules)
/** @type {import('topo-cli/dsl').ConnectionType} */
export const type = 'tcp'
/** @type {import('topo-cli/dsl').ConnectionType} */
// @ts-expect-error There is no such type of connection.
export const unknown = 'pigeon'
// @ts-expect-error A rule is not a number.
export const wrong = /** @type {number} */ (findings[0].rule)
`

/** An old Node is refused with a sentence. */
export async function refuses({ topo, options }, node) {
  const { code, stderr } = await attempt([...topo, '--version'], options)
  assert.equal(code, 1)
  assert.equal(stderr.trim(), `topo needs Node 20.19, 22.12 or newer; this is ${node}.`)
}
