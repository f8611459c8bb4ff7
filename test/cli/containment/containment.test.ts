/** What a cloned repository names never leads out of it: its patterns, readmes, imports, plans, and every link that it contains. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repository, step } from '../../action/step.ts'
import { folder, put, script, topo } from '../topo.ts'

const SECRET = 'SECRET_9f2c'

/** A neighbour of the repository, which nobody named. */
function neighbours(files: Record<string, string>) {
  const parent = folder()
  const outside = join(parent, 'private')
  const cwd = join(parent, 'clone')
  const secret = `/*---\ndescription: ${SECRET}\n---*/\n${script('secret').replace('return', `// ${SECRET}\nreturn`)}`
  put(join(outside, 'secret.topology.js'), secret)
  put(join(outside, 'x.md'), SECRET)
  put(join(outside, 'x.json'), `{ "version": "${SECRET}", "${SECRET}": 1 }`)
  put(join(outside, 'x.js'), `export const ${SECRET} = {`)
  for (const [name, text] of Object.entries({
    '.git/HEAD': '',
    'a.topology.js': script('a'),
    ...files,
  }))
    put(join(cwd, name), text.replaceAll('PRIVATE', outside))
  const link = (target: string, name: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    symlinkSync(target, join(cwd, name))
  }
  return { cwd, outside, link }
}

const include = (pattern: string) => ({
  'topo.config.json': JSON.stringify({ include: [pattern] }),
})

const commands = [
  ['validate'],
  ['validate', '--fix', '--json'],
  ['validate', '--write-baseline', 'baseline.json'],
  ['push', '--local'],
  ['push', '--local', '--plan-out', 'plan.json'],
  ['push', '--local', '--delete', '--yes'],
  ['pull', '--local'],
  ['status', '--local', '--all'],
  ['publish', 'secret', '--local'],
  ['unpublish', 'secret', '--local'],
  ['watch', '--local'],
  ['diff', 'secret', '--local'],
  ['show', 'secret', '--local'],
  ['render', '--check'],
  ['render', '--write', '-o', 'pictures/'],
  ['query', '*'],
  ['rename', 'secret', 'other'],
  ['script', 'review', 'HEAD'],
  ['preview', '--port', '0'],
  ['import', 'rows.json', '--local'],
  ['convert', 'a.mmd'],
]

test.each(commands)(
  '%j %j selects nothing outside by the patterns of the project',
  async (...args) => {
    for (const pattern of ['../private/**/*.topology.js', 'PRIVATE/**', 'x/../../private']) {
      const { cwd, outside } = neighbours({
        ...include(pattern),
        'rows.json': '[]',
        'a.mmd': 'flowchart LR\nA --> B\n',
      })
      const before = readFileSync(join(outside, 'secret.topology.js'), 'utf8')
      const { code, stdout, stderr } = await topo(args, { cwd })
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('TOPO_CONFIG_INVALID')])
      expect(stdout + stderr).toMatch(/topo\.config\.json:1:\d+: `include\.0`: /)
      expect(stdout + stderr).not.toContain(SECRET)
      expect(readFileSync(join(outside, 'secret.topology.js'), 'utf8')).toBe(before)
      expect(readdirSync(outside)).toHaveLength(4)
    }
  },
)

test('what a person types may lead anywhere', async () => {
  const { cwd } = neighbours({ 'topo.config.json': '{}' })
  for (const path of ['../private/secret.topology.js', '../private', '../private/*.topology.js'])
    expect((await topo(['validate', path], { cwd })).code, path).toBe(0)
  expect(await topo(['push', '../private/secret.topology.js', '--local'], { cwd })).toMatchObject({
    code: 0,
  })
  // What was typed once is not selected by itself the next time.
  const again = await topo(['status', '--local', '--json'], { cwd })
  expect(again.stdout).not.toContain('private')
  const planned = ['push', '../private/secret.topology.js', '--local', '--plan-out', 'plan.json']
  expect((await topo(planned, { cwd })).stderr).toContain('[TOPO_PLAN_INVALID]')
})

test('a step for a pull request prints no line from outside of the checkout', {
  tags: ['git', 'links'],
}, async () => {
  const { outside } = neighbours({})
  for (const config of ['{"include":["PRIVATE/**"]}', '{"exclude":["../x"]}', undefined]) {
    const text = config?.replace('PRIVATE', outside)
    const cwd = repository({
      'a.topology.js': script('a'),
      ...(text && { 'topo.config.json': text }),
    })
    // An error of the settings would quote a key of the file.
    if (text === undefined) {
      rmSync(join(cwd, 'topo.config.json'), { force: true })
      symlinkSync(join(outside, 'x.json'), join(cwd, 'topo.config.json'))
    }
    const { code, log, summary } = await step({ cwd, inputs: { command: 'validate' } })
    expect([code, log]).toEqual([2, expect.stringContaining('TOPO_CONFIG_INVALID')])
    expect(log + summary).not.toContain(SECRET)
  }
})

const imports = [
  '../private/x.js',
  '../private/x.json',
  './../private/x.json?y',
  './a/../../private/x.js',
  'PRIVATE/x.json',
  'file://PRIVATE/x.json',
  '..\\\\private\\\\x.json',
  'C:/x.json',
  '//server/share/x.json',
  '~/x.json',
]
test.each(imports)(
  'a script that imports %s is refused, and the file is not read',
  async (path) => {
    const code = `import x from '${path}'\n${script('b')}`
    const { cwd } = neighbours({ 'b.topology.js': code })
    for (const args of [
      ['validate'],
      ['render', 'b.topology.js'],
      ['push', '--local', '--dry-run'],
    ]) {
      const { code: exit, stdout, stderr } = await topo(args, { cwd })
      expect(exit).toBe(1)
      expect(stdout + stderr).not.toContain(SECRET)
    }
    expect((await topo(['validate', '--format', 'unix'], { cwd })).stdout).toMatch(
      /^b\.topology\.js:1:1: error: .*(outside of the project|cannot import)/,
    )
  },
)

test.each([
  '../private/x.md',
  'PRIVATE/x.md',
  'a/../../private/x.md',
  '//server/x.md',
  '~/x.md',
  'C:/x.md',
])('the readme %s is refused at its line, and never sent', async (path) => {
  const { cwd } = neighbours({ 'b.topology.js': `/*---\nreadme: ${path}\n---*/\n${script('b')}` })
  const { stdout } = await topo(['validate', '--format', 'unix'], { cwd })
  expect(stdout).toMatch(
    /^b\.topology\.js:2:1: error: The readme .* (outside of the project|does not exist)/,
  )
  const pushed = await topo(['push', '--local', '--json'], { cwd })
  expect([pushed.code, pushed.stdout]).toEqual([1, expect.not.stringContaining(SECRET)])
  expect((await topo(['show', 'b', '--local', '--json'], { cwd })).stdout).not.toContain(SECRET)
})

/** Links in a clone to a file or a folder outside, and what could follow each. */
const links: [name: string, target: string, args: string[], { code: number; says: string }][] = [
  ['.topo', '', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/state.json', 'x.json', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  [
    '.topo/state.json',
    'x.json',
    ['status', '--base-url', 'http://127.0.0.1:9'],
    { code: 2, says: 'TOPO_STATE_CORRUPT' },
  ],
  ['.topo/remote.json', 'x.json', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/sending.ndjson', 'new', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/backup', '', ['pull', '--local', '--force'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/base', '', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/import', '', ['import', 'rows.json', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  ['.topo/local', '', ['push', '--local'], { code: 2, says: 'TOPO_FOLDER_LINK' }],
  [
    '.topo/local/journal-1.ndjson',
    'new',
    ['push', '--local'],
    { code: 2, says: 'TOPO_FOLDER_LINK' },
  ],
  [
    '.topoignore',
    'x.md',
    ['validate'],
    {
      code: 2,
      says: '.topoignore: a symbolic link that leads out of the repository. [TOPO_CONFIG_INVALID]',
    },
  ],
  [
    'sub/.topoignore',
    'x.md',
    ['validate'],
    {
      code: 2,
      says: 'sub/.topoignore: a symbolic link that leads out of the repository. [TOPO_CONFIG_INVALID]',
    },
  ],
  ['topo.config.json', 'x.json', ['validate'], { code: 2, says: 'TOPO_CONFIG_INVALID' }],
  ['a.md', 'x.md', ['validate'], { code: 1, says: 'outside of the project' }],
  ['a.md', 'x.md', ['push', '--local', '--json'], { code: 1, says: 'TOPO_INVALID' }],
  ['diagrams', '', ['convert', 'a.mmd'], { code: 1, says: 'because of a symbolic link' }],
  ['diagrams', '', ['init'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  ['.vscode', '', ['init', '--editor', 'vscode'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  [
    '.vscode/extensions.json',
    'x.json',
    ['init', '--editor', 'vscode'],
    { code: 1, says: 'TOPO_OUTSIDE_PROJECT' },
  ],
  ['.mcp.json', 'x.json', ['init', '--mcp'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  ['.helix', '', ['init', '--editor', 'helix'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  ['.github', '', ['init', '--ci', 'github'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  ['.gitlab-ci.yml', 'new', ['init', '--ci', 'gitlab'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  ['AGENTS.md', 'x.md', ['init', '--agents'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
  [
    'pictures/a.svg',
    'x.md',
    ['render', '-o', 'pictures/', '--force'],
    { code: 1, says: 'because of a symbolic link' },
  ],
  [
    'pictures/a.svg',
    'new',
    ['render', '-o', 'pictures/', '--write'],
    { code: 1, says: 'TOPO_OUTSIDE_PROJECT' },
  ],
  ['new.topology.js', 'new', ['new', 'new'], { code: 1, says: 'TOPO_OUTSIDE_PROJECT' }],
]
test.each(links)(
  '%s -> %s is not followed by %j',
  { tags: 'links' },
  async (name, target, args, { code, says }) => {
    const { cwd, outside, link } = neighbours({
      'rows.json': JSON.stringify([{ slug: 'row', code: script('row') }]),
      'a.mmd': 'flowchart LR\nA --> B\n',
      'sub/c.topology.js': script('c'),
    })
    const snapshot = () =>
      readdirSync(outside).map((one) => {
        const file = join(outside, one)
        return [one, lstatSync(file).isFile() ? readFileSync(file, 'utf8') : '']
      })
    const before = snapshot()
    link(join(outside, target), name)
    const run = await topo(args, { cwd, env: { TOPO_API_KEY: 'ca_demo_alice' } })
    const output = run.stdout + run.stderr
    expect([run.code, output]).toEqual([code, expect.stringContaining(says)])
    expect(output).not.toContain(SECRET)
    expect(snapshot()).toEqual(before)
    expect(existsSync(join(outside, 'new'))).toBe(false)
  },
)

test('a compose file that names a file outside is not compared as if it were whole', {
  tags: 'links',
}, async () => {
  const compose = 'include:\n  - ../private/compose.yaml\nservices:\n  a:\n    image: x\n'
  const { cwd, outside, link } = neighbours({
    'compose.yaml': compose,
    'linked.yaml': compose.replace('../private/compose', 'link'),
  })
  put(join(outside, 'compose.yaml'), `services:\n  ${SECRET}:\n    image: x\n`)
  link(join(outside, 'compose.yaml'), 'link.yaml')
  for (const file of ['compose.yaml', 'linked.yaml']) {
    const { code, stdout, stderr } = await topo(['validate', '--against', file], { cwd })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/line 2: it names the file .*, which is outside of /),
    ])
    const converted = await topo(['convert', file, '--dry-run', '--json'], { cwd })
    expect(converted.stdout).toContain('outside of the')
    expect(stdout + stderr + converted.stdout).not.toContain(SECRET)
  }
})

test('a plan with a path outside is refused as a whole', async () => {
  const { cwd } = neighbours({})
  await topo(['push', '--local', '--plan-out', 'plan.json'], { cwd })
  const plan = readFileSync(join(cwd, 'plan.json'), 'utf8')
  for (const path of [
    '../private/secret.topology.js',
    'x/../../private/secret.topology.js',
    '..',
  ]) {
    put(join(cwd, 'plan.json'), plan.replace('a.topology.js', path))
    const { code, stderr } = await topo(['push', '--local', '--plan', 'plan.json'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_PLAN_INVALID]')])
    expect(stderr).toContain(path)
  }
})

test('a record of a path outside selects nothing', async () => {
  const { cwd, outside } = neighbours({})
  await topo(['push', '--local'], { cwd })
  const state = readFileSync(join(cwd, '.topo/state.json'), 'utf8')
  put(
    join(cwd, '.topo/state.json'),
    state.replace('"a.topology.js"', '"../private/secret.topology.js"'),
  )
  const before = readFileSync(join(outside, 'secret.topology.js'), 'utf8')
  for (const args of [['push'], ['pull', '--force'], ['status'], ['publish', 'a'], ['diff', 'a']]) {
    const { stdout, stderr } = await topo([...args, '--local'], { cwd })
    expect(stdout + stderr, args[0]).not.toContain(SECRET)
    expect(readFileSync(join(outside, 'secret.topology.js'), 'utf8')).toBe(before)
  }
})
