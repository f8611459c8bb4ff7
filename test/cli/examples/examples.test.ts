/**
 * The first example of one command of three is run, and with `npm run test:all` every example: those that need a shell in bash,
 * as a reader would run it, and then the first of each command too.
 */
import { spawn } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { isAll, oneOf } from '../../cases.ts'
import { as } from '../control.ts'
import { programs } from '../host/binary.ts'
import { bin, folder, mock, script, topo } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<
    string,
    { id: string; hidden?: boolean; examples?: (string | { command: string })[] }
  >
}
const visible = Object.values(commands).filter(({ hidden }) => hidden !== true)
const examples = visible.flatMap(({ id, examples: commandExamples = [] }) =>
  commandExamples.map((example, index) => {
    const line = typeof example === 'string' ? example : example.command
    return { id, line, first: index === 0 }
  }),
)

/** Exit codes of examples that do not exit with 0, and why. */
const expected: Record<string, { code: number; why: string }> = {
  'topo render -o pictures/ --check': { code: 3, why: 'the pictures are not there yet' },
}

/** Exit code of examples that prompt, without a terminal. */
const ASKS = /\[TOPO_(MISSING_INPUT|NEEDS_CONFIRMATION)\]/

/** Runs until it is interrupted, its normal end. */
const isEndless = (id: string, line: string) =>
  ['mock:start', 'script:watch', 'preview', 'mcp', 'lsp'].includes(id) ||
  line.endsWith(' open --local')

/** Programs that examples use besides topo, and browsers that must not start; jq requires JSON, like the real one. */
const standIns = {
  topo: `exec '${process.execPath}' '${bin}' "$@"`,
  jq: `exec '${process.execPath}' -e 'const t = require("fs").readFileSync(0, "utf8"); if (t === "") process.exit(4); JSON.parse(t)'`,
  pass: 'echo ca_demo_alice',
  op: 'echo ca_demo_alice',
  npm: 'exit 0',
  open: 'exit 0',
  'xdg-open': 'exit 0',
}

test('every command has at least two examples', () => {
  expect(
    visible
      .filter(({ examples: commandExamples = [] }) => commandExamples.length < 2)
      .map(({ id }) => id),
  ).toEqual([])
})

test('every example with its own exit code still exists', () => {
  const lines = examples.map(({ line }) => line)
  expect(Object.keys(expected).filter((line) => !lines.includes(line))).toEqual([])
})

test('every example works', { tags: ['git', 'signals'], timeout: 180_000 }, async () => {
  const path = `${programs(standIns)}:${process.env.PATH}`
  const waiting = oneOf(
    6,
    examples.filter(({ first }) => first || isAll),
  )
  const wrong: string[] = []
  await Promise.all(
    Array.from({ length: isAll ? 3 : 1 }, async () => {
      const lane = await newLane(path)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { line } = next
        const { code, output } = await runExample(next, lane)
        if (code === 2 && ASKS.test(output)) continue
        if (code !== (expected[line]?.code ?? 0))
          wrong.push(`${line}\n  exits ${code}: ${output.trim()}`)
      }
    }),
  )
  expect(wrong).toEqual([])
})

interface Lane {
  url: string
  path: string
  /** Each example gets a copy of this folder. */
  project: string
  /** State of the service for each example, as JSON. */
  state: string
}

/** Nodes that call each other in this order. */
const shop = (...ids: string[]) => `const t = new TopologyBuilder(true)
const g = t.createGroup('shop', { label: 'Shop' })
${ids.map((id) => `g.addProcess({ id: '${id}', label: '${id}' })`).join('\n')}
g.autoResize()
${ids
  .slice(1)
  .map((id, n) => `t.connect('${ids[n]}', '${id}', { type: 'http' })`)
  .join('\n')}
await t.apply()
`

/** A service, and a project with logins and pushed scripts. */
async function newLane(path: string): Promise<Lane> {
  const { url } = await mock()
  const project = repository({
    'diagrams/checkout.topology.js': script('checkout', 'name: Checkout'),
    'docs/flow.mmd': 'flowchart LR\n  web --> api\n',
    'diagrams/orders.topology.js': shop('web', 'checkout', 'orders', 'orders-db'),
  })
  expect(await topo(['push', '--local'], { cwd: project })).toMatchObject({ code: 0 })
  cpSync(join(project, '.topo/local'), join(project, 'mock-data'), { recursive: true })
  const env = as(url)
  expect(await topo(['push'], { cwd: project, env })).toMatchObject({ code: 0 })
  for (const profile of ['default', 'staging']) {
    const login = ['login', '--with-key', '--base-url', url, '--profile', profile]
    expect(await topo(login, { cwd: project, input: 'ca_demo_alice' })).toMatchObject({ code: 0 })
  }
  await makeCollection(url, 'Favourites', ['hello-topology', 'payments-platform'])
  return { url, path, project, state: await (await fetch(`${url}/__mock/state`)).text() }
}

/** Sends HTTP requests, so that it does not need the commands under test. */
async function makeCollection(url: string, name: string, slugs: string[]) {
  const ask = async (method: string, at: string, body?: object) => {
    const response = await fetch(`${url}${at}`, {
      method,
      headers: { Authorization: 'Bearer ca_demo_alice', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect({ at, ok: response.ok }).toEqual({ at, ok: true })
    const answer = (await response.json()) as { id: string; item?: { id: string } }
    return answer.item ?? answer
  }
  const { id } = await ask('POST', '/v1/collections', { name })
  for (const slug of slugs) {
    const scriptRecord = await ask('GET', `/v1/scripts/${slug}`)
    await ask('POST', `/v1/collections/${id}/scripts`, { scriptId: scriptRecord.id })
  }
}

async function runExample({ id, line, first }: (typeof examples)[number], lane: Lane) {
  const { url, path, project, state } = lane
  const restored = await fetch(`${url}/__mock/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: state,
  })
  expect(restored.status).toBe(200)
  const cwd = folder()
  cpSync(project, cwd, { recursive: true })
  const env = {
    PATH: path,
    HOME: cwd,
    TOPO_CONFIG_HOME: join(cwd, '.config', 'topo'),
    CI: '1',
    TERM: 'dumb',
    TOPO_BASE_URL: url,
    TOPO_WEB_URL: url,
    TOPO_API_KEY: 'ca_demo_alice',
  }
  const command = `${line.replaceAll('https://diagrams.example.com', url)}${portOf(id, line)}`
  if ((first && isAll) || isEndless(id, line) || NEEDS_A_SHELL.test(command)) {
    return runInBash(command, cwd, env, isEndless(id, line))
  }
  const { code, stdout, stderr } = await topo(wordsOf(command), { cwd, env })
  return { code, output: stdout + stderr }
}

/** Pipes, variables, several commands, and children that write to the terminal of their parent. */
const NEEDS_A_SHELL = /[|<>$;&()`*~\\]|^(?!topo )|^topo mock exec/

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .slice(1)

/** The default port may be in use on this machine. */
const portOf = (id: string, line: string) =>
  ['mock:start', 'preview'].includes(id) && !line.includes('--port') ? ' --port 0' : ''

function runInBash(
  command: string,
  cwd: string,
  env: Record<string, string>,
  untilInterrupted: boolean,
) {
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], { cwd, env, detached: true })
  let output = ''
  const interrupt = () => child.pid !== undefined && process.kill(-child.pid, 'SIGINT')
  const hear = (chunk: Buffer) => {
    if (output === '' && untilInterrupted) setTimeout(interrupt, 300)
    output += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.stdin.end()
  const late = setTimeout(
    () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'),
    30_000,
  )
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => {
      clearTimeout(late)
      done({ code, output })
    })
  })
}
