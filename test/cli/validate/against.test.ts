/** `topo validate --against`: compose files and all diagrams of a project, in both directions. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, put, topo } from '../topo.ts'

const diagram = (...lines: string[]) =>
  ['const t = new TopologyBuilder(true)', ...lines, 'await t.apply()', ''].join('\n')

const node = (id: string, more = '') =>
  `t.createProcess({ id: '${id}', label: '${id} label'${more} })`

const shop = {
  'compose.yaml': [
    'services:',
    '  web:',
    '    image: nginx',
    '    ports: ["80:80"]',
    '    depends_on: [api]',
    '  api: { image: api, environment: { DB: "postgres://postgres:5432/x" } }',
    '  postgres: { image: postgres }',
  ].join('\n'),
  'jobs.yaml': 'services:\n  worker: { image: worker, depends_on: [api] }\n  api: { image: api }\n',
  'topo.config.json': '{ "against": { "map": { "orders-db": "postgres" } } }',
  'overview.topology.js': diagram(
    node('web'),
    node('backend').replace('backend label', 'API'),
    node('stripe', ', external: true'),
    "t.connect('web', 'backend')",
    "t.connect('backend', 'stripe')",
  ),
  'data.topology.js': diagram(
    "const g = t.createGroup('api', { label: 'Inside' })",
    "g.addProcess({ id: 'handlers', label: 'Handlers' }).autoResize()",
    node('orders-db'),
    "t.connect('handlers', 'orders-db')",
  ),
}

function write(cwd: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) put(join(cwd, name), text)
}

async function found(cwd: string, ...args: string[]) {
  const run = await topo(['validate', '--format', 'unix', ...args], { cwd })
  const ours = run.stdout.split('\n').filter((line) => /(?:service|connection)\]$/.test(line))
  return { ...run, found: ours.map((line) => line.replace(/: warning: (.*) \[.*/, ' $1')) }
}

describe('topo validate --against', () => {
  test('finds nothing where ids, labels, groups and the map name all services', async () => {
    const cwd = folder(shop)
    expect(await found(cwd, '--against', 'compose.yaml')).toMatchObject({ code: 0, found: [] })
  })

  test('reports both directions at their lines, and counts all files and diagrams together', async () => {
    const cwd = folder({
      ...shop,
      'more.topology.js': diagram(
        node('legacy'),
        node('web'),
        node('orders-db'),
        "t.connect('legacy', 'web')",
        "t.connect('web', 'orders-db')",
      ),
      'other.topology.js': diagram(node('legacy'), node('web'), "t.connect('web', 'legacy')"),
    })
    expect(
      (await found(cwd, '--against', 'compose.yaml', '--against', 'jobs.yaml')).found.sort(),
    ).toEqual([
      'jobs.yaml:2:3 No diagram draws the service "worker"',
      'more.topology.js:2:3 No compose file runs "legacy", and 1 other diagram draws it too',
      'more.topology.js:6:3 No compose file connects "web" and "orders-db"',
    ])
    write(cwd, {
      'jobs.yaml':
        'services:\n  legacy: { image: x, depends_on: [api] }\n  api: { image: api }\n  web: { image: w }\n',
    })
    expect(
      (await found(cwd, '--against', 'compose.yaml', '--against', 'jobs.yaml')).found.sort(),
    ).toEqual([
      'jobs.yaml:2:3 No diagram connects the services "legacy" and "api"',
      'more.topology.js:5:3 No compose file connects "legacy" and "web", and 1 other diagram draws it too',
      'more.topology.js:6:3 No compose file connects "web" and "orders-db"',
    ])
  })

  test('keeps exceptions of the settings, suppressions in both languages and a baseline', async () => {
    const cwd = folder({
      ...shop,
      'more.topology.js': diagram(node('legacy'), node('web'), "t.connect('web', 'legacy')"),
    })
    const against = ['--against', 'compose.yaml', '--against', 'jobs.yaml']
    await topo(['validate', ...against, '--write-baseline', 'base.json'], { cwd })
    expect((await found(cwd, ...against, '--baseline', 'base.json')).found).toEqual([])
    // A run that does not compare knows nothing of them.
    expect((await found(cwd, '--baseline', 'base.json')).stderr).not.toContain('no longer found')
    await topo(['validate', '--write-baseline', 'base.json'], { cwd })
    expect((await found(cwd, ...against, '--baseline', 'base.json')).found).toEqual([])
    write(cwd, {
      'more.topology.js': diagram(
        '// topo-disable-next-line missing-service -- soon',
        node('legacy'),
        node('web'),
        "t.connect('web', 'legacy')",
      ),
      'jobs.yaml':
        'services:\n  # topo-disable-next-line undrawn-service -- later\n  worker: { image: w }\n',
    })
    expect((await found(cwd, ...against)).found).toEqual([])
    expect((await found(cwd)).stdout).not.toContain('suppression')
    write(cwd, {
      'topo.config.json': JSON.stringify({
        against: {
          map: { 'orders-db': 'postgres' },
          ignore: { 'work*': 'batch', legacy: 'on a machine' },
        },
        rules: { 'undrawn-connection': 'error' },
      }),
      'more.topology.js': diagram(node('legacy'), node('web'), "t.connect('web', 'legacy')"),
      'jobs.yaml':
        'services:\n  worker: { image: w }\n  web: { image: w, depends_on: [postgres] }\n  postgres: { image: p }\n',
    })
    expect(await found(cwd, ...against)).toMatchObject({
      code: 1,
      found: [
        'jobs.yaml:3:3: error: No diagram connects the services "web" and "postgres" [undrawn-connection]',
      ],
    })
  })

  test.each([
    ['github', 'file=jobs.yaml,line=2'],
    ['gitlab', '"path": "jobs.yaml"'],
    ['sarif', '"uri": "jobs.yaml"'],
    ['junit', 'jobs.yaml:2:3'],
    ['checkstyle', '<file name="jobs.yaml">'],
    ['json', '"path": "jobs.yaml"'],
    ['pretty', 'jobs.yaml:2:3'],
  ])('reports in the format %s', async (format, expected) => {
    const { stdout } = await topo(['validate', '--against', 'jobs.yaml', '--format', format], {
      cwd: folder(shop),
    })
    expect(stdout).toContain(expected)
  })

  test('says nothing about undrawn services while a script has errors, and refuses what it cannot compare', async () => {
    const cwd = folder({ ...shop, 'broken.topology.js': 'nothing(' })
    expect(await found(cwd, '--against', 'jobs.yaml')).toMatchObject({
      code: 1,
      found: expect.not.arrayContaining([expect.stringContaining('No diagram')]),
    })
    for (const [file, code] of [
      ['missing.yaml', 'TOPO_NO_SOURCE'],
      ['overview.topology.js', 'TOPO_DIAGRAM_INVALID'],
      ['.', 'TOPO_NO_SOURCE'],
    ]) {
      const { stdout } = await topo(['validate', '--against', file as string, '--json'], { cwd })
      const { error } = JSON.parse(stdout)
      expect([error.message, error.code]).toEqual([expect.stringContaining(`${file}: `), code])
    }
    const input = { cwd, input: diagram(node('web')) }
    const piped = await topo(['validate', '-', '--against', 'jobs.yaml'], input)
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('- cannot be used')])
    const two = ['validate', '--against', 'compose.yaml', 'jobs.yaml']
    expect(await topo(two, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('before each compose file: --against jobs.yaml'),
    })
    write(cwd, { 'topo.config.json': '{ "against": { "ignore": { "adminer": "" } } }' })
    expect((await topo(['validate', '--against', 'jobs.yaml'], { cwd })).stderr).toContain(
      '`against.ignore.adminer`',
    )
  })

  test('compares only the diagrams that are named, or those of the settings, together', async () => {
    const more = {
      ...shop,
      'more.topology.js': diagram(node('legacy')),
      'plans/next.topology.js': diagram(node('tomorrow')),
    }
    const cwd = folder(more)
    const drawn = async (...args: string[]) =>
      (await found(cwd, '--against', 'compose.yaml', ...args)).found.sort()
    const legacy = 'more.topology.js:2:3 No compose file runs "legacy"'
    const tomorrow = 'plans/next.topology.js:2:3 No compose file runs "tomorrow"'
    expect(await drawn()).toEqual([legacy, tomorrow])
    expect(await drawn('overview', 'data.topology.js')).toEqual([])
    expect(await drawn('overview', 'data', 'plans')).toEqual([tomorrow])
    expect(await drawn('overview')).toEqual([
      'compose.yaml:7:3 No diagram draws the service "postgres"',
    ])
    const settings = (diagrams: string[]) =>
      JSON.stringify({ against: { map: { 'orders-db': 'postgres' }, diagrams } }, null, 2)
    write(cwd, { 'topo.config.json': settings(['overview', 'd*.topology.js', 'plans']) })
    expect(await drawn()).toEqual([tomorrow])
    // Names on the command line count instead.
    expect(await drawn('overview', 'data', 'more')).toEqual([legacy])
    // A script that does not run and does not count hides nothing, and all are validated.
    write(cwd, { 'topo.config.json': settings(['overview']), 'broken.topology.js': 'nothing(' })
    const run = await found(cwd, '--against', 'compose.yaml')
    expect(run.found).toEqual(['compose.yaml:7:3 No diagram draws the service "postgres"'])
    expect([run.code, run.stdout]).toEqual([1, expect.stringContaining('broken.topology.js')])
  })

  test.each([
    [
      '["overview", "overveiw"]',
      /topo\.config\.json:1:41: `against\.diagrams\.1`: "overveiw" means no diagram.*\n.*Did you mean "overview"\?/,
    ],
    ['["nothing/**"]', /topo\.config\.json:1:29: `against\.diagrams\.0`: .*\n.*Write slugs/],
    ['["../other"]', /topo\.config\.json:1:29: `against\.diagrams\.0`: .* may leave the project/],
    ['[]', /`against\.diagrams`/],
    ['"overview"', /`against\.diagrams`/],
  ])('refuses the diagrams %s of the settings at their place', async (diagrams, expected) => {
    const cwd = folder({
      ...shop,
      'topo.config.json': `{ "against": { "diagrams": ${diagrams} } }`,
    })
    const { code, stderr } = await topo(['validate', '--against', 'compose.yaml'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)])
    expect(stderr).toContain('TOPO_CONFIG_INVALID')
  })
})
