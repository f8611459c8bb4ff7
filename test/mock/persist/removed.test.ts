/** A folder that is removed, moved, replaced or changed while the service uses it: no write is confirmed. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../project/folder.ts'
import { storedService, type TestService } from '../service.ts'

const key = 'ca_demo_carol'
const journal = 'journal-1.ndjson'
const create = (service: TestService, slug: string) =>
  service.request('/v1/scripts', {
    key,
    method: 'POST',
    body: JSON.stringify({ slug, name: slug, type: 'sketch', code: '' }),
  })

const without = (path: string) => !basename(path).startsWith('lock-')

const harms: [string, RegExp, (data: string) => void][] = [
  ['the folder is removed', /was removed/, (data) => rmSync(data, { recursive: true })],
  [
    'the folder is emptied',
    /was removed/,
    (data) => {
      for (const name of readdirSync(data)) rmSync(join(data, name))
    },
  ],
  ['the journal is removed', /was removed/, (data) => rmSync(join(data, journal))],
  [
    'the journal is renamed',
    /was removed/,
    (data) => renameSync(join(data, journal), join(data, 'old')),
  ],
  ['the folder is moved', /was removed/, (data) => renameSync(data, `${data}-moved`)],
  [
    'the folder is created again',
    /was removed/,
    (data) => {
      rmSync(data, { recursive: true })
      mkdirSync(data)
    },
  ],
  [
    'the folder is replaced by a copy',
    /was replaced/,
    (data) => {
      cpSync(data, `${data}-copy`, { recursive: true, filter: without })
      renameSync(data, `${data}-old`)
      renameSync(`${data}-copy`, data)
    },
  ],
  [
    'an editor replaces the journal',
    /was replaced/,
    (data) => {
      const text = readFileSync(join(data, journal))
      writeFileSync(join(data, 'new'), text)
      renameSync(join(data, 'new'), join(data, journal))
    },
  ],
  [
    'another machine writes to the journal',
    /was changed by another program/,
    (data) => appendFileSync(join(data, journal), 'more'),
  ],
]

test.each(harms)('%s: writes are refused, reads are served', async (_what, reason, harm) => {
  const data = join(makeFolder().root, 'data')
  const service = await storedService({ data })
  onTestFinished(() => service.close())
  expect((await create(service, 'before')).status).toBe(200)
  const state = JSON.stringify(service.control.state())
  harm(data)

  for (const path of ['/v1/scripts', '/__mock/reset', '/__mock/clock']) {
    const body =
      path === '/v1/scripts' ? { slug: 'after', name: 'after', type: 'sketch', code: '' } : {}
    const sent = path === '/__mock/clock' ? { advanceSeconds: 1 } : body
    const answer = await service.request(path, { key, method: 'POST', body: JSON.stringify(sent) })
    expect([path, answer.status]).toEqual([path, 507])
    expect(await answer.json()).toEqual({
      error: 'not_stored',
      message: expect.stringMatching(reason),
    })
  }
  expect(JSON.stringify(service.control.state())).toBe(state)
  expect((await service.request('/v1/scripts/before', { key })).status).toBe(200)
})

test('a folder that comes back is written again, and nothing was lost or added meanwhile', async () => {
  const data = join(makeFolder().root, 'data')
  const service = await storedService({ data })
  expect((await create(service, 'before')).status).toBe(200)
  renameSync(data, `${data}-away`)
  expect((await create(service, 'meanwhile')).status).toBe(507)
  renameSync(`${data}-away`, data)
  expect((await create(service, 'after')).status).toBe(200)
  const state = JSON.stringify(service.control.state())
  service.close()
  const again = await storedService({ data })
  expect(JSON.stringify(again.control.state())).toBe(state)
  again.close()
})

test('a service whose folder another one has now changes nothing in it', async () => {
  const data = join(makeFolder().root, 'data')
  const first = await storedService({ data })
  rmSync(data, { recursive: true })
  const second = await storedService({ data })
  expect((await create(second, 'second')).status).toBe(200)
  expect((await create(first, 'first')).status).toBe(507)
  // A reset, or a long journal, would write a new file.
  expect((await first.request('/__mock/reset', { method: 'POST' })).status).toBe(507)
  first.close()
  expect(readdirSync(data).filter(without)).toEqual([journal])
  expect(readdirSync(data)).toHaveLength(2)
  expect((await create(second, 'still')).status).toBe(200)
  second.close()
})
