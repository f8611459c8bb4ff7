/**
 * Runs the built Action as GitHub's runner does: in a real repository, with inputs and files in the environment. A warm
 * host runs it; `inProcess` starts a process as the runner does, and `process.all.test.ts` compares both.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type Call, runWarm } from '../cli/host/pool.ts'
import { folder, put, type Run } from '../cli/topo.ts'
import { openApiChecker } from '../contract/openapi.ts'

const bundle = resolve(import.meta.dirname, '../../dist/action/index.js')

const settings = [
  'user.name=t',
  'user.email=t@example.com',
  'init.defaultBranch=main',
  // Otherwise each commit starts a background process for `git gc`.
  'maintenance.auto=false',
]
const identity = settings.flatMap((setting) => ['-c', setting])

export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
  }).trim()
}

/** Commits everything. One process of a large one costs more than two of git. */
const record = 'git add -A && git commit -qm x'

/** A repository with these files committed. */
export function repository(files: Record<string, string>): string {
  const cwd = folder({ 'topo.config.json': '{}', ...files })
  git(cwd, '-c', `alias.begin=!git init -q --template= && ${record}`, 'begin')
  return cwd
}

/** @returns the commit's id */
export function commit(cwd: string, files: Record<string, string> = {}): string {
  for (const [name, text] of Object.entries(files)) put(join(cwd, name), text)
  git(cwd, '-c', `alias.record=!${record}`, 'record')
  return headOf(cwd)
}

/** The commit that was made last, read without a process of git. */
function headOf(cwd: string): string {
  const read = (name: string) => readFileSync(join(cwd, '.git', name), 'utf8').trim()
  const head = read('HEAD')
  return head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head
}

export interface Step {
  code: number | null
  /** Both streams, as the runner reads them. */
  log: string
  summary: string
  outputs: Record<string, string>
  result: Record<string, unknown>
}

export interface StepOptions {
  cwd: string
  inputs: Record<string, string>
  /** Payload of the event. */
  event?: object
  env?: Record<string, string>
}

/** Adds the environment of a step, as the runner does. */
export async function step(
  { cwd, inputs, event = {}, env = {} }: StepOptions,
  run: (call: Call) => Promise<Run> = (call) => runWarm({ ...call, entry: bundle }),
): Promise<Step> {
  const runner = folder({ 'event.json': JSON.stringify(event), output: '', 'summary.md': '' })
  const { code, stdout, stderr } = await run({
    argv: [],
    cwd,
    input: '',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: runner,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: cwd,
      GITHUB_EVENT_PATH: join(runner, 'event.json'),
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_STEP_SUMMARY: join(runner, 'summary.md'),
      GITHUB_REPOSITORY: 'octo/diagrams',
      RUNNER_TEMP: runner,
      // Inputs that are not given are set and empty.
      ...Object.fromEntries(['API-KEY', 'PATHS', 'BASE-URL'].map((name) => [`INPUT_${name}`, ''])),
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      ...env,
    },
  })
  const outputs = outputsOf(readFileSync(join(runner, 'output'), 'utf8'))
  return {
    code,
    log: stdout + stderr,
    outputs,
    summary: readFileSync(join(runner, 'summary.md'), 'utf8'),
    result: outputs['result-file'] ? JSON.parse(readFileSync(outputs['result-file'], 'utf8')) : {},
  }
}

/**
 * Runs a step in its own process.
 * @param file another copy of the bundle
 * @param cancel sends a signal for each part of the log, once it matches
 */
export const inProcess = (
  options: StepOptions,
  file = bundle,
  cancel?: { signal: NodeJS.Signals; at: RegExp },
): Promise<Step> =>
  step(options, ({ cwd, env }) => {
    const child = spawn(process.execPath, [file], { cwd, env })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (cancel?.at.test(stdout)) child.kill(cancel.signal)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    return new Promise((done) => {
      child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
    })
  })

/** As the runner reads them: `name<<delimiter`, lines, the delimiter. */
function outputsOf(text: string): Record<string, string> {
  const found = text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2\n/gm)
  return Object.fromEntries(Array.from(found, ([, name, , value]) => [name, value]))
}

/** Workflow commands that the runner executes: those outside of `stop-commands`. */
export function orders(log: string): string[] {
  const obeyed: string[] = []
  let token: string | undefined
  for (const line of log.split(/\r?\n/)) {
    const [, name, value = ''] = /^::([\w-]+)[^:]*::(.*)$/.exec(line) ?? []
    if (token !== undefined) {
      if (name === token || line === `::${token}::`) token = undefined
    } else if (name === 'stop-commands') token = value
    else if (name !== undefined) obeyed.push(line)
  }
  return obeyed
}

export const pullRequest = (base: string, head = 'octo/diagrams', sha?: string) => ({
  number: 7,
  pull_request: {
    number: 7,
    base: { sha: base, repo: { full_name: 'octo/diagrams' } },
    head: { sha, repo: { full_name: head } },
  },
})

/** Event of the workflow that follows the pull request run of a fork. */
export const followedRun = (head: string, event = 'pull_request') => ({
  workflow_run: {
    id: 99,
    event,
    head_branch: 'patch',
    head_sha: head,
    head_repository: { owner: { login: 'mallory' } },
  },
})

interface Comment {
  id: number
  body: string
  user: { login: string; type: string }
}

interface Issue extends Comment {
  number: number
  title: string
  state: string
}

const described = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/github.json'), 'utf8'),
)
const description = openApiChecker(described)

interface Pull {
  number: number
  head: { sha: string }
}

interface Repository {
  readonly readOnly: boolean
  readonly comments: Comment[]
  readonly issues: Issue[]
  readonly pulls: readonly Pull[]
  lastId: number
}

interface GithubRequest {
  readonly method: string
  readonly url: string
  readonly given: Partial<Issue>
}

interface GithubAnswer {
  readonly status: number
  readonly body: unknown
}

const forbidden: GithubAnswer = {
  status: 403,
  body: { message: 'Resource not accessible by integration' },
}

function answerOf(project: Repository, request: GithubRequest): GithubAnswer {
  if (request.url === '/user') return forbidden
  const list = request.method === 'GET' ? listOf(project, request.url) : undefined
  if (list) return { status: 200, body: list }
  return project.readOnly ? forbidden : answerToWrite(project, request)
}

function listOf({ comments, issues, pulls }: Repository, url: string) {
  const { searchParams } = new URL(url, 'http://x')
  if (/^\/repos\/octo\/diagrams\/issues\/7\/comments\?/.test(url)) {
    const page = Number(searchParams.get('page'))
    return comments.slice((page - 1) * 100, page * 100)
  }
  if (url.startsWith('/repos/octo/diagrams/pulls?')) {
    const isOfBranch = searchParams.get('head') === 'mallory:patch'
    return isOfBranch && searchParams.get('state') === 'open' ? pulls : []
  }
  if (url.startsWith('/repos/octo/diagrams/issues?'))
    return issues.filter(({ state }) => state === 'open')
  return undefined
}

function answerToWrite(project: Repository, { method, url, given }: GithubRequest) {
  const { comments, issues } = project
  if (method === 'POST') {
    create(project, url, given)
    return { status: 201, body: {} }
  }
  const id = Number(/comments\/(\d+)$/.exec(url)?.[1])
  const comment = comments.find((one) => one.id === id)
  const issue = issues.find(({ number }) => number === Number(/issues\/(\d+)$/.exec(url)?.[1]))
  if (issue && method === 'PATCH') return { status: 200, body: Object.assign(issue, given) }
  if (comment && method === 'PATCH')
    return { status: 200, body: Object.assign(comment, { body: given.body }) }
  if (comment && method === 'DELETE') {
    comments.splice(comments.indexOf(comment), 1)
    return { status: 204, body: {} }
  }
  return { status: 404, body: {} }
}

function create(project: Repository, url: string, { title = '', body = '' }: Partial<Issue>) {
  const id = ++project.lastId
  const user = { login: 'github-actions[bot]', type: 'Bot' }
  if (url === '/repos/octo/diagrams/issues')
    project.issues.push({ id, body, user, number: id, title, state: 'open' })
  else project.comments.push({ id, body, user })
}

/**
 * The part of GitHub's API that comments and issues need. A request that contradicts GitHub's own description fails the
 * test (`scripts/github-operations.js`).
 */
export async function github({
  readOnly = false,
  comments = [] as Comment[],
  issues = [] as Issue[],
  pulls = [] as Pull[],
} = {}) {
  const requests: string[] = []
  const problems: string[] = []
  const lastId = Math.max(0, ...[...comments, ...issues].map(({ id }) => id))
  const project = { readOnly, comments, issues, pulls, lastId }
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url.split('?')[0]}`)
    const answer = ({ status, body }: GithubAnswer) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    }
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      problems.push(
        ...description.checkRequest({ method, path: url, headers, body: text || undefined }),
      )
      if (headers.authorization !== 'Bearer ghs_token') return answer({ status: 401, body: {} })
      const given = (text === '' ? {} : JSON.parse(text)) as Partial<Issue>
      return answer(answerOf(project, { method, url, given }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    expect(problems).toEqual([])
  })
  const { port } = server.address() as { port: number }
  return { comments, issues, requests, env: { GITHUB_API_URL: `http://127.0.0.1:${port}` } }
}
