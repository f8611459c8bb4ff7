/** With `durable`, what an answer acknowledged or showed survives a power cut at any moment. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { oneOf } from '../../cases.ts'
import { type TestService, testService } from '../service.ts'
import { cuts, PowerCutFiles } from './power-cut-files.ts'

const key = 'ca_demo_carol'
const create = async (service: TestService, slug: string, padding = 0) =>
  (
    await service.request('/v1/scripts', {
      ...{ key, method: 'POST' },
      body: JSON.stringify({ slug, name: slug, type: 'sketch', code: 'x'.repeat(padding) }),
    })
  ).status
const slugsIn = (service: TestService) =>
  ((service.control.state().tables.scripts ?? []) as unknown as { slug: string }[])
    .map(({ slug }) => slug)
    .filter((slug) => /^s\d/.test(slug))
const start = (files: PowerCutFiles, durable = true) => testService({ data: '/data', files, durable })

/** Small and large commits, several at once, a snapshot of a long journal, a new start and a replacement. */
async function work(files: PowerCutFiles, acknowledged: Set<string>, durable = true): Promise<void> {
  const write = async (service: TestService, slug: string, padding = 0) => {
    if ((await create(service, slug, padding)) === 200) acknowledged.add(slug)
  }
  const first = start(files, durable)
  await write(first, 's1')
  await Promise.all(['s2', 's3', 's4'].map((slug) => write(first, slug)))
  for (const slug of ['s5', 's6', 's7']) await write(first, slug, 200_000)
  first.close()
  const second = start(files, durable)
  await write(second, 's8')
  const saved = second.control.state()
  const replaced = await second.request('/__mock/state', { method: 'PUT', body: JSON.stringify(saved) })
  if (replaced.status === 200) acknowledged.add('replaced')
  await write(second, 's9')
  second.close()
}

test.each(Object.keys(cuts) as (keyof typeof cuts)[])(
  'a power cut at any call loses nothing acknowledged, if it leaves %s',
  async (cut) => {
    const counting = new PowerCutFiles()
    await work(counting, new Set())
    const calls = counting.calls.length
    expect(calls).toBeGreaterThan(50)
    expect(counting.calls).toContain('rename state-2.json')
    for (const at of oneOf(
      3,
      Array.from({ length: calls }, (_, index) => index + 1),
    )) {
      const files = new PowerCutFiles([], at)
      const acknowledged = new Set<string>()
      await work(files, acknowledged).catch((error) => {
        if (!files.dead) throw error
      })
      const restarted = start(files.after(cut))
      acknowledged.delete('replaced')
      expect(slugsIn(restarted), `cut after call ${at}`).toEqual(expect.arrayContaining([...acknowledged]))
      expect(await create(restarted, 's10')).toBe(200)
      restarted.close()
    }
  },
  60_000,
)

test('without it, a power cut may lose what was acknowledged', async () => {
  const files = new PowerCutFiles()
  const acknowledged = new Set<string>()
  await work(files, acknowledged, false)
  expect(acknowledged.size).toBe(10)
  expect(files.calls.filter((call) => call.startsWith('sync'))).toEqual([])
  const restarted = start(files.after('only what was synced'))
  expect(slugsIn(restarted)).toEqual([])
  restarted.close()
})

test('a durable start makes durable what another process has left', async () => {
  const files = new PowerCutFiles()
  const careless = start(files, false)
  await create(careless, 's1')
  careless.close()
  const service = start(files)
  expect((await service.request('/v1/scripts/s1', { key })).status).toBe(200)
  service.close()
  const restarted = start(files.after('only what was synced'))
  expect(slugsIn(restarted)).toEqual(['s1'])
  restarted.close()
})

test('requests of one turn share one sync, and an answer that shows them waits for it too', async () => {
  const files = new PowerCutFiles()
  const service = start(files)
  files.calls.length = 0
  const order: string[] = []
  const { sync, write } = files
  files.sync = (descriptor) => {
    order.push('sync')
    sync(descriptor)
  }
  let reading: Promise<unknown> | undefined
  files.write = (descriptor, bytes, position) => {
    // From here on, other requests see the change.
    reading ??= service.request('/v1/scripts/user', { key }).then(async (answer) => {
      order.push('answer')
      return answer.json()
    })
    return write(descriptor, bytes, position)
  }
  const slugs = Array.from({ length: 20 }, (_, index) => `s${index}`)
  await Promise.all(slugs.map((slug) => create(service, slug).then(() => order.push('answer'))))
  expect(JSON.stringify(await reading)).toContain('"s0"')
  expect(files.calls.filter((call) => call.startsWith('write journal'))).toHaveLength(20)
  expect(order.filter((what) => what === 'sync').length).toBeLessThan(5)
  expect([order[0], order.filter((what) => what === 'answer').length]).toEqual(['sync', 21])
  service.close()
})

test('a disk that does not confirm ends the service: nothing later is acknowledged', async () => {
  const files = new PowerCutFiles()
  const service = start(files)
  expect(await create(service, 's1')).toBe(200)
  const sync = files.sync
  files.sync = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  expect(await create(service, 's2')).toBe(500)
  expect(await service.failed).toMatchObject({ code: 'TOPO_DATA_NOT_SYNCED', exitCode: 1 })
  // A second sync would report success, although the system has dropped the bytes.
  files.sync = sync
  expect(await create(service, 's3')).toBe(500)
  expect((await service.request('/v1/scripts/s1', { key })).status).toBe(500)
  service.close()
})

test('the real file system syncs files and folders, and reports all folders with a new entry', () => {
  const root = mkdtempSync(join(tmpdir(), 'topo-sync-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const data = join(root, 'a', 'b')
  expect(nodeFiles.makeFolder(data)).toEqual([join(root, 'a'), root])
  expect(nodeFiles.makeFolder(data)).toEqual([])
  const descriptor = nodeFiles.open(join(data, 'x'), 'new')
  nodeFiles.write(descriptor, Buffer.from('x'), 0)
  nodeFiles.sync(descriptor)
  nodeFiles.syncFolder(data)
  nodeFiles.close(descriptor)
  expect(existsSync(join(data, 'x'))).toBe(true)
  expect(() => nodeFiles.sync(descriptor)).toThrow(/EBADF/)
})
