/** Commands that take longer than a second show progress on a terminal; --json-stream prints a line per script. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { as, fault, requests, reset } from '../control.ts'
import {
  ended,
  folder,
  heard,
  script,
  sharedMock,
  start,
  startLive,
  startOnTerminal,
  topo,
  topoOnTerminal,
} from '../topo.ts'

const service = sharedMock()
const env = () => as(service.url)
const slow = (scripted: object) => fault(service.url, scripted)
const restart = () => reset(service.url)

const scripts = (...slugs: string[]) =>
  folder(Object.fromEntries(slugs.map((slug) => [`${slug}.topology.js`, script(slug)])))

test('O12: a slow request shows a spinner, which is not part of the result', {
  tags: 'terminal',
}, async () => {
  await slow({ path: '/v1/quota/me', latencyMs: 1600, times: 1 })
  const { code, screen } = await topoOnTerminal(['quota'], { env: env() })
  expect(code).toBe(0)
  expect(screen).toContain(`Asking ${new URL(service.url).host}`)
  expect(screen.trimEnd().split('\n').at(-1)).toContain('aiChatPerDay')
})

/** Sets the size of a real terminal to 0 columns, as in `script`, `expect`, agents and containers. */
const noSize = 'stty cols 0 rows 0'

interface SizedRun {
  /** Line of bash that runs topo as `"$@"`. */
  line?: string
  /** Called once the terminal shows this text. */
  seen?: { text: string; then: (terminalPath: string) => void }
}

async function onRealTerminal(args: string[], { line, seen }: SizedRun) {
  const terminal = startOnTerminal(args, { env: env() }, undefined, line)
  const { _pty: path } = terminal as unknown as { _pty: string }
  let raw = ''
  let waiting = seen
  terminal.onData((text) => {
    raw += text
    // A spinner without end would fill the memory of the test.
    if (raw.length > 1_000_000) terminal.kill('SIGKILL')
    if (waiting === undefined || !raw.includes(waiting.text)) return
    waiting.then(path)
    waiting = undefined
  })
  const code = await new Promise<number>((done) =>
    terminal.onExit(({ exitCode }) => done(exitCode)),
  )
  return { code, raw }
}

test('a terminal of 0 columns gets the answer of a slow request, and no spinner', {
  tags: 'terminal',
}, async () => {
  await slow({ path: '/v1/quota/me', latencyMs: 1600, times: 1 })
  const { code, raw } = await onRealTerminal(['quota'], { line: `${noSize}; exec "$@"` })
  expect(code).toBe(0)
  expect(raw).not.toContain('Asking')
  expect(raw.length).toBeLessThan(1000)
  expect(stripVTControlCharacters(raw).trimEnd().split('\n').at(-1)).toContain('aiChatPerDay')
})

test('a spinner stops when its window shrinks to 0 columns', { tags: 'terminal' }, async () => {
  await slow({ path: '/v1/quota/me', latencyMs: 4000, times: 1 })
  let shrunk: Promise<unknown> = Promise.resolve()
  const then = (path: string) => {
    shrunk = promisify(execFile)('bash', ['-c', `${noSize} <"$0" && printf SHRUNK >"$0"`, path])
  }
  const { code, raw } = await onRealTerminal(['quota'], { seen: { text: 'Asking', then } })
  await shrunk
  expect(code).toBe(0)
  const [before, after = ''] = raw.split('SHRUNK')
  expect(before).toContain('Asking')
  // The last frame may be on its way when the window changes.
  expect(after.split('Asking').length - 1).toBeLessThan(2)
  expect(after).toContain('aiChatPerDay')
})

test('in a narrow window, the spinner and its text have one line', async () => {
  await slow({ path: '/v1/quota/me', latencyMs: 1600, times: 1 })
  const { code, stderr } = await topo(['quota'], { env: env(), columns: 12 })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Asking')])
  const frames = stripVTControlCharacters(stderr).split(/(?=[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏])/u)
  expect(Math.max(...frames.map((frame) => frame.trim().length))).toBeLessThan(12)
})

test('watch on a terminal of 0 columns prints a line for each event', async () => {
  await restart()
  const run = await startLive(['watch'], { cwd: scripts('a'), env: env(), columns: 0 })
  const printed = heard(run.stdout)
  await expect.poll(printed).toContain('a.topology.js')
  run.kill('SIGINT')
  expect((await run.ended).code).toBe(0)
  expect(printed()).not.toContain('\u001B[?1049h')
})

test('O12: no spinner in a pipe, with --quiet, or for a fast request', async () => {
  await slow({ path: '/v1/quota/me', latencyMs: 1600, times: 2 })
  const [piped, quiet] = await Promise.all([
    topo(['quota'], { env: env() }),
    topo(['quota', '--quiet'], { env: env(), columns: 100 }),
  ])
  expect(piped).toMatchObject({ code: 0, stderr: 'QUOTA\tUSED\tLEFT\tLIMIT\tSECONDS\n' })
  const quick = await topo(['quota'], { env: env(), columns: 100 })
  expect([quiet.code, quick.code]).toEqual([0, 0])
  expect(quiet.stdout + quiet.stderr + quick.stdout + quick.stderr).not.toContain('Asking')
})

test('a run over many scripts shows its progress', async () => {
  await restart()
  await slow({ method: 'POST', path: '/v1/scripts', latencyMs: 700 })
  const cwd = scripts('a', 'b', 'c', 'd')
  const args = ['push', '--concurrency', '1']
  const { code, stdout, stderr } = await topo(args, { cwd, env: env(), columns: 100 })
  await restart()
  expect(code).toBe(0)
  const shown = stripVTControlCharacters(stderr)
  expect(shown).toMatch(/Pushing {2}█+░+ \d of 4, \d\.\d\/s, \d s left/)
  expect(stripVTControlCharacters(stdout).trimEnd().split('\n').at(-1)).toBe('4 created')
})

test('a push that is ended says which scripts it has sent', { tags: 'signals' }, async () => {
  await restart()
  const cwd = scripts('a', 'b')
  expect((await topo(['push', 'a.topology.js'], { cwd, env: env() })).code).toBe(0)
  rmSync(join(cwd, '.topo'), { recursive: true })
  await slow({ method: 'POST', path: '/v1/scripts', kind: 'hang' })
  const child = start(['push'], { cwd, env: env() })
  const run = ended(child)
  // The record of the first script is written just before the script is done.
  await expect.poll(() => existsSync(join(cwd, '.topo/state.json')), { timeout: 15_000 }).toBe(true)
  await setTimeout(500)
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await run
  expect([code, stdout]).toEqual([
    143,
    'unchanged\ta\ta.topology.js\t\tsame on both sides (not recorded before)\n',
  ])
  expect(stderr).toContain('Pushing was interrupted: 1 of 2; run the same command again to resume.')
  expect(stderr).toContain(
    'No answer yet for b.topology.js: the service may have this change or not. The next run looks there',
  )
  await restart()
})

test('an ended import names the rows without an answer, also as JSON', {
  tags: 'signals',
}, async () => {
  await restart()
  const cwd = folder({
    'rows.json': JSON.stringify(
      ['one', 'two'].map((slug) => ({ slug, name: slug, code: script(slug) })),
    ),
  })
  await slow({ method: 'POST', path: '/v1/scripts', kind: 'hang' })
  const child = start(['import', 'rows.json', '--json'], { cwd, env: env() })
  const run = ended(child)
  const journal = join(cwd, '.topo/sending.ndjson')
  const sent = () =>
    existsSync(journal) ? readFileSync(journal, 'utf8').match(/"slug"/g)?.length : 0
  await expect.poll(sent, { timeout: 15_000 }).toBe(2)
  child.kill('SIGINT')
  const { code, stdout } = await run
  await restart()
  expect([code, JSON.parse(stdout)]).toMatchObject([
    130,
    {
      error: {
        code: 'TOPO_INTERRUPTED',
        exitCode: 130,
        message: expect.stringContaining('No answer yet for '),
      },
      totalCount: 0,
      unanswered: [expect.stringContaining('one'), expect.stringContaining('two')],
    },
  ])
})

test('N14: --concurrency limits concurrent requests', async () => {
  await restart()
  /** Milliseconds between the creates, which each take `latencyMs`. */
  const gaps = async (concurrency: string, latencyMs: number) => {
    await restart()
    await slow({ method: 'POST', path: '/v1/scripts', latencyMs })
    const args = ['push', '--concurrency', concurrency, '--base-url', service.url]
    expect(await topo(args, { cwd: scripts('a', 'b', 'c', 'd'), env: env() })).toMatchObject({
      code: 0,
    })
    const creates = (await requests(service.url)).filter(({ method }) => method === 'POST')
    const times = creates.map(({ at }) => Date.parse(at))
    expect(times).toHaveLength(4)
    return times.slice(1).map((time, index) => time - (times[index] as number))
  }
  expect(Math.min(...(await gaps('1', 300)))).toBeGreaterThanOrEqual(299)
  expect((await gaps('4', 3000)).reduce((sum, gap) => sum + gap)).toBeLessThan(3000)
  await restart()
  const none = { cwd: scripts('a'), env: env() }
  expect(await topo(['push', '--concurrency', '0'], none)).toMatchObject({ code: 2 })
})

test('O9: --json-stream prints a line for each script, then a summary', async () => {
  await restart()
  const cwd = scripts('a', 'b')
  const { code, stdout, stderr } = await topo(['push', '--json-stream'], { cwd, env: env() })
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  const [summary, ...outcomes] = lines.map((line) => JSON.parse(line)).reverse()
  expect(outcomes.map(({ type, slug, action }) => `${type} ${slug} ${action}`).sort()).toEqual([
    'outcome a created',
    'outcome b created',
  ])
  expect(summary).toEqual({
    type: 'summary',
    totalCount: 2,
    counts: { created: 2 },
    exitCode: 0,
    advice: { scripts: 0, warnings: 0, breaking: 0 },
    quota: [
      { key: 'draftsPerDay', needed: 2, left: 20, windowSeconds: 86_400 },
      { key: 'publishPerDay', needed: 0, left: 5, windowSeconds: 86_400 },
    ],
  })
})

test('N5: each retry is reported once, with its wait and attempt', async () => {
  await restart()
  await slow({
    path: '/v1/quota/me',
    status: 429,
    retryAfter: 1,
    times: 1,
    body: { error: 'rate_limited' },
  })
  const { code, stderr } = await topo(['quota'], { env: env() })
  expect([code, stderr.split('\n')]).toEqual([
    0,
    ['rate limited, retrying in 1 s (1/3)', expect.stringMatching(/^QUOTA\t/), ''],
  ])
})

test('N4: a wait longer than --max-wait is an error that says when to retry', async () => {
  await restart()
  await slow({ path: '/v1/quota/me', status: 429, retryAfter: 2, body: { error: 'rate_limited' } })
  const { code, stderr } = await topo(['quota', '--max-wait', '1'], { env: env() })
  await restart()
  expect([code, stderr]).toEqual([75, expect.stringMatching(/in 2 s/)])
})
