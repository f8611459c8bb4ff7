/** Every input of a command has a size limit; its error names the input, the limit and the fix. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { oneOf, testAll } from '../../cases.ts'
import { ended, folder, type RunOptions, script, sharedMock, start, topo } from '../topo.ts'

/** Login prompts for the key only after a service has answered. */
const service = sharedMock()
const ADDRESS = 'the address of the service'

const MiB = 1024 * 1024

/** Creates a large sparse file. */
function large(file: string, bytes: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  truncateSync(file, bytes)
}

/** Writes blanks to standard input as long as the command reads. */
async function pouredInto(args: string[], options: RunOptions = {}, first = '') {
  const child = start([...args, '--json'], options)
  let poured = 0
  const run = ended(child)
  const blanks = function* () {
    yield Buffer.from(first)
    for (const piece = Buffer.alloc(64 * 1024, ' '); ; poured += piece.length) yield piece
  }
  await pipeline([Readable.from(blanks()), child.stdin]).catch(() => {})
  const { code, stdout } = await run
  return { code, error: JSON.parse(stdout).error, poured }
}

const asJson = (args: string[]) => {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.toSpliced(end, 0, '--json')
}

const tooLarge = (limit: string) => ({
  code: 'TOPO_INPUT_TOO_LARGE',
  exitCode: 2,
  message: expect.stringContaining(limit),
  hint: expect.stringMatching(/\w/),
})

test.each<
  [file: string, bytes: number, limit: string, { args: string[]; env?: Record<string, string> }]
>([
  ['topo.config.json', 2 * MiB, '1 MiB', { args: ['validate'] }],
  ['.topoignore', 2 * MiB, '1 MiB', { args: ['validate'] }],
  ['.topo/state.json', 65 * MiB, '64 MiB', { args: ['status', '--local'] }],
  ['push.plan.json', 65 * MiB, '64 MiB', { args: ['push', '--local', '--plan', 'push.plan.json'] }],
  [
    'push.plan.json',
    65 * MiB,
    '64 MiB',
    { args: ['push', '--local', '--plan-out', 'push.plan.json'] },
  ],
  ['known.json', 65 * MiB, '64 MiB', { args: ['validate', '--baseline', 'known.json'] }],
  ['known.json', 65 * MiB, '64 MiB', { args: ['validate', '--write-baseline', 'known.json'] }],
  [
    'slugs.txt',
    65 * MiB,
    '64 MiB',
    { args: ['script', 'import', '.', '--local', '--from-file', 'slugs.txt'] },
  ],
  [
    'body.json',
    65 * MiB,
    '64 MiB',
    { args: ['api', '/v1/collections', '--local', '--input', 'body.json'] },
  ],
  [
    'body.json',
    65 * MiB,
    '64 MiB',
    { args: ['api', '/v1/collections', '--local', '--field', 'name=@body.json'] },
  ],
  [
    'key',
    MiB,
    '16 KiB',
    { args: ['whoami'], env: { TOPO_API_KEY_FILE: 'key', TOPO_BASE_URL: 'http://127.0.0.1:9' } },
  ],
  ['conf/profiles.json', 2 * MiB, '1 MiB', { args: ['whoami'], env: { TOPO_CONFIG_HOME: 'conf' } }],
  [
    'state.json',
    257 * MiB,
    '256 MiB',
    { args: ['mock', 'exec', '--fixtures', 'state.json', '--', 'true'] },
  ],
  ['.mcp.json', 2 * MiB, '1 MiB', { args: ['init', '--mcp'] }],
  [
    'out.svg',
    65 * MiB,
    '64 MiB',
    { args: ['render', 'good.topology.js', '-o', 'out.svg', '--format', 'svg'] },
  ],
  [
    'rows.csv',
    1025 * MiB,
    '1 GiB',
    { args: ['script', 'import', 'rows.csv', '--local', '--dry-run'] },
  ],
])(
  'an input file: %s of %d bytes is over the limit: %s',
  async (file, bytes, limit, { args, env = {} }) => {
    const cwd = folder({ 'good.topology.js': script('good') })
    large(join(cwd, file), bytes)
    const { code, stdout } = await topo(asJson(args), { cwd, env })
    expect(JSON.parse(stdout).error).toMatchObject(tooLarge(limit))
    expect(code).toBe(2)
  },
)

describe('standard input', () => {
  test.each(
    oneOf(3, [
      ['8 MiB', ['validate', '-']],
      ['8 MiB', ['script', 'render', '-']],
      ['16 KiB', ['login', '--with-key', '--base-url', ADDRESS]],
      ['1 MiB', ['comments', 'add', 'good', '-', '--local']],
      ['1 MiB', ['report', 'hello-topology', '--reason', '-', '--local']],
      ['64 MiB', ['api', '/v1/collections', '--local', '--input', '-']],
    ] as const),
  )('an endless stream is read up to %s: topo %j', async (limit, args) => {
    const { code, error, poured } = await pouredInto(
      args.map((word) => (word === ADDRESS ? service.url : word)),
    )
    expect(error).toMatchObject(tooLarge(limit))
    expect(code).toBe(2)
    expect(poured).toBeLessThan(70 * MiB)
  })

  // The last reads 1 GiB.
  test.each(
    oneOf(3, [
      ['csv', 'slug,code\na,"'],
      ['json', '[{"slug":"a","code":"'],
      ['ndjson', '{"slug":"a","code":"'],
    ] as const),
  )('an endless import row is an invalid row: %s', async (format, first) => {
    const args = ['script', 'import', '-', '--local', '--format', format]
    const { code, error, poured } = await pouredInto(args, {}, first)
    expect(code).toBe(format === 'ndjson' ? 2 : 1)
    expect(error).toMatchObject(
      // The next line may be valid, so reading continues up to the limit of the whole input.
      format === 'ndjson' ? tooLarge('1 GiB') : { code: 'TOPO_IMPORT_INVALID' },
    )
    expect(poured).toBeLessThan((format === 'ndjson' ? 1100 : 40) * MiB)
  })

  testAll('too many import rows fail before anything is sent', async () => {
    // Rows that create nothing count too.
    const args = ['script', 'import', '-', '--local', '--format', 'ndjson', '--json']
    const { code, stdout } = await topo(args, { input: '1\n'.repeat(100_001) })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject(tooLarge('100,000 rows'))
  })
})

describe('a script', () => {
  const findingsOf = async (cwd: string) => {
    const { code, stdout } = await topo(['validate', '--json'], { cwd })
    const { files } = JSON.parse(stdout) as {
      files: { path: string; findings: { rule: string; message: string }[] }[]
    }
    return { code, files: Object.fromEntries(files.map(({ path, findings }) => [path, findings])) }
  }

  test.each([
    ['large.topology.js', 'large.topology.js', 'syntax'],
    ['module.js', 'module.js', 'import'],
    ['module.json', 'module.json', 'import'],
    ['module.ts', 'module.ts', 'import'],
    ['uses.md', 'uses.topology.js', 'header'],
  ])(
    'whose file %s is too large is a finding of %s; the others are validated',
    async (name, path, rule) => {
      const imports = name.startsWith('module') ? `import { a } from './${name}'\n` : ''
      const cwd = folder({
        'good.topology.js': script('good'),
        'uses.topology.js': imports + script('uses'),
      })
      large(join(cwd, name), 9 * MiB)
      const { code, files } = await findingsOf(cwd)
      expect([code, files['good.topology.js']]).toEqual([1, []])
      expect(files[path]).toEqual([
        expect.objectContaining({ rule, message: expect.stringContaining('8 MiB') }),
      ])
    },
  )

  testAll('whose imports together are too large is a finding', async () => {
    const names = Array.from({ length: 5 }, (_, n) => `part${n}.js`)
    const imports = names.map((name, n) => `import { a as a${n} } from './${name}'\n`).join('')
    const cwd = folder({
      'good.topology.js': script('good'),
      'uses.topology.js': imports + script('uses'),
      ...Object.fromEntries(
        names.map((name) => [name, `export const a = 1 //${'x'.repeat(7 * MiB)}\n`]),
      ),
    })
    const { code, files } = await findingsOf(cwd)
    expect(code).toBe(1)
    expect(Object.values(files).flat()).toContainEqual(
      expect.objectContaining({ rule: 'import', message: expect.stringContaining('32 MiB') }),
    )
  })
})

test('too large a file of comments is an invalid import row; the comments are not lost', async () => {
  const cwd = folder({ 'good.topology.js': script('good') })
  large(join(cwd, 'good.comments.json'), 33 * MiB)
  const { code, stdout } = await topo(['script', 'import', '.', '--local', '--json'], { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'TOPO_IMPORT_INVALID',
    details: { items: [expect.objectContaining({ message: expect.stringContaining('32 MiB') })] },
  })
})

test('an apiKeyCommand with endless output is stopped', { tags: 'posix' }, async () => {
  const cwd = folder()
  const args = ['login', '--key-command', 'yes', '--base-url', service.url, '--json']
  const { code, stdout } = await topo(args, { cwd })
  expect(code).toBe(4)
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'TOPO_KEY_COMMAND',
    message: expect.stringContaining('16 KiB'),
  })
})
