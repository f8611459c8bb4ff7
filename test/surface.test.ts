/** Writes the public surface to files, so that a diff shows changes: commands, flags, codes, JSON, exports. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandsOf } from '../src/cli/manifest.ts'
import { put, script, topo } from './cli/topo.ts'
import { capitalNames } from './error-sites.ts'
import { removeFolder } from './remove-folder.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Flag {
  name: string
  char?: string
  type: string
  options?: string[]
  default?: unknown
  multiple?: boolean
}
interface Manifest {
  flags: object
  commands: Record<
    string,
    {
      id: string
      aliases: string[]
      args: Record<string, { required?: boolean; multiple?: boolean }>
      flags: Record<string, Flag>
    }
  >
}

test('the surface has the recorded commands, flags, error codes and exports', async () => {
  const commands = commandsOf(JSON.parse(read('oclif.manifest.json')) as Manifest)
  const all = Object.values(commands).sort((a, b) => (a.id < b.id ? -1 : 1))
  const globals = Object.keys(commands.quota?.flags ?? {})

  const flagLine = ({ name, char, type, options, default: initial }: Flag) =>
    `  --${name}${char ? ` -${char}` : ''}${type === 'option' ? ` ${options?.join('|') ?? 'VALUE'}` : ''}${
      initial === undefined || initial === false ? '' : ` (${String(initial)})`
    }`
  const lines = all.flatMap(({ id, aliases, args, flags }) => [
    [
      `topo ${id.replaceAll(':', ' ')}`,
      ...Object.entries(args).map(
        ([name, { required, multiple }]) => (required ? name : `[${name}]`) + (multiple ? '…' : ''),
      ),
      ...(aliases.length > 0 ? [`= topo ${aliases.join(', ')}`] : []),
    ].join(' '),
    ...Object.values(flags)
      .filter(({ name }) => !globals.includes(name))
      .map(flagLine),
  ])
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> }
  const text = [
    ...lines,
    '',
    'on every command:',
    ...Object.values(commands.quota?.flags ?? {}).map(flagLine),
    '',
    'names in capitals (environment and error codes):',
    ...capitalNames.map((name) => `  ${name}`),
    '',
    'exports:',
    ...Object.keys(exports).map((name) => `  ${name}`),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('surface.txt')
})

test('commands named in hints exist', () => {
  const commands = commandsOf(JSON.parse(read('oclif.manifest.json')) as Manifest)
  const known = Object.values(commands).flatMap(({ id, aliases }) => [
    id.replaceAll(':', ' '),
    ...aliases,
  ])
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts'),
  )
  const named = sources.flatMap((name) =>
    [...read(join('src', name)).matchAll(/"topo ([a-z]+(?: [a-z]+)?)/g)].map(
      ([, words]) => words as string,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(
    named.filter(
      (words) => !known.some((command) => words === command || words.startsWith(`${command} `)),
    ),
  ).toEqual([])
})

describe('JSON of every command', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-surface-'))
  afterAll(() => removeFolder(cwd))
  put(
    join(cwd, 'shop.topology.js'),
    script('shop', 'description: A shop').replace("'shop-db', {", "'shop-bd', {"),
  )
  const request = { method: 'GET', url: 'https://example.com/v1/billing/status' }
  const entry = { request, response: { status: 203, content: { text: '{}' } } }
  put(join(cwd, 'other.har'), JSON.stringify({ log: { entries: [entry] } }))
  const lines: string[] = []

  // The order matters: some commands show what earlier ones created.
  test.each([
    'validate',
    'push',
    'push --dry-run',
    'status',
    'pull alice-shop',
    'pull hello-topology',
    'script list',
    'script show alice-shop',
    'publish alice-notes',
    'script unpublish alice-notes',
    'quota',
    'whoami',
    'script new fresh',
    'init --mcp',
    'script delete alice-notes --yes',
    'script show nothing',
    'script search hello',
    'script star hello-topology',
    'comments list hello-topology',
    'comments add hello-topology Good',
    'collections create Favourites',
    'collections add Favourites hello-topology',
    'collections list',
    'profile show bob',
    'billing status',
    'billing bundles',
    'billing promo SAVE20 --bundle kafka-cases',
    'billing promo nothing --bundle kafka-cases',
    'billing buy kafka-cases --dry-run',
    'billing buy kafka-cases',
    'billing show',
    'report hello-topology --reason long-enough-a-reason',
    'config list',
    'config get baseUrl',
    'api /v1/billing/status',
    'doctor',
    'doctor --service --write --yes',
    'script import shop.topology.js --dry-run',
    'script import fresh.topology.js',
    'script export out',
  ])('%s', async (words) => {
    const network = /^(validate|script new|init|mock)/.test(words) ? [] : ['--local']
    const { stdout } = await topo([...words.split(' '), ...network, '--json'], { cwd })
    lines.push(words, ...shapeOf(JSON.parse(stdout)).map((line) => `  ${line}`))
  })

  test('JSON has the recorded shapes', async () => {
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('json-shapes.txt')
  })
})

/** `path: type` of every value; only the first entry of a list. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [`${path}[]: empty`] : shapeOf(value[0], `${path}[]`)
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) =>
      shapeOf(inner, path === '' ? key : `${path}.${key}`),
    )
  }
  return [`${path}: ${value === null ? 'null' : typeof value}`]
}
