/** A full disk loses no acknowledged write, and damaged data is reported. */
import { spawn } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
        message: expect.stringContaining(`line 4 of ${journal} was changed or is incomplete`),
        hint: `Nothing was changed. Restore a copy of ${data}, or move it away and start with an empty one.`,
      },
    ])
  }
  expect(readFileSync(journal, 'utf8')).toBe(damaged)
  expect(readdirSync(data)).toEqual(['journal-1.ndjson'])
})

test('a line that a kill left incomplete is dropped with a warning', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  await topo(['collections', 'create', 'Kept', '--local'], { cwd })
  const journal = join(cwd, '.topo', 'local', 'journal-1.ndjson')
  appendFileSync(journal, '12345678 2 [{"tab')
  const { code, stdout, stderr } = await topo(['collections', 'list', '--local'], { cwd })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Kept')])
  expect(stderr).toContain(`dropped line 4 of ${journal}`)
  const served = await topo(['mock', 'exec', '--data', dirname(journal), '--', 'node', '-e', '0'], { cwd })
  expect([served.code, served.stderr]).toEqual([0, expect.stringContaining(`dropped line 4 of ${journal}`)])
})
