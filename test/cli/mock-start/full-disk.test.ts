/** A full disk loses no acknowledged write; `mock repair` recovers the rest. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { as } from '../control.ts'
import { bin, folder, mockProcess, topo } from '../topo.ts'

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

describe('mock repair', () => {
  const damagedFolder = async () => {
    const cwd = folder()
    const { url, stop } = await mockProcess(['--data', 'data'], { cwd })
    for (const n of [1, 2, 3]) await create(url, `full-${n}`, 10)
    await stop()
    const journal = join(cwd, 'data', 'journal-1.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('full-2', 'full-9'))
    return cwd
  }

  test('is the hint of a start on damaged data, and recovers what can be read', async () => {
    const cwd = await damagedFolder()
    const started = await topo(['mock', 'start', '--data', 'data', '--port', '0', '--json'], { cwd })
    expect(started.code).toBe(1)
    const { error } = JSON.parse(started.stdout)
    expect(error).toMatchObject({ code: 'TOPO_DATA_DAMAGED', message: expect.stringContaining('line 3') })
    expect(error.hint).toContain('topo mock repair --data')

    const dry = await topo(['mock', 'repair', '--data', 'data', '--dry-run'], { cwd })
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('journal-1.ndjson:3 was changed or is incomplete')
    expect(dry.stdout).toContain('Lost: 1 commit that cannot be read.')
    expect(dry.stdout).toContain('Nothing was changed.')
    expect(readdirSync(join(cwd, 'data')).sort()).toEqual(['journal-1.ndjson', 'state-1.json'])

    const { code, stdout } = await topo(['mock', 'repair', '--data', 'data', '--json'], { cwd })
    expect(code).toBe(0)
    const keptIn = join(cwd, 'data', 'damaged-1')
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ data: join(cwd, 'data'), dryRun: false, from: 'state-1.json', commits: 2, lost: 1, keptIn },
      damage: [{ file: 'journal-1.ndjson', line: 3, what: 'was changed or is incomplete' }],
    })
    expect(readdirSync(keptIn).sort()).toEqual(['journal-1.ndjson', 'state-1.json'])
    expect(await slugs(join(cwd, 'data'))).toEqual(['full-1', 'full-3'])
    const again = await topo(['mock', 'repair', '--data', 'data'], { cwd })
    expect(again.stdout).toMatch(/^Nothing is damaged: \d+ scripts, 5 users/)
  })

  test('without a folder repairs the data of --local', async () => {
    const cwd = folder({ 'topo.config.json': '{}' })
    await topo(['collections', 'create', 'Kept', '--local'], { cwd })
    const data = join(cwd, '.topo', 'local')
    const [journal = ''] = readdirSync(data).filter((name) => name.startsWith('journal'))
    writeFileSync(join(data, journal), `${readFileSync(join(data, journal), 'utf8')}garbage\n`)
    expect((await topo(['collections', 'list', '--local'], { cwd })).code).toBe(1)
    const { code, stdout } = await topo(['mock', 'repair', '--json'], { cwd })
    expect([code, JSON.parse(stdout).data]).toEqual([0, data])
    const { stdout: list } = await topo(['collections', 'list', '--local'], { cwd })
    expect(list).toContain('Kept')
  })

  test.each([
    ['nowhere', 2, 'TOPO_NO_DATA'],
    ['nonsense', 1, 'TOPO_DATA_LOST'],
    ['older', 1, 'TOPO_DATA_FORMAT'],
  ])('%s: exit %d, %s', async (data, exitCode, expected) => {
    const cwd = folder({
      'nonsense/state-1.json': 'nonsense',
      'older/state-1.json': '{"version":1,"tables":{}}',
    })
    const { code, stdout } = await topo(['mock', 'repair', '--data', data, '--json'], { cwd })
    expect([code, JSON.parse(stdout).error.code]).toEqual([exitCode, expected])
  })
})
