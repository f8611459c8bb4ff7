/**
 * Two containers with one volume: in both, the service is process 1. A container is made of Linux namespaces here.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bin, folder, script, topo } from '../topo.ts'

const namespaces = ['--pid', '--uts', '--fork', '--kill-child', '--mount-proc']
const probe = spawnSync('unshare', [...namespaces, 'sh', '-c', 'hostname probe; echo $$'], {
  encoding: 'utf8',
})
const permitted = probe.stdout?.trim() === '1'
const why = permitted
  ? ''
  : ` (skipped: this machine permits no namespaces: ${probe.stderr ?? probe.error})`

interface Container {
  readonly child: ChildProcess
  readonly url: Promise<string>
  readonly ended: Promise<{ code: number | null; output: string }>
}

/** `topo mock start` as process 1 of a new container. */
function container(cwd: string, host: string, flags: string[] = []): Container {
  const start = [process.execPath, bin, 'mock', 'start', '--port', '0', '--json', '--data', 'data']
  const command = ['sh', '-c', `hostname ${host}; exec "$0" "$@"`, ...start]
  const child = spawn('unshare', [...namespaces, ...flags, ...command], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => done({ code, output: stdout + stderr }))
  })
  const url = new Promise<string>((ready, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      // An error is JSON in several lines.
      const [, address, pid] = /^\{"url":"([^"]+)".*"pid":(\d+)\}\n/.exec(stdout) ?? []
      if (address === undefined) return
      expect(pid).toBe('1')
      ready(address)
    })
    ended.then((end) => failed(new Error(JSON.stringify(end))))
  })
  url.catch(() => {})
  return { child, url, ended }
}

const headers = { authorization: 'Bearer ca_demo_carol' }
const create = (url: string, slug: string) =>
  fetch(`${url}/v1/scripts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ slug, name: slug, type: 'sketch', code: '' }),
  })
const has = async (url: string, slug: string) =>
  (await fetch(`${url}/v1/scripts/${slug}`, { headers })).status === 200

describe.skipIf(!permitted)(`two containers${why}`, () => {
  test.each([
    [
      'another host name',
      'second',
      /in use by process 1 of another container \(first\), which serves it/,
    ],
    ['the same host name', 'first', /in use by process 1, which serves it/],
  ])(
    'with %s: one is refused while the other runs, and has the folder once that is killed',
    async (_what, host, message) => {
      const cwd = folder()
      const first = container(cwd, 'first')
      const url = await first.url
      expect((await create(url, 'one')).status).toBe(200)
      const { code, output } = await container(cwd, host).ended
      expect([code, output]).toEqual([75, expect.stringContaining('TOPO_DATA_LOCKED')])
      expect(output).toMatch(message)
      expect((await create(url, 'two')).status).toBe(200)
      first.child.kill('SIGKILL')
      await first.ended
      const next = await container(cwd, host).url
      expect([await has(next, 'one'), await has(next, 'two')]).toEqual([true, true])
    },
    60_000,
  )

  test('--local outside uses a mock in a container that shares the network, and is told if it does not', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const env = { TOPO_LOCAL_DATA: join(cwd, 'data') }
    const shared = container(cwd, 'shared')
    await shared.url
    expect((await topo(['push', '--local'], { cwd, env })).code).toBe(0)
    shared.child.kill('SIGKILL')
    await shared.ended
    const apart = container(cwd, 'shared', ['--net'])
    const url = await apart.url.catch((error: Error) => error.message)
    // Without a loopback device the mock still listens, where nobody outside can ask it.
    expect(url).toMatch(/^http:/)
    const { code, stderr } = await topo(['status', '--local'], { cwd, env })
    expect([code, stderr]).toEqual([
      75,
      expect.stringContaining('Make that port reachable from here'),
    ])
  }, 60_000)
})

test('of many processes that start at the same time, one gets the folder, and one more when that one is killed', async () => {
  const cwd = folder()
  const round = async () => {
    const children = Array.from({ length: 8 }, () =>
      spawn(process.execPath, [bin, 'mock', 'start', '--port', '0', '--json', '--data', 'data'], {
        cwd,
      }),
    )
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL')
    })
    const results = await Promise.all(
      children.map(
        (child) =>
          new Promise<number | string>((done) => {
            child.stdout.once('data', (line) =>
              done(/"url":"([^"]+)"/.exec(String(line))?.[1] ?? 'refused'),
            )
            child.on('close', (code) => done(code ?? 'killed'))
          }),
      ),
    )
    const winners = children.filter((_, at) => /^http/.test(String(results[at])))
    expect(winners).toHaveLength(1)
    return {
      winner: winners[0] as ChildProcess,
      url: String(results.find((found) => /^http/.test(String(found)))),
    }
  }
  const first = await round()
  expect((await create(first.url, 'one')).status).toBe(200)
  const dead = new Promise((closed) => first.winner.once('close', closed))
  first.winner.kill('SIGKILL')
  await dead
  const second = await round()
  expect(await has(second.url, 'one')).toBe(true)
}, 60_000)
