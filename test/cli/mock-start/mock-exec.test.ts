/** `topo mock exec -- CMD`: a service of its own for one command. */
import { expect, test } from 'vitest'
import { bin, folder, start, topo } from '../topo.ts'

const node = (code: string) => ['mock', 'exec', '--', process.execPath, '-e', code]

test('the command has the address and a key, and its exit code is the exit code', async () => {
  const ask = `fetch(process.env.TOPO_BASE_URL + '/v1/quota/me', { headers: { 'x-api-key': process.env.TOPO_API_KEY } })
    .then((answer) => { console.log(answer.status); process.exitCode = 42 })`
  expect(await topo(node(ask))).toMatchObject({ code: 42, stdout: '200\n', stderr: '' })
})

test('topo itself runs in it as somebody else, with flags of its own', async () => {
  const run = await topo([
    'mock',
    'exec',
    '--as',
    'bob',
    '--',
    process.execPath,
    bin,
    'script',
    'list',
    '--json',
  ])
  expect(run.code).toBe(0)
  expect(JSON.parse(run.stdout).items.map(({ slug }: { slug: string }) => slug)).toEqual([
    'hello-topology',
    'payments-platform',
  ])
})

test('signals are passed on', async () => {
  const code = 'process.on("SIGTERM", () => process.exit(7)); console.log("up"); setInterval(() => {}, 1000)'
  const child = start(node(code), { cwd: folder() })
  const closed = new Promise((done) => child.once('close', done))
  await new Promise((up) => child.stdout.once('data', up))
  child.kill('SIGTERM')
  expect(await closed).toBe(7)
})

test('a command that there is not is said', async () => {
  const { code, stderr } = await topo(['mock', 'exec', '--', 'no-such-command-anywhere'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_COMMAND_NOT_FOUND]')])
})
