/**
 * Every command in unusual environments: what the edge says is unusual, but the answer of the command is the usual one, or
 * an error that names the cause.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import pLimit from 'p-limit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { valueFor } from '../../../src/grouped.ts'
import { oneOf } from '../../cases.ts'
import { files, serviceCalls } from '../commands.ts'
import { as } from '../control.ts'
import { bin, ended, folder, mock, put, type Run, topo } from '../topo.ts'

/** Commands without a call of the service; those that run until a signal have stories of their own. */
const localCalls: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['help', 'push'],
  ['explain', 'TOPO_USAGE'],
  ['completion', 'bash'],
  ['config', 'list'],
  ['config', 'get', 'baseUrl'],
  ['config', 'set', 'baseUrl', 'https://diagrams.example'],
  ['init'],
  ['new', 'fresh'],
  ['validate'],
  ['validate', '--since', 'HEAD'],
  ['render', 'odd', '-o', '-'],
  ['render', '-o', 'pictures', '--format', 'mermaid'],
  ['render', '-o', 'pictures', '--check'],
  ['diff', 'odd.topology.js', 'new.topology.js'],
  ['convert', 'chart.mmd'],
  ['query', 'web'],
  ['rename', 'web', 'site', '--dry-run'],
  ['review'],
  ['mock', 'openapi'],
  ['mock', 'exec', '--', process.execPath, '-e', '0'],
  ['logout'],
  ['doctor'],
  ['push', '--if-newer', '--local'],
  ['push', '--incremental', '--local'],
]

const always = ['--yes', '--no-input']
/** Flags that a command does not have are no part of its call. */
const withFlags = (words: readonly string[]): string[] => {
  const end = words.indexOf('--')
  const takesNone = ['--version', '--help', 'help', 'explain', 'completion'].includes(
    words[0] ?? '',
  )
  if (takesNone) return [...words]
  return end < 0 ? [...words, ...always] : [...words.slice(0, end), ...always, ...words.slice(end)]
}

/** Each has an embedded service of its own, in its folder. */
const calls: readonly (readonly string[])[] = [
  ...localCalls.map(withFlags),
  ...serviceCalls.map(({ argv }) => withFlags([...argv, '--local'])),
]

const allFiles = { ...files, 'chart.mmd': 'flowchart LR\n  a --> b\n' }

interface Environment {
  name: string
  columns?: number
  env?: (cwd: string) => Record<string, string | undefined>
  files?: Record<string, string>
  /** The folder is a repository without commits. */
  isRepository?: boolean
  /** Seconds by which the clock of the service is ahead of this machine's. It is asked at a port. */
  clockAhead?: number
  /** The project and the settings of the user cannot be changed. */
  isReadOnly?: boolean
  /** What a command says that ends otherwise than usual: it names this cause. */
  named?: RegExp
}

/** A program that git is called like, and that refuses everything. */
function refusingGit(cwd: string): string {
  const programs = join(cwd, 'programs')
  const words = `fatal: detected dubious ownership in repository at '${cwd}'`
  put(join(programs, 'git'), `#!/bin/sh\necho "${words}" >&2\nexit 128\n`)
  chmodSync(join(programs, 'git'), 0o755)
  return programs
}

const crlf = Object.fromEntries(
  Object.entries(allFiles).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
)

const environments: readonly Environment[] = [
  { name: 'a terminal of 0 columns', columns: 0 },
  { name: 'a terminal of 1 column', columns: 1 },
  { name: 'no HOME', env: () => ({ HOME: undefined, TOPO_CONFIG_HOME: undefined }) },
  { name: 'an empty HOME', env: () => ({ HOME: '', TOPO_CONFIG_HOME: '' }) },
  {
    name: 'no git',
    isRepository: true,
    env: (cwd) => ({ PATH: join(cwd, 'nothing') }),
    named: /\bgit is not installed, or not in the PATH\b/,
  },
  {
    name: 'git that refuses',
    isRepository: true,
    env: (cwd) => ({ PATH: [refusingGit(cwd), process.env.PATH].join(delimiter) }),
    named: /dubious ownership/,
  },
  { name: 'a checkout with CRLF', files: crlf },
  {
    name: 'no TERM and no locale',
    env: () => ({ TERM: undefined, LANG: undefined, LC_ALL: undefined }),
  },
  { name: 'a dumb terminal', columns: 80, env: () => ({ TERM: 'dumb' }) },
  { name: 'an unknown time zone', env: () => ({ TZ: 'Nowhere/Land' }) },
  { name: 'a read-only project', isReadOnly: true, named: /\bEACCES\b|\bis not writable\b/ },
  {
    name: 'a clock an hour behind',
    clockAhead: 3600,
    named: /the local clock is 3[56]\d\d s behind/,
  },
  {
    name: 'a clock an hour ahead',
    clockAhead: -3600,
    named: /the local clock is 3[56]\d\d s ahead/,
  },
]

/** Matches nothing: the environment changes no exit code. */
const NO_CAUSE = /(?!)/

/** No environment makes a bug, and none shows a stack. */
const BUG = /topo has a bug|^\s+at .*:\d+:\d+\)?$/m

async function runIn(environment: Environment, words: readonly string[]): Promise<Run> {
  const cwd = folder(environment.files ?? allFiles)
  if (environment.isRepository) makeRepository(cwd)
  if (environment.isReadOnly) return runReadOnly(words, cwd)
  if (environment.clockAhead !== undefined)
    return runAgainstClock(words, cwd, environment.clockAhead)
  const env = environment.env?.(cwd)
  const { columns } = environment
  return topo([...words], {
    cwd,
    ...(env && { env: env as Record<string, string> }),
    ...(columns !== undefined && { columns }),
  })
}

function makeRepository(cwd: string): void {
  put(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n')
  for (const name of ['objects', 'refs']) mkdirSync(join(cwd, '.git', name))
}

function runReadOnly(words: readonly string[], cwd: string): Promise<Run> {
  chmodSync(cwd, 0o555)
  onTestFinished(() => chmodSync(cwd, 0o755))
  const child = spawn(process.execPath, [bin, ...words], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TOPO_CONFIG_HOME: join(cwd, '.config') },
    // The system refuses root nothing.
    ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
  })
  child.stdin.end()
  return ended(child)
}

/** topo has the clock of this machine, so the service has another one. */
async function runAgainstClock(words: readonly string[], cwd: string, ahead: number): Promise<Run> {
  const { url } = await mock({ clock: new Date(Date.now() + ahead * 1000).toISOString() })
  return topo(
    words.filter((word) => word !== '--local'),
    { cwd, env: as(url) },
  )
}

const usual: Environment = { name: 'the usual one' }
/** Many environments are compared with the same run. */
const usualRuns = new Map<string, Promise<Run>>()

function runUsual(environment: Environment, words: readonly string[]): Promise<Run> {
  const comparable = { ...usual, ...pick(environment) }
  return valueFor(usualRuns, JSON.stringify([comparable, words]), () => runIn(comparable, words))
}

/** Processes take several times as long as a warm host, so their calls are several tests. */
function partsOf({ isReadOnly }: Environment): (readonly (readonly string[])[])[][] {
  const all = oneOf(9, calls)
  const parts = isReadOnly ? 4 : 1
  return Array.from({ length: parts }, (_, part) => [
    all.filter((_words, at) => at % parts === part),
  ])
}

describe.each(environments)('in $name', (environment) => {
  test.each(partsOf(environment))(
    'each command ends as usual, or names the cause (%#)',
    {
      timeout: 240_000,
      tags: 'posix',
    },
    async (part) => {
      const limit = pLimit(4)
      const runs = part.map((words) =>
        limit(async () => {
          const run = await runIn(environment, words)
          const expected = await runUsual(environment, words)
          return { words, run, expected }
        }),
      )
      for (const { words, run, expected } of await Promise.all(runs)) {
        const seen = `${words.join(' ')}: ${run.stdout}${run.stderr}`
        expect(run.code, seen).not.toBe(70)
        expect(run.stdout + run.stderr, seen).not.toMatch(BUG)
        const isUsual = run.code === expected.code
        const cause = environment.named ?? NO_CAUSE
        const usually = `usual: ${expected.code} ${expected.stdout}${expected.stderr}`
        if (!isUsual) expect(run.stdout + run.stderr, `${seen}\n${usually}`).toMatch(cause)
      }
    },
  )
})

/** What makes the usual environment comparable: a terminal is compared with a terminal. */
const pick = ({ columns, isRepository, clockAhead }: Environment): Partial<Environment> => ({
  ...(columns !== undefined && { columns: 100 }),
  ...(isRepository !== undefined && { isRepository }),
  ...(clockAhead !== undefined && { clockAhead: 0 }),
})

/** What a child prints is its own. */
const printing = calls.filter((words) => !words.includes('exec'))

test('each command says that its result cannot be written', {
  timeout: 240_000,
  tags: 'posix',
}, async () => {
  const limit = pLimit(2)
  const runs = oneOf(16, printing).map((words) =>
    limit(async () => {
      const cwd = folder(allFiles)
      // Every system refuses to write to a descriptor that is open for reading.
      const line = `exec '${process.execPath}' '${bin}' "$@" 1</dev/null`
      const env = {
        PATH: process.env.PATH,
        HOME: cwd,
        TOPO_CONFIG_HOME: join(cwd, '.config'),
        NO_COLOR: '1',
      }
      const run = await ended(spawn('bash', ['-c', line, 'bash', ...words], { cwd, env }))
      return { words, run, expected: await runIn(usual, words) }
    }),
  )
  for (const { words, run, expected } of await Promise.all(runs)) {
    const seen = `${words.join(' ')}: ${run.stderr}`
    const hasResult = expected.stdout !== ''
    expect(run.code, seen).toBe(hasResult ? expected.code || 1 : expected.code)
    expect(run.stderr.includes('Cannot write to standard output'), seen).toBe(hasResult)
    expect(run.stderr, seen).not.toMatch(BUG)
  }
})
