/** `topo report`: checks the length of the reason, and finds the script by slug, URL or file. */
import { expect, test } from 'vitest'
import { as, requests, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, script, topo } from '../topo.ts'

const long = 'It shows internal host names'
const report = (url: string, args: string[], options: { input?: string; cwd?: string } = {}) =>
  topo(['report', ...args], { env: as(url), ...options })
const sent = async (url: string) =>
  (await requests(url))
    .filter(({ method }) => method === 'POST')
    .map(({ requestBody }) => requestBody)

test('a reason that is too short, blank or too long exits 2 with its length; nothing is sent', async () => {
  const { url } = await mock()
  for (const [reason, said] of [
    ['a'.repeat(9), '9 characters'],
    ['a'.repeat(2001), '2001 characters'],
    [' '.repeat(20), '0 characters'],
    ['!', '1 character'],
    // Each is two units of UTF-16.
    ['🙂'.repeat(9), '9 characters'],
    ['🙂'.repeat(2001), '2001 characters'],
  ] as const) {
    const { code, stdout, stderr } = await report(url, ['hello-topology', '--reason', reason])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('[TOPO_USAGE]')])
    expect(stderr).toContain(`has ${said};`)
  }
  expect(await requests(url)).toEqual([])
})

test('reasons at the limits are accepted, counted as the service does', async () => {
  const { url } = await mock()
  for (const reason of ['a'.repeat(10), '🙂'.repeat(10), 'a'.repeat(2000), '🙂'.repeat(2000)]) {
    expect((await report(url, ['hello-topology', '--reason', reason])).code).toBe(0)
  }
  expect(await writes(url)).toHaveLength(4)
})

test('report finds the script by slug, URL or file, and sends its id', async () => {
  const { url } = await mock()
  const cwd = folder({ 'hello-topology.topology.js': script('hello') })
  for (const name of [
    'hello-topology',
    `${url}/v/hello-topology`,
    './hello-topology.topology.js',
  ]) {
    const { code, stdout } = await report(url, [name, '--reason', long, '--json'], { cwd })
    expect([name, code, JSON.parse(stdout)]).toEqual([
      name,
      0,
      {
        id: expect.any(String),
        targetType: 'script',
        targetId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        slug: 'hello-topology',
      },
    ])
  }
  const bodies = await sent(url)
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ targetType: 'script', reason: long })
})

test('report reads the reason from standard input with -, without its final newline', async () => {
  const { url } = await mock()
  const { code, stdout } = await report(url, ['hello-topology', '--reason', '-'], {
    input: `${long}\nand ünïcode\r\n`,
  })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)])
  expect(await sent(url)).toMatchObject([{ reason: `${long}\nand ünïcode` }])
  const short = await report(url, ['hello-topology', '--reason', '-'], { input: 'short\n' })
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('has 5 characters')])
  const terminal = await onScreen(['report', 'hello-topology', '--reason', '-'], { env: as(url) })
  expect([terminal.code, terminal.screen]).toEqual([
    2,
    expect.stringMatching(
      /read from\s+standard\s+input,\s+but\s+that\s+is\s+a\s+terminal\.\s+\[TOPO_USAGE\]/,
    ),
  ])
})

test('a terminal shows what was reported', async () => {
  const { url } = await mock()
  const { code, screen } = await onScreen(['report', 'hello-topology', '--reason', long], {
    env: as(url),
  })
  expect([code, screen]).toEqual([
    0,
    expect.stringMatching(/Reported .*\(hello-topology\), report [0-9a-f-]{36}/),
  ])
})

test('nothing is reported on a dry run, for a missing, private or unknown script, or without a key', async () => {
  const { url } = await mock()
  const dry = await report(url, ['hello-topology', '--reason', long, '--dry-run', '--json'])
  expect(JSON.parse(dry.stdout)).toMatchObject({
    dryRun: true,
    request: { body: { reason: long } },
  })
  expect((await report(url, ['hello-topology'])).code).toBe(2)
  expect((await report(url, ['nothing-here', '--reason', long])).code).toBe(1)
  const { code } = await topo(['report', 'hello-topology', '--reason', long], {
    env: { TOPO_BASE_URL: url },
  })
  expect(code).toBe(4)
  expect(await writes(url)).toEqual([])
  const own = await report(url, ['alice-notes', '--reason', long])
  expect([own.code, own.stderr]).toEqual([1, expect.stringContaining('[TOPO_FORBIDDEN]')])
})
