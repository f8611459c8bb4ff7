/** Help is found by every way that people try, is made from the manifest, and tells the truth. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everydayGroups, otherGroups } from '../../../src/cli/help/groups.ts'
import { ci } from '../../../src/cli/help/topics/ci.ts'
import { environmentVariables } from '../../../src/cli/help/topics/environment.ts'
import { exitCodeMeanings } from '../../../src/cli/help/topics/exit-codes.ts'
import { helpTopics } from '../../../src/cli/help/topics/index.ts'
import { readEnvironment } from '../../../src/cli/io/process/environment.ts'
import { cacheFolder } from '../../../src/files/cache/cache-folder.ts'
import { oneOf } from '../../cases.ts'
import { onScreen } from '../on-screen.ts'
import { folder, topo, topoProcess } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, { id: string; aliases: string[] }>
}
const output = async (...args: string[]) => {
  const { code, stdout, stderr } = await topo(args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

describe('all ways to the same help', () => {
  test.each([
    [['script', 'push', '--help']],
    [['script', 'push', 'a.topology.js', '--on-conflict', 'skip', '--help']],
    [['help', 'script', 'push']],
    [['script', 'push', '--json', '--help', '--no-color']],
    [['script', 'push', '-h', '--help']],
  ])('%j', async (words) => {
    const shown = await output(...words)
    const text = words.includes('--json') ? (JSON.parse(shown) as { help: string }).help : shown
    expect(text).toMatch(
      /^Push local changes to the service\.\n\nUSAGE\n {2}\$ topo script push \[PATHS/,
    )
  })

  test('an alias has the help of its command', async () => {
    expect(await output('push', '--help')).toContain('$ topo push [PATHS...]')
  })

  test('behind -- it is an argument of somebody else', async () => {
    const { stdout } = await topoProcess([
      'mock',
      'exec',
      '--',
      process.execPath,
      '-p',
      '1+1',
      '--',
      '-h',
    ])
    expect(stdout).toBe('2\n')
  })

  test('a noun lists its commands', async () => {
    const bare = await output('script')
    const asked = await output('help', 'script')
    const flagged = await output('script', '-h')
    expect(new Set([bare, asked, flagged]).size).toBe(1)
    for (const { id } of Object.values(commands).filter(({ id: commandId }) =>
      commandId.startsWith('script:'),
    )) {
      expect(bare).toContain(id.replace(':', ' '))
    }
  })
})

test("the help command is oclif's, with the class that package.json names", async () => {
  const { oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    oclif: { helpClass: string }
  }
  const copy = folder()
  for (const name of ['bin', 'dist', 'oclif.manifest.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  writeFileSync(
    join(copy, 'package.json'),
    readFileSync(join(root, 'package.json'), 'utf8').replace(oclif.helpClass, './other.cjs'),
  )
  writeFileSync(
    join(copy, 'other.cjs'),
    'module.exports = class { showHelp() { throw new Error("another class") } }',
  )
  const { stderr } = spawnSync(process.execPath, [join(copy, 'bin', 'run.js'), 'help', 'push'], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('another class')
})

test('the list of all has every command that stands at the top, and every noun, in one group', () => {
  const top = Object.values(commands).flatMap(({ id, aliases }) => [
    ...(id.includes(':') ? aliases : [id]),
    ...(id.includes(':') ? [id.split(':')[0] as string] : []),
  ])
  const listed = [...everydayGroups, ...otherGroups].flatMap(({ names }) => names)
  expect(listed.sort()).toEqual([...new Set(top)].sort())
})

test('topo --help has 50 lines at most: three examples, eight everyday commands, then the names of the rest', async () => {
  const help = await output('--help')
  expect(help.split('\n').length - 1).toBeLessThanOrEqual(50)
  expect(help).toMatch(/EXAMPLES\n( {2}\$ topo .+\n){3}\nEVERY DAY\n {2}init /)
  expect(everydayGroups[0]?.names).toHaveLength(8)
})

test('topo --help names every command at the top, every noun and every topic; topo help service lists the rest', async () => {
  const help = await output('--help')
  expect(await output('help')).toBe(help)
  expect(await output('help', '--quiet')).toBe(help)
  const first = Object.values(commands).flatMap(({ id, aliases }) => [
    id.split(':')[0] as string,
    ...aliases,
  ])
  const listed = help + (await output('help', 'service'))
  for (const name of first) expect(listed).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'))
  for (const name of [...first, ...helpTopics.map(({ name: topicName }) => topicName)])
    expect(help).toMatch(new RegExp(`\\s${name}[ ,.:\n]`))
  expect(help).not.toContain('node-v')
})

test.each([40, 60])('on a terminal of %d columns, help breaks no word', async (columns) => {
  const subjects = [[], ['validate'], ['push'], ['script'], ['convert']]
  for (const words of subjects) {
    const whole = await output(...words, '--help')
    const { screen } = await onScreen([...words, '--help'], { columns })
    const help = screen.replaceAll('\r', '')
    // An example that is wrapped ends its lines like a shell's.
    const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '\\')
    expect(wordsOf(help)).toEqual(wordsOf(whole))
    // Others stay lines that can be copied.
    const lines = help.replace(/^EXAMPLES\n(.+\n)+/m, '').split('\n')
    expect(lines.filter(({ length }) => length > columns)).toEqual([])
  }
})

test('O4: own flags first, then examples, and at the end what all commands share', async () => {
  const help = await output('push', '--help')
  const headers = [...help.matchAll(/^[A-Z][A-Z ]+$/gm)].map(([header]) => header)
  expect(headers).toEqual([
    'USAGE',
    'ARGUMENTS',
    'FLAGS',
    'DESCRIPTION',
    'EXAMPLES',
    'JSON FIELDS',
    'MORE FLAGS',
    'SELECTION FLAGS',
    'GLOBAL FLAGS',
    'NETWORK FLAGS',
    'BUILD FLAGS',
    'ENVIRONMENT VARIABLES',
    'EXIT CODES',
  ])
  expect(help).toContain('path, slug, action')
  expect(help.split('GLOBAL FLAGS')[0]).not.toContain('--json  ')
  expect(help).not.toContain('3 differences')
  expect(await output('status', '--help')).toContain('3 differences')
  expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
})

describe('-h', () => {
  test.each(
    oneOf(
      8,
      Object.keys(commands).map((id) => [id.replaceAll(':', ' ')]),
    ),
  )('topo %s -h has the usage, own flags and two examples in less than 30 lines', async (name) => {
    const words = name.split(' ')
    const help = await output(...words, '-h')
    expect(help.split('\n').length - 1).toBeLessThan(30)
    expect(help).toMatch(
      new RegExp(`\\nUSAGE\\n {2}\\$ topo ${name.replace(/^script (?=\\w+$)/, '(script )?')}`),
    )
    expect(help).not.toMatch(/--total-timeout|EXIT CODES|JSON FIELDS$/m)
    expect(help).not.toMatch(
      /--(strict|since|max-warnings|commit|branch|pull-request|actor|stdin-filename|clock|seed)\b/,
    )
    const [, examples = ''] = help.split('EXAMPLES\n')
    expect(examples.split('\n\n')[0]?.match(/^ {2}\$ topo/gm)?.length).toBeLessThanOrEqual(2)
    expect(help.trimEnd().split('\n').at(-1)).toBe(
      `All flags, exit codes and JSON fields: topo help ${name}`,
    )
    const whole = await output(...words, '--help')
    for (const [flag] of help.matchAll(/^ {2}(?:-\w, | {4})?--[\w[\]-]+/gm))
      expect(whole).toContain(flag.trim())
  })

  test('a description of a flag is its first sentence, and lists stay whole', async () => {
    const help = await output('push', '-h')
    expect(help).toMatch(/--on-conflict=POLICY .*: ask, fail, overwrite\s+or skip\.\n/)
    expect(help).not.toContain('Git is asked')
    expect(JSON.parse(await output('push', '-h', '--json')).help).toBe(help)
  })
})

describe('topics', () => {
  test.each(helpTopics.map(({ name, sections }) => [name, sections] as const))(
    '%s',
    async (name, sections) => {
      const { help } = JSON.parse(await output('help', name, '--json'))
      for (const { title } of sections) expect(help).toContain(title.toUpperCase())
      if (name === 'environment') expect(await output('help', name)).toBe(help)
    },
  )

  test('E9: a name that is none is not run, and the nearest is suggested', async () => {
    const run = await topo(['help', 'enviroment', '--json'])
    expect(run.code).toBe(2)
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: {
        code: 'TOPO_USAGE',
        message: 'There is no help for "enviroment".',
        hint: 'Did you mean "topo help environment"?',
      },
    })
    expect((await topo(['script', 'pish', '--help'])).stderr).toContain('"topo help script push"')
    expect((await topo(['script', 'lst'])).stderr).toContain('Did you mean "topo script list"?')
  })

  test('a verb without its noun leads to the commands that do it', async () => {
    const hint = async (...words: string[]) => (await topo(words)).stderr.split('\n')[1]
    expect(await hint('versions', 'shop')).toBe('hint  Did you mean "topo script versions"?')
    expect(await hint('delete', 'shop')).toBe(
      'hint  Did you mean "topo script delete", "topo comments delete" or "topo workspaces delete"?',
    )
  })

  test('environment knows every variable that topo reads, and no other', () => {
    const read = new Set<string>()
    const recorder = new Proxy({}, { get: (_, name) => void read.add(String(name)) })
    readEnvironment(recorder)
    cacheFolder('code', recorder, 'linux')
    const named = environmentVariables.map(({ name }) => name)
    const elsewhere = [
      'XDG_CONFIG_HOME',
      'XDG_CACHE_HOME',
      'NODE_DISABLE_COMPILE_CACHE',
      'LOCALAPPDATA',
      'TERM',
    ]
    expect([...read].filter((name) => !elsewhere.includes(name) && !named.includes(name))).toEqual(
      [],
    )
    const flags = ['OUTPUT_FILE', 'BUDGET', 'COMMIT', 'BRANCH', 'PULL_REQUEST', 'ACTOR'].map(
      (name) => `TOPO_${name}`,
    )
    const own = named.filter((name) => name.startsWith('TOPO_'))
    expect(own.filter((name) => !read.has(name) && !flags.includes(name))).toEqual([])
  })

  test('exit-codes knows each code once', () => {
    expect(exitCodeMeanings.map(({ code }) => code)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 70, 75, 130, 143,
    ])
  })

  test('the commands for a pipeline are for any shell', { tags: 'posix' }, async () => {
    const blocks = ci.sections.flatMap(
      ({ code }) => code?.replace('<%= config.version %>', '1.0.0') ?? [],
    )
    expect(blocks).toHaveLength(2)
    for (const block of blocks) expect(syntaxOf(block)).toBe('')
    // Nobody owns the name on the registry yet.
    expect(await output('help', 'ci')).toMatch(
      /npm install --global \.\/topo-cli-\d+\.\d+\.\d+\.tgz/,
    )
    expect(await output('help', 'ci')).not.toContain('topo-cli@')
  })
})

test('in colour on demand, and plain otherwise', async () => {
  const cwd = folder()
  const env = { FORCE_COLOR: '1' }
  const help = async (...flags: string[]) =>
    (await topoProcess(['push', '--help', ...flags], { cwd, env })).stdout
  expect(await help()).toContain('\u001b[')
  for (const flag of oneOf(2, ['--json', '--no-color']))
    expect(await help(flag)).not.toContain('\u001b')
  expect(await output('push', '--help')).not.toContain('\u001b')
})

/** What bash has to say against a script, without running it. */
function syntaxOf(script: string): string {
  return spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr
}
