/** A full disk loses no acknowledged write, and damaged data is reported. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { as } from '../control.ts'
import { bin, folder, mockProcess, script, topo } from '../topo.ts'

/** A mock with a file size limit, in blocks of 512 bytes. */
async function limitedMock(data: string, blocks: number) {
  const command = `ulimit -f ${blocks}; exec "$0" "$@"`
  const args = [process.execPath, bin, 'mock', 'start', '--port', '0', '--json', '--data', data]
  const child = spawn('sh', ['-c', command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.on('close', done))
  const url = await new Promise<string>((ready) =>
    child.stdout.once('data', (line) => ready(JSON.parse(String(line)).url)),
  )
  const stop = () => {
    child.kill()
    return ended
  }
  return { url, stop }
}

const create = (url: string, slug: string, length: number) =>
  fetch(`${url}/v1/scripts`, {
    method: 'POST',
    headers: { 'x-api-key': 'ca_demo_carol' },
    body: JSON.stringify({ slug, name: slug, type: 'sketch', code: 'x'.repeat(length) }),
  })

const slugs = async (data: string) => {
  const { url, stop } = await mockProcess(['--data', data])
  const { items } = JSON.parse(
    (await topo(['script', 'list', '--all', '--json'], { env: as(url, 'carol') })).stdout,
  ) as { items: { slug: string }[] }
  await stop()
  return items.map(({ slug }) => slug).filter((slug) => slug.startsWith('full-'))
}

describe('a full disk', { tags: 'posix' }, () => {
  test('refuses writes that do not fit, accepts others, and loses no acknowledged write', async () => {
    const data = join(folder(), 'data')
    const { url, stop } = await limitedMock(data, 600)
    const acknowledged: string[] = []
    let refused = 0
    for (let n = 0; n < 30; n++) {
      const answer = await create(url, `full-${n}`, n % 5 === 4 ? 10 : 40_000)
      if (answer.status === 200) acknowledged.push(`full-${n}`)
      else {
        refused++
        expect([answer.status, await answer.json()]).toEqual([
          507,
          { error: 'not_stored', message: expect.stringContaining(data) },
        ])
      }
    }
    await stop()
    expect(refused).toBeGreaterThan(5)
    expect(acknowledged).toContain('full-29')
    expect(await slugs(data)).toEqual(acknowledged)
  })

  test('is an error of the command, with a hint', async () => {
    const { url, stop } = await limitedMock(join(folder(), 'data'), 200)
    for (let n = 0; (await create(url, `full-${n}`, 10_000)).status === 200; n++);
    const { code, stdout } = await topo(['collections', 'create', 'x'.repeat(20_000), '--json'], {
      env: as(url, 'carol'),
    })
    await stop()
    expect(code).toBe(75)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'TOPO_NOT_STORED',
      status: 507,
      message: expect.stringContaining('cannot be written (EFBIG)'),
      hint: expect.stringContaining('Nothing was changed'),
    })
  })
})

test('damaged data is named with file and line, nothing is overwritten, and the hint says what to do', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  await topo(['collections', 'create', 'Kept', '--local'], { cwd })
  const data = join(cwd, '.topo', 'local')
  const journal = join(data, 'journal-1.ndjson')
  const damaged = `${readFileSync(journal, 'utf8')}garbage\n`
  writeFileSync(journal, damaged)
  for (const args of [
    ['mock', 'start', '--data', data, '--port', '0', '--json'],
    ['collections', 'list', '--local', '--json'],
  ]) {
    const { code, stdout } = await topo(args, { cwd })
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      1,
      {
        code: 'TOPO_DATA_DAMAGED',
        message: expect.stringContaining(
          `line 4 of ${journal} (from byte ${damaged.length - 'garbage\n'.length}) was changed or is incomplete`,
        ),
        hint: `Nothing was changed. Restore a copy of ${data}, or move it away and start with an empty one.`,
      },
    ])
  }
  expect(readFileSync(journal, 'utf8')).toBe(damaged)
  expect(readdirSync(data)).toEqual(['journal-1.ndjson'])
})

test('a line that a kill left incomplete is dropped with one warning', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  await topo(['collections', 'create', 'Kept', '--local'], { cwd })
  const journal = join(cwd, '.topo', 'local', 'journal-1.ndjson')
  // It is told only once, so --quiet does not hide it.
  const list = () => topo(['collections', 'list', '--local', '--quiet'], { cwd })
  const serve = () =>
    topo(['mock', 'exec', '--data', dirname(journal), '--', 'node', '-e', '0'], { cwd })
  for (const run of [list, serve]) {
    appendFileSync(journal, '12345678 2 [{"tab')
    const torn = await run()
    expect([torn.code, torn.stderr]).toEqual([
      0,
      expect.stringContaining(`dropped line 4 of ${journal}`),
    ])
    const again = await run()
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('dropped')])
  }
  expect((await list()).stdout).toContain('Kept')
})

describe.each([
  [
    'mock start --data',
    (data: string) => ['mock', 'start', '--port', '0', '--json', '--data', data],
  ],
  ['open --local', () => ['open', '--local', '--json']],
])('git clean -fdx while %s runs', (_what, words) => {
  test('no write is confirmed, and other commands have a new folder', {
    tags: 'posix',
  }, async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'shop.topology.js': script('shop') })
    execFileSync('git', ['init', '-q'], { cwd })
    execFileSync('git', ['add', 'topo.config.json', 'shop.topology.js'], { cwd })
    expect((await topo(['push', '--local'], { cwd })).code).toBe(0)
    const data = join(cwd, '.topo', 'local')
    const child = spawn(process.execPath, [bin, ...words(data)], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const line = await new Promise((ready) => child.stdout.once('data', ready))
    const url = new URL(JSON.parse(String(line)).url).origin
    expect((await create(url, 'before', 10)).status).toBe(200)

    execFileSync('git', ['clean', '-fdxq'], { cwd })
    expect(existsSync(data)).toBe(false)
    const answer = await create(url, 'lost', 10)
    expect([answer.status, await answer.json()]).toEqual([
      507,
      {
        error: 'not_stored',
        message: `The data folder ${data} was removed while the embedded service uses it.`,
      },
    ])
    const { code, stderr } = await topo(['collections', 'create', 'Lost'], {
      env: as(url, 'carol'),
    })
    expect([code, stderr]).toEqual([75, expect.stringContaining('[TOPO_NOT_STORED]')])
    const { stdout } = await topo(['script', 'list', '--local', '--all', '--json'], { cwd })
    expect(JSON.parse(stdout).items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ slug: 'shop' })]),
    )
    expect((await create(url, 'still-lost', 10)).status).toBe(507)
  })
})
