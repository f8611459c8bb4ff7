/** Entry points that read scripts of others. Each runs on a set of scripts and reports problems. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { bin } from '../cli/topo.ts'
import { type Ended, run, start, type Use } from './measure-process.ts'

/** Scripts by slug. */
export type Scripts = ReadonlyMap<string, string>

export interface Outcome {
  /** Problems that must never happen, as text. */
  readonly problems: string[]
  readonly use: Use
  /** Result for each script, by slug: must not depend on the other scripts. */
  readonly results: ReadonlyMap<string, string>
}

export interface Door {
  readonly name: string
  run(scripts: Scripts): Promise<Outcome>
}

const KEY = 'ca_demo_alice'
/** No keep-alive: an idle connection may be closed just when it is used again. */
const alone = { connection: 'close' }

/** Runs `act` with an embedded service without quota; returns its resource usage. */
async function withService(
  act: (url: string, problems: string[]) => Promise<void>,
): Promise<{ problems: string[]; use: Use }> {
  const problems: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'topo fuzz '))
  const { child, ended } = start(
    ['mock', 'start', '--port', '0', '--json', '--quota', 'draftsPerDay=unlimited'],
    folder,
  )
  try {
    const { url } = JSON.parse(await firstLine(child.stdout as NodeJS.ReadableStream)) as {
      url: string
    }
    await act(url, problems)
  } catch (error) {
    problems.push(`service: ${error}`)
  }
  child.kill('SIGTERM')
  const use = await ended
  rmSync(folder, { recursive: true, force: true })
  if (use.code !== 0)
    problems.push(`the service ended with ${use.code}: ${use.stderr.slice(0, 500)}`)
  return { problems, use }
}

/** Runs `act` in a temporary folder with the scripts. */
async function inFolder<T>(scripts: Scripts, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'topo fuzz '))
  try {
    mkdirSync(join(folder, '.git'))
    for (const [slug, text] of scripts) writeFileSync(join(folder, `${slug}.topology.js`), text)
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Door: one command for all scripts, which prints one JSON document. */
function command(
  name: string,
  args: readonly string[],
  resultsOf: (answer: never) => Results,
  env: Record<string, string> = {},
): Door {
  return {
    name,
    run: (scripts) =>
      inFolder(scripts, (folder) => answered(scripts, folder, { args, resultsOf, env })),
  }
}

interface AnsweringCommand {
  readonly args: readonly string[]
  readonly resultsOf: (answer: never) => Results
  readonly env?: Record<string, string>
}

/** Runs a command and reads its result for each script from the JSON document. */
async function answered(
  scripts: Scripts,
  folder: string,
  { args, resultsOf, env = {} }: AnsweringCommand,
): Promise<Outcome> {
  const ended = await run([...args, '--json'], folder, env)
  const problems = wrongEnd(ended)
  const results = new Map<string, string>()
  try {
    for (const [slug, result] of resultsOf(JSON.parse(ended.stdout) as never)) {
      results.set(slug, JSON.stringify(result))
    }
  } catch (error) {
    problems.push(`no answer: ${error}: ${ended.stdout.slice(0, 300)}`)
  }
  for (const slug of scripts.keys()) {
    if (!results.has(slug)) problems.push(`no result for ${slug}`)
  }
  return { problems, use: ended, results }
}

type Results = Iterable<readonly [slug: string, result: unknown]>

function wrongEnd({ code, stderr, stdout }: Pick<Ended, 'code' | 'stderr' | 'stdout'>): string[] {
  const problems: string[] = []
  if (code !== 0 && code !== 1) problems.push(`exit ${code}: ${(stderr || stdout).slice(0, 500)}`)
  if (stdout.includes('"internal"'))
    problems.push(`a bug: ${/topo has a bug[^"]*/.exec(stdout)?.[0]}`)
  if (/topo has a bug|TOPO_BUG|\n\s+at .*:\d+:\d+/.test(stderr))
    problems.push(`a bug: ${stderr.slice(0, 500)}`)
  return problems
}

const slugOf = (path: string) => path.replace(/^.*\//, '').replace(/\.topology\.js$/, '')

const validate = command(
  'validate',
  ['validate'],
  function* ({ files }: { files: { path: string; findings: unknown[] }[] }) {
    for (const { path, findings } of files) yield [slugOf(path), findings]
  },
)

const render = command(
  'render',
  ['script', 'render', '-o', 'pictures/', '--format', 'svg'],
  function* ({
    items,
  }: {
    items: { slug: string; error: string | null; reason: string | null }[]
  }) {
    for (const { slug, error, reason } of items) yield [slug, [error, reason]]
  },
)

const push: Door = {
  name: 'push',
  async run(scripts) {
    let outcome: Outcome | undefined
    const { problems } = await withService(async (url) => {
      const env = { TOPO_BASE_URL: url, TOPO_API_KEY: KEY }
      outcome = await command('push', ['push', '--yes'], pushed, env).run(scripts)
    })
    const { use, results } = outcome ?? { use: { cpu: 0, memory: 0 }, results: new Map() }
    return { problems: [...problems, ...(outcome?.problems ?? [])], use, results }
  },
}

function* pushed({ items }: { items: { slug: string; action: string; error: string | null }[] }) {
  for (const { slug, action, error } of items) yield [slug, [action, error]] as const
}

/** Compares each script with the next. */
const diff: Door = {
  name: 'diff',
  run: (scripts) =>
    inFolder(scripts, async (folder) => {
      const slugs = [...scripts.keys()]
      const problems: string[] = []
      const use = { cpu: 0, memory: 0 }
      // One process each, so only a few pairs.
      for (let at = 0; at + 1 < slugs.length; at += Math.max(1, slugs.length >> 1)) {
        const files = slugs.slice(at, at + 2).map((slug) => `${slug}.topology.js`)
        const ended = await run(['script', 'diff', ...files, '--json'], folder)
        problems.push(...wrongEnd(ended).map((problem) => `${files}: ${problem}`))
        use.cpu = Math.max(use.cpu, ended.cpu)
        use.memory = Math.max(use.memory, ended.memory)
      }
      return { problems, use, results: new Map() }
    }),
}

/** A branch: before it each script has the text of its neighbour; without a neighbour it is new. */
const review: Door = {
  name: 'review',
  run: (scripts) =>
    inFolder(scripts, async (folder) => {
      const slugs = [...scripts.keys()].reverse()
      rmSync(join(folder, '.git'), { recursive: true })
      git(folder, 'init')
      for (const [at, slug] of slugs.entries()) {
        const before = scripts.get(slugs[at ^ 1] ?? '')
        // Make equal texts differ.
        const base = before === scripts.get(slug) ? `${before}// before` : before
        if (base !== undefined) writeFileSync(join(folder, `${slug}.topology.js`), base)
        else rmSync(join(folder, `${slug}.topology.js`))
      }
      git(folder, 'add', '.')
      git(
        folder,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.com',
        'commit',
        '--allow-empty',
        '-m',
        'Before',
      )
      for (const [slug, text] of scripts) writeFileSync(join(folder, `${slug}.topology.js`), text)
      return answered(scripts, folder, {
        args: ['script', 'review', 'HEAD', '-o', 'review'],
        resultsOf: reviewed,
      })
    }),
}

function* reviewed({
  items,
}: {
  items: { path: string; change: string; words: string[]; notes: string[] }[]
}) {
  for (const { path, change, words, notes } of items)
    yield [slugOf(path), [change, words, notes]] as const
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })

const preview: Door = {
  name: 'preview',
  run: (scripts) =>
    inFolder(scripts, async (folder) => {
      const { child, ended } = start(['preview', '--port', '0', '--no-open', '--json'], folder)
      const problems: string[] = []
      const results = new Map<string, string>()
      try {
        const { url } = JSON.parse(await firstLine(child.stdout as NodeJS.ReadableStream)) as {
          url: string
        }
        for (const slug of scripts.keys()) {
          const asked = new URL(`/sheet?path=${slug}.topology.js`, url)
          const answer = await fetch(asked, {
            headers: alone,
            signal: AbortSignal.timeout(120_000),
          })
          const { findings, drawing } = (await answer.json()) as {
            findings: unknown
            drawing: object | null
          }
          if (JSON.stringify(findings).includes('"internal"'))
            problems.push(`${slug}: ${JSON.stringify(findings)}`)
          results.set(slug, JSON.stringify([findings, drawing === null]))
        }
      } catch (error) {
        problems.push(`preview: ${error}: ${(error as Error).cause}`)
      }
      child.kill('SIGINT')
      const end = await ended
      if (end.code !== 0) problems.push(...wrongEnd(end), `preview ended with ${end.code}`)
      return { problems, use: end, results }
    }),
}

/** The embedded service on a port accepts or refuses each script. */
const service: Door = {
  name: 'service',
  async run(scripts) {
    const results = new Map<string, string>()
    const { problems, use } = await withService(async (url, serviceProblems) => {
      const headers = {
        ...alone,
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
      }
      for (const [slug, code] of scripts) {
        const body = JSON.stringify({ name: slug, slug, type: 'topology', code, isPublic: false })
        const signal = AbortSignal.timeout(120_000)
        const answer = await fetch(`${url}/v1/scripts`, { method: 'POST', headers, body, signal })
        const text = await answer.text()
        const isKnown = [200, 413, 422].includes(answer.status) && !text.includes('"internal"')
        if (!isKnown) serviceProblems.push(`${slug}: ${answer.status} ${text.slice(0, 300)}`)
        results.set(slug, `${answer.status}${answer.status === 200 ? '' : text}`)
      }
    })
    return { problems, use, results }
  },
}

const mcp: Door = {
  name: 'mcp',
  run: (scripts) =>
    inFolder(new Map(), async (folder) => {
      const client = new Client({ name: 'fuzz', version: '1' })
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [bin, 'mcp'],
        cwd: folder,
        env: { HOME: folder, TOPO_CONFIG_HOME: join(folder, '.config') },
        stderr: 'pipe',
      })
      await client.connect(transport)
      const problems: string[] = []
      const results = new Map<string, string>()
      try {
        for (const [slug, code] of scripts) {
          for (const name of ['validate_diagram', 'preview_diagram']) {
            const answer = await client.callTool({ name, arguments: { code } }, undefined, {
              timeout: 120_000,
            })
            const text = JSON.stringify([answer._meta, answer.content, answer.structuredContent])
            if (/TOPO_BUG|\[internal\]|"internal"/.test(text))
              problems.push(`${name}: ${slug}: ${text.slice(0, 500)}`)
            if (name === 'validate_diagram')
              results.set(slug, JSON.stringify(answer.structuredContent))
          }
        }
      } catch (error) {
        problems.push(`mcp: ${error}`)
      }
      await client.close()
      return { problems, use: { cpu: 0, memory: 0 }, results }
    }),
}

export const doors: readonly Door[] = [validate, render, push, diff, review, preview, service, mcp]

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.includes('\n')) resolve(text.split('\n', 1)[0] as string)
    })
    stream.on('close', () => reject(new Error('the process ended before it was ready')))
  })
}
