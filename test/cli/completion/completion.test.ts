/** Completion: in real shells, in ordinary and in hostile folders. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import pty from '@lydell/node-pty'
import { describe, expect, test } from 'vitest'
import { commandsOf } from '../../../src/cli/manifest.ts'
import { isAll, oneOf } from '../../cases.ts'
import { programs } from '../host/binary.ts'
import { bin, folder, put, script, topo } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const commands = commandsOf<{ id: string; aliases: string[]; flags: Record<string, unknown> }>(
  JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')),
)
const shells = ['bash', 'zsh', 'fish', 'powershell']
const scriptOf = async (shell: string) => (await topo(['completion', shell])).stdout
const has = (shell: string) =>
  (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, shell)))

/** The first line and the words of `topo __complete`. */
async function complete(words: string[], cwd = folder()) {
  const { code, stdout, stderr } = await topo(['__complete', ...words], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [files, ...lines] = stdout.trimEnd().split('\n')
  return { files, words: lines.map((line) => line.split('\t')[0] as string) }
}

const project = () =>
  folder({
    'topo.config.json': JSON.stringify({ exclude: ['drafts'] }),
    'checkout.topology.js': script('checkout'),
    'diagrams/one.topology.ts': script('one', 'slug: other-name'),
    'drafts/left-out.topology.js': script('left-out'),
  })

/** Text that would do harm if a shell interpreted it. */
const hostile = () =>
  folder({
    'topo.config.json': '{}',
    'checkout.topology.js': script('checkout'),
    '$(touch harmed).topology.js': script('a'),
    '`touch harmed`.topology.js': script('b'),
    'new\nline.topology.js': script('c'),
    'es\u001b[31mcape.topology.js': script('d'),
    'quo\'te"s; touch harmed.topology.js': script('e'),
    'good/\u001b]0;title\u0007/fine.topology.js': script('f'),
    'said.topology.js': script('g', 'slug: "$(touch\tharmed)"'),
  })

describe('topo __complete', () => {
  test('completes every command, alias and noun', async () => {
    const { words } = await complete([''])
    const first = Object.values(commands).flatMap(({ id, aliases }) => [
      id.split(':')[0] as string,
      ...aliases,
    ])
    expect(new Set(words)).toEqual(new Set(first))
    expect((await complete(['script', 'pu'])).words).toEqual(['publish', 'pull', 'push'])
  })

  test('completes every flag once, also of an alias', async () => {
    const { words } = await complete(['push', '--local', '--'])
    const all = Object.keys(commands['script:push']?.flags ?? {}).map((name) => `--${name}`)
    expect(new Set(words)).toEqual(new Set([...all.filter((name) => name !== '--local'), '--help']))
  })

  test.each([
    ['push --on-conflict o', 'overwrite'],
    ['push --on-conflict=o', '--on-conflict=overwrite'],
    ['script list --fields id,nam', 'id,name'],
    ['completion ', shells.join(' ')],
    ['help e', 'environment exit-codes'],
    ['help script sh', 'share show'],
    ['explain topo_conf', 'TOPO_CONFLICT TOPO_CONFIG_INVALID'],
    ['--v', '--version'],
    ['push -- --lo', ''],
    ['nonsense ', ''],
  ])('completes %j', async (typed, offered) => {
    const expected = offered.split(' ').filter(Boolean)
    const { words } = await complete(typed.split(' '))
    expect(expected.filter((word) => !words.includes(word))).toEqual([])
    if (expected.length < 2) expect(words).toEqual(expected)
  })

  test('completes slugs of the project, by file name or header, and files', async () => {
    const cwd = project()
    expect(await complete(['script', 'show', ''], cwd)).toEqual({
      files: 'files',
      words: ['checkout', 'other-name'],
    })
    expect((await complete(['publish', 'oth'], join(cwd, 'diagrams'))).words).toEqual([
      'other-name',
    ])
    expect(await complete(['push', ''], cwd)).toEqual({
      files: 'files',
      words: ['checkout', 'other-name'],
    })
    expect((await complete(['mock', 'start', '--data', ''], cwd)).files).toBe('folders')
    expect((await complete(['quota', ''], cwd)).files).toBe('none')
  })

  test('prints nothing in a broken project', async () => {
    const cwd = folder({ 'topo.config.json': '{ not json', 'a.topology.js': script('a') })
    expect((await complete(['script', 'show', ''], cwd)).words).toEqual([])
  })

  test('prints only words that a shell does not interpret, in a hostile folder', {
    tags: 'posix',
  }, async () => {
    const cwd = hostile()
    const { stdout } = await topo(['__complete', 'script', 'show', ''], { cwd })
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0]),
    ).toEqual(['checkout', 'fine'])
    expect(stdout.replace(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('topo completion', () => {
  test('without a shell prints one install line for each', async () => {
    const { stdout } = await topo(['completion'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(shells)
    for (const [at, line] of lines.entries())
      expect(line).toContain(`topo completion ${shells[at]}`)
  })

  test.each(oneOf(2, shells))('%s as JSON contains the same script', async (shell) => {
    const { stdout } = await topo(['completion', shell, '--json'])
    expect((JSON.parse(stdout) as { script: string }).script).toBe(await scriptOf(shell))
  })

  test('PowerShell gets words by value: it evaluates nothing and keeps an empty word', async () => {
    const text = await scriptOf('powershell')
    expect(text).toContain('Register-ArgumentCompleter -Native -CommandName topo')
    expect(text).not.toMatch(/Invoke-Expression|iex /)
    const { stdout } = await topo(['__complete', 'script', '""'])
    expect(stdout).toContain('\npush\t')
  })
})

/** A folder for `PATH` that contains `topo`. */
const program = () => programs({ topo: `exec '${process.execPath}' '${bin}' "$@"` })

async function inShell(shell: string, flags: string[], completionScript: string, cwd: string) {
  const home = folder()
  put(join(home, 'completion'), await scriptOf(shell))
  return execFileSync(shell, [...flags, '-c', completionScript], {
    cwd,
    encoding: 'utf8',
    env: { PATH: `${program()}:${process.env.PATH}`, HOME: home, TERM: 'dumb' },
    timeout: 20_000,
  })
}

describe('bash', { tags: 'posix' }, () => {
  /** Calls the function like bash, with words that bash has split. */
  const bash = async (words: string[], cwd: string) => {
    const list = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    const call = `set -u; . "$HOME/completion"; COMP_WORDS=(topo ${list}); COMP_CWORD=${words.length}; COMPREPLY=(); _topo; printf '%s\\n' "\${COMPREPLY[@]-}"`
    return (await inShell('bash', ['--norc', '--noprofile'], call, cwd))
      .split('\n')
      .filter((word) => word !== '')
  }

  test('completes commands, flags, values and slugs', async () => {
    const cwd = project()
    expect(await bash(['script', 'pu'], cwd)).toEqual(['publish', 'pull', 'push'])
    expect(await bash(['script', 'show', ''], cwd)).toEqual(['checkout', 'other-name'])
    if (isAll) expect(await bash(['push', '--on-c'], cwd)).toEqual(['--on-conflict'])
  })

  test('joins words that bash splits, and answers only the last part', async () => {
    const cwd = project()
    expect(await bash(['push', '--on-conflict', '=', 'o'], cwd)).toEqual(['overwrite'])
    if (!isAll) return
    expect(await bash(['push', '--on-conflict', '='], cwd)).toEqual([
      'ask',
      'fail',
      'overwrite',
      'skip',
    ])
    expect(
      await bash(['push', '--base-url', 'http', ':', '//localhost', ':', '4010', '--loc'], cwd),
    ).toEqual(['--local'])
  })

  test('executes nothing in a hostile folder or from a hostile line', async () => {
    const cwd = hostile()
    expect(await bash(['script', 'show', ''], cwd)).toEqual(['checkout', 'fine'])
    await bash(['script', '$(touch harmed)', '`touch harmed`', ''], cwd)
    if (isAll) await bash(['push', '; touch harmed;', "'", '"$(touch harmed)'], cwd)
    expect(readdirSync(cwd)).not.toContain('harmed')
  })

  test('quotes a file name that bash completes itself', async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'evil$(touch harmed).topology.js': script('a') })
    put(join(cwd, 'completion'), await scriptOf('bash'))
    const shell = pty.spawn('bash', ['--norc', '--noprofile', '-i'], {
      cwd,
      cols: 200,
      env: { PATH: `${program()}:${process.env.PATH}`, HOME: cwd, TERM: 'xterm', PS1: 'ready> ' },
    })
    const steps: [seen: RegExp, typed: string][] = [
      [/ready> /, '. ./completion\r'],
      [/ready> /, 'topo validate ev\t'],
      [/evil\S* \S* /, '\r'],
      [/ready> /, 'exit\r'],
    ]
    let screen = ''
    let since = ''
    shell.onData((data) => {
      screen += data
      since += data
      if (!steps[0]?.[0].test(since)) return
      since = ''
      shell.write(steps.shift()?.[1] ?? '')
    })
    await new Promise((done) => shell.onExit(done))
    expect(screen).toContain('The file name gives the slug `evil$(touch harmed)`')
    expect(readdirSync(cwd)).not.toContain('harmed')
  })
})

test.runIf(has('fish'))('fish completes commands, flag values and slugs', async () => {
  const ask = (line: string, workingFolder: string) =>
    inShell(
      'fish',
      ['--no-config'],
      `source "$HOME/completion"; complete -C '${line}'`,
      workingFolder,
    )
  const cwd = project()
  expect(await ask('topo script pul', cwd)).toMatch(/^pull\tPull/)
  expect(await ask('topo push --on-conflict=o', cwd)).toBe('--on-conflict=overwrite\n')
  expect(await ask('topo script show ', cwd)).toMatch(
    /^checkout\tcheckout\.topology\.js\nother-name\t/,
  )
  await ask('topo script show ', hostile())
})

test.runIf(has('zsh'))('zsh completes commands, flag values and slugs', async () => {
  // `_describe` receives the answers; the rest is up to zsh.
  const ask = (words: string, workingFolder: string) =>
    inShell(
      'zsh',
      ['-f'],
      `compdef() {}; . "$HOME/completion"; _describe() { print -rl -- "\${(@P)2}" }; _files() { print "files $*" }; words=(topo ${words}); CURRENT=$#words; PREFIX=; _topo`,
      workingFolder,
    )
  const cwd = project()
  expect(await ask('script pul', cwd)).toBe('pull:Pull remote changes into local files.\n')
  expect(await ask("script show ''", cwd)).toMatch(
    /^checkout:checkout\.topology\.js\nother-name:.*\nfiles \n$/,
  )
  expect(await ask('push --on-conflict o', cwd)).toBe('overwrite\n')
  await ask("script show '$(touch harmed)' ''", hostile())
})
