/** `topo watch` pushes saved scripts that are valid and without conflict. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MockOptions } from '../../../src/exports/mock.ts'
import { closedAddress } from '../../api/server.ts'
import { testAll } from '../../cases.ts'
import { as, edit, fault, requests, rows, writes } from '../control.ts'
import { folder, heard, mock, put, script, startLive, topo } from '../topo.ts'

interface WatchLine {
  type: string
  path?: string
  action?: string
  [more: string]: unknown
}

/** A running watch; the test waits for its events in order. */
async function watching(
  files: Record<string, string>,
  args: string[] = [],
  service: MockOptions = {},
) {
  const { url, stop } = await mock(service)
  return { ...(await watchingAt(url, files, args)), stop }
}

async function watchingAt(url: string, files: Record<string, string>, args: string[] = []) {
  const cwd = folder({ '.git/HEAD': '', ...files })
  const child = await startLive(['watch', '--json', ...args], { cwd, env: as(url) })
  const events: WatchLine[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    events.push(...lines.map((line) => JSON.parse(line) as WatchLine))
  })
  const closed = child.ended.then(({ code }) => code)
  let read = 0
  /** The next event of this type; earlier events are skipped. */
  const next = async (type: string, path?: string): Promise<WatchLine> => {
    const isIt = (one: WatchLine, index: number) =>
      index >= read && one.type === type && (path === undefined || one.path === path)
    await expect
      .poll(() => events.findIndex(isIt), { timeout: 10_000, interval: 10 })
      .toBeGreaterThanOrEqual(0)
    read = events.findIndex(isIt) + 1
    return events[read - 1] as WatchLine
  }
  const save = (name: string, text: string) => put(join(cwd, name), text)
  const remote = async (slug: string) =>
    (await rows(url, 'scripts')).find((row) => row.slug === slug) as unknown as {
      code: string
      readme: string | null
      id: string
    }
  await next('watching')
  return { url, cwd, child, events, closed, next, save, remote }
}

const shop = script('shop')
const changed = (label: string) => shop.replace("'Web'", `'${label}'`)

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const methods = async (url: string) => (await writes(url)).map((line) => line.split(' ')[0])

test('watch creates a saved script, then updates it; Ctrl-C exits 0', {
  tags: 'signals',
}, async () => {
  const { url, child, closed, next, save, remote } = await watching({ 'shop.topology.js': shop })
  expect(await next('sent')).toMatchObject({ path: 'shop.topology.js', action: 'created' })
  save('shop.topology.js', changed('One'))
  expect(await next('sent')).toMatchObject({ action: 'updated', milliseconds: expect.any(Number) })
  save('shop.topology.js', changed('Two'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Two'")
  expect(await methods(url)).toEqual(['POST', 'PATCH', 'PATCH'])
  child.kill('SIGINT')
  expect(await closed).toBe(0)
})

test('F13: a save in several steps sends only the last content, in one request', async () => {
  const { url, cwd, events, next, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  for (const part of [0, 20, 100, 200, undefined]) {
    writeFileSync(join(cwd, 'shop.topology.js'), changed('Whole').slice(0, part))
    await sleep(5)
  }
  await next('sent')
  await sleep(300)
  expect((await remote('shop')).code).toContain("'Whole'")
  expect(await methods(url)).toEqual(['POST', 'PATCH'])
  expect(events.map(({ type }) => type)).toEqual(['watching', 'sent', 'sent'])
})

test('the last of many saves wins, and no script is sent twice at the same time', async () => {
  const { url, events, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  const latencyMs = 400
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', latencyMs })
  for (let n = 1; n <= 20; n++) {
    save('shop.topology.js', changed(`Save ${n}`))
    await sleep(n % 7 === 0 ? 120 : 15)
  }
  await expect
    .poll(async () => (await remote('shop')).code, { timeout: 10_000 })
    .toContain('Save 20')
  expect(events.filter(({ type }) => type !== 'sent' && type !== 'watching')).toEqual([])
  expect((await writes(url)).length).toBeLessThan(12)
  const at = (await requests(url))
    .filter(({ method }) => method === 'PATCH')
    .map((entry) => Date.parse(entry.at))
  expect(at.length).toBeGreaterThan(1)
  for (const [n, time] of at.slice(1).entries())
    expect(time - (at[n] ?? 0)).toBeGreaterThan(latencyMs - 50)
})

test('a save during the first push is sent too', async () => {
  const { url } = await mock()
  await fault(url, { method: 'POST', path: '/v1/scripts', latencyMs: 1500 })
  const { next, save, remote } = await watchingAt(url, { 'shop.topology.js': shop })
  await sleep(800)
  save('shop.topology.js', changed('Meanwhile'))
  expect(await next('sent')).toMatchObject({ action: 'created' })
  expect(await next('sent')).toMatchObject({ action: 'updated' })
  expect((await remote('shop')).code).toContain("'Meanwhile'")
})

test('watch reports warnings of sent scripts; an invalid one is reported with its position and not sent', async () => {
  const slip = shop.replace(
    'await topology.apply()',
    "topology.creatGroup('g')\nawait topology.apply()",
  )
  const { url, next, save, remote } = await watching({ 'shop.topology.js': slip })
  const advice = expect.objectContaining({ scripts: 1, breaking: 1 })
  expect(await next('sent')).toMatchObject({ action: 'created', advice })
  save('shop.topology.js', `${slip}\n`)
  expect(await next('sent')).toMatchObject({ action: 'updated', advice })
  save('shop.topology.js', changed('Bad').replace("'shop-db', {", "'shop-bd', {"))
  const { files } = (await next('invalid')) as unknown as {
    files: { findings: { line: number }[] }[]
  }
  expect(files[0]?.findings[0]?.line).toBe(5)
  expect((await remote('shop')).code).toBe(`${slip}\n`)
  save('shop.topology.js', changed('Good'))
  expect(await next('sent')).toMatchObject({ advice: { scripts: 0, warnings: 0, breaking: 0 } })
  expect((await remote('shop')).code).toContain("'Good'")
  expect((await writes(url)).length).toBe(3)
})

describe('saves of editors', () => {
  test('a file that replaces another, and a file that is deleted and written again', async () => {
    const { cwd, events, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    const file = join(cwd, 'shop.topology.js')
    writeFileSync(`${file}~`, changed('Renamed'))
    renameSync(`${file}~`, file)
    await next('sent')
    rmSync(file)
    await sleep(20)
    writeFileSync(file, changed('Again'))
    await next('sent')
    expect((await remote('shop')).code).toContain("'Again'")
    expect(events.map(({ type }) => type)).not.toContain('gone')
  })

  testAll('a renamed file with the same slug is the same script', async () => {
    const named = script('shop', 'slug: shop')
    const { url, cwd, next, save, remote } = await watching({ 'shop.topology.js': named })
    await next('sent')
    const { id } = await remote('shop')
    renameSync(join(cwd, 'shop.topology.js'), join(cwd, 'store.topology.js'))
    await next('gone', 'shop.topology.js')
    save('store.topology.js', named.replace("'Web'", "'Moved'"))
    expect(await next('sent')).toMatchObject({ path: 'store.topology.js', action: 'updated', id })
    expect((await remote('shop')).code).toContain("'Moved'")
    expect(await methods(url)).toEqual(['POST', 'PATCH'])
  })

  test('a new folder and a deleted file are noticed', { tags: 'not-wine' }, async () => {
    const { cwd, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    mkdirSync(join(cwd, 'later/on'), { recursive: true })
    put(join(cwd, 'later/on/new.topology.js'), script('new'))
    expect(await next('sent')).toMatchObject({
      path: 'later/on/new.topology.js',
      action: 'created',
    })
    rmSync(join(cwd, 'later'), { recursive: true, maxRetries: 10 })
    expect(await next('gone')).toMatchObject({ path: 'later/on/new.topology.js' })
    expect((await remote('new')).id).toEqual(expect.any(String))
  })

  test('saving a readme or an imported file pushes the script', async () => {
    const { next, save, remote } = await watching({
      'shop.topology.ts':
        "import { label } from './label.ts'\nconst t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label })\nawait t.apply()\n",
      'label.ts': "export const label = 'Old'\n",
    })
    await next('sent')
    save('label.ts', "export const label = 'New'\n")
    await next('sent')
    expect((await remote('shop')).code).toContain('"New"')
    save('shop.md', '# The shop\n')
    await next('sent')
    expect((await remote('shop')).readme).toBe('# The shop\n')
  })

  test('--poll notices saves without file system events', async () => {
    const { next, save } = await watching({ 'shop.topology.js': shop }, ['--poll'])
    await next('sent')
    save('shop.topology.js', changed('Polled'))
    expect(await next('sent')).toMatchObject({ action: 'updated' })
  })
})

test('saved settings are used: an excluded script is not sent, and comes back', async () => {
  const files = {
    'shop.topology.js': shop,
    'other.topology.js': script('other'),
    'topo.config.json': '{}',
  }
  const { url, events, next, save, remote } = await watching(files)
  await next('sent')
  await next('sent')
  save('.topoignore', 'shop.*\n')
  expect(await next('settings')).toMatchObject({ error: null })
  await next('gone', 'shop.topology.js')
  save('shop.topology.js', changed('Excluded'))
  save('topo.config.json', '{ "exclud": [] }')
  expect(await next('settings')).toMatchObject({ error: 'TOPO_CONFIG_INVALID' })
  save('topo.config.json', '{ "defaults": { "public": true } }')
  expect(await next('sent', 'other.topology.js')).toMatchObject({ action: 'updated' })
  expect(await remote('other')).toMatchObject({ isPublic: true })
  expect((await remote('shop')).code).not.toContain('Excluded')
  save('.topoignore', '')
  await next('sent', 'shop.topology.js')
  expect((await remote('shop')).code).toContain('Excluded')
  expect(await methods(url)).toEqual(['POST', 'POST', 'PATCH', 'PATCH'])
  expect(events.filter(({ type }) => type === 'failed')).toEqual([])
})

test('excluding two scripts of the same slug sends neither, and wrong .topoignore is reported', async () => {
  const named = `/*---\nslug: same\n---*/\n${shop}`
  const files = { 'topo.config.json': '{}', 'a/one.topology.js': named, 'a/two.topology.js': named }
  const { url, cwd, events, next, save } = await watching(
    { ...files, 'x.topology.js': script('x') },
    ['.', 'a'],
  )
  await next('sent', 'x.topology.js')
  writeFileSync(join(cwd, '.topoignore'), Buffer.from('a/', 'utf16le'))
  expect(await next('settings')).toMatchObject({
    error: 'TOPO_CONFIG_INVALID',
    reason: expect.stringContaining('.topoignore'),
  })
  rmSync(join(cwd, '.topoignore'))
  await next('settings')
  save('topo.config.json', '{ "exclude": ["a"] }')
  await next('gone', 'a/two.topology.js')
  save('x.topology.js', `${script('x')}// Later\n`)
  await next('sent', 'x.topology.js')
  expect(await methods(url)).toEqual(['POST', 'PATCH'])
  expect(events.filter(({ type }) => type === 'failed')).toEqual([])
})

test('a script that is excluded while it is sent is not sent again', async () => {
  const { url, next, save, remote } = await watching({
    'topo.config.json': '{}',
    'shop.topology.js': shop,
  })
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', latencyMs: 2500, times: 1 })
  save('shop.topology.js', changed('First'))
  await sleep(400)
  save('shop.topology.js', changed('Secret'))
  await sleep(200)
  save('.topoignore', 'shop.*')
  await next('gone')
  await sleep(2500)
  expect(await methods(url)).toEqual(['POST', 'PATCH'])
  expect((await remote('shop')).code).toContain("'First'")
  save('.topoignore', '')
  await next('sent')
  expect((await remote('shop')).code).toContain("'Secret'")
})

test('a deleted topo.config.json does not add the scripts around the project', async () => {
  const cwd = folder({
    '.git/HEAD': '',
    'secret.topology.js': script('secret'),
    'team/topo.config.json': '{}',
    'team/x.topology.js': script('x'),
  })
  const { url } = await mock()
  const child = await startLive(['watch', '--json'], { cwd: join(cwd, 'team'), env: as(url) })
  const lines = heard(child.stdout)
  await expect.poll(lines, { timeout: 10_000 }).toContain('"created"')
  rmSync(join(cwd, 'team/topo.config.json'))
  await expect.poll(lines, { timeout: 10_000 }).toContain('"settings"')
  put(join(cwd, 'team/x.topology.js'), `${script('x')}// Later\n`)
  await expect.poll(lines, { timeout: 10_000 }).toContain('"updated"')
  expect(await methods(url)).toEqual(['POST', 'PATCH'])
})

test('a conflict pauses a script until it is resolved', async () => {
  const { url, cwd, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  const { id } = await remote('shop')
  const theirs = changed('Theirs')
  const args = ['api', 'PATCH', `/v1/scripts/${id}`, '--input', '-']
  expect(await topo(args, { input: JSON.stringify({ code: theirs }), env: as(url) })).toMatchObject(
    {
      code: 0,
    },
  )
  save('shop.topology.js', changed('Mine'))
  expect(await next('conflict')).toMatchObject({
    path: 'shop.topology.js',
    hint: expect.stringContaining('--force'),
  })
  save('shop.topology.js', changed('Mine again'))
  await next('conflict')
  expect((await remote('shop')).code).toBe(theirs)
  expect(await topo(['pull', 'shop', '--force'], { cwd, env: as(url) })).toMatchObject({ code: 0 })
  await sleep(300)
  expect(readFileSync(join(cwd, 'shop.topology.js'), 'utf8')).toBe(theirs)
  save('shop.topology.js', changed('Ours'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Ours'")
})

test('watch waits for the end of an outage, however long, and sends the last save as an update', async () => {
  const data = folder()
  const { url, stop, events, next, save, remote } = await watching(
    { 'shop.topology.js': shop },
    [],
    { data },
  )
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', status: 503, times: 3 })
  save('shop.topology.js', changed('Unsent'))
  expect(await next('offline')).toMatchObject({
    paths: ['shop.topology.js'],
    error: 'TOPO_UNAVAILABLE',
  })
  save('shop.topology.js', changed('Sent'))
  await next('sent')
  await expect.poll(async () => (await remote('shop')).code).toContain("'Sent'")
  await stop()
  save('shop.topology.js', changed('Unsent'))
  expect(await next('offline')).toMatchObject({
    paths: ['shop.topology.js'],
    error: 'TOPO_REFUSED_CONNECTION',
  })
  await sleep(4000)
  save('shop.topology.js', changed('Late'))
  await mock({ data, port: Number(new URL(url).port) })
  await next('online')
  expect(await next('sent')).toMatchObject({ action: 'updated' })
  // An attempt that began before the last save may arrive first.
  await expect.poll(async () => (await remote('shop')).code).toContain("'Late'")
  expect(events.filter(({ type }) => type === 'offline')).toHaveLength(2)
  expect(new Set(await methods(url))).toEqual(new Set(['PATCH']))
})

testAll('an outage at the start makes all scripts wait together', async () => {
  const url = await closedAddress()
  const files = { 'a.topology.js': script('a'), 'b.topology.js': script('b') }
  const { next, events } = await watchingAt(url, files)
  expect(await next('offline')).toMatchObject({ paths: ['a.topology.js', 'b.topology.js'] })
  await mock({ port: Number(new URL(url).port) })
  await next('online')
  await next('sent', 'b.topology.js')
  expect(events.filter(({ type }) => type === 'sent')).toHaveLength(2)
  const reads = (await requests(url))
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path)
  expect(reads).toEqual(['/v1/scripts/user'])
})

test('Ctrl-C stops watch immediately, even if the service hangs', { tags: 'signals' }, async () => {
  const { url } = await mock()
  await fault(url, { path: '/v1/scripts/*', kind: 'hang' })
  const { child, closed } = await watchingAt(url, { 'shop.topology.js': shop })
  // Time to send the request; no event reports that it hangs.
  await sleep(1000)
  child.kill('SIGINT')
  // A request may hang for 30 s, longer than the timeout of the test.
  expect(await closed).toBe(0)
})

test('watch reports remote changes at its start, with a hint', { tags: 'signals' }, async () => {
  const first = await watching({ 'shop.topology.js': shop })
  await first.next('sent')
  first.child.kill('SIGINT')
  await first.closed
  await edit(first.url, ({ scripts }) => {
    const row = scripts?.find(({ slug }) => slug === 'shop')
    Object.assign(row ?? {}, { description: 'theirs', updatedAt: '2030-01-01T00:00:00.000Z' })
  })
  const child = await startLive(['watch', '--json'], { cwd: first.cwd, env: as(first.url) })
  const out = heard(child.stdout)
  await expect.poll(out, { timeout: 10_000 }).toMatch(/"type":"remote-ahead".+"hint":"Pull it/)
})

test('watch prints one plain line per event in a pipe', async () => {
  const { url } = await mock()
  const cwd = folder({ '.git/HEAD': '', 'shop.topology.js': shop })
  const out = heard((await startLive(['watch'], { cwd, env: as(url) })).stdout)
  await expect.poll(out, { timeout: 10_000 }).toContain('created')
  put(join(cwd, 'shop.topology.js'), `${shop}// more\n`)
  await expect.poll(out, { timeout: 10_000 }).toContain('updated')
  expect(out()).toMatch(
    /^watching\t1 script, until Ctrl-C\ncreated\tshop\.topology\.js {2}\d+ ms\nupdated\tshop\.topology\.js {2}\d+ ms\n$/,
  )
})

test('a refused key stops watch with exit 4', async () => {
  const { url, closed, next, save } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', status: 401 })
  save('shop.topology.js', changed('Nobody'))
  expect(await closed).toBe(4)
})

test('a single refusal of the key does not stop watch', async () => {
  const { url, next, save } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  await fault(url, { status: 401, times: 1 })
  save('shop.topology.js', changed('Somebody'))
  expect(await next('offline')).toMatchObject({ error: 'TOPO_UNAUTHORIZED' })
  expect(await next('sent')).toMatchObject({ slug: 'shop' })
  // A later one is another single one.
  await fault(url, { status: 401, times: 2 })
  save('shop.topology.js', changed('Others'))
  expect(await next('sent')).toMatchObject({ slug: 'shop' })
})

test('watch refuses a path that does not exist like push, and waits for files in an empty folder', async () => {
  const { url } = await mock()
  const cwd = folder({ 'a.topology.js': shop })
  mkdirSync(join(cwd, 'empty'))
  for (const path of ['missing.topology.js', 'no/such/folder']) {
    const [watched, pushed] = await Promise.all(
      ['watch', 'push'].map((command) => topo([command, path], { cwd, env: as(url) })),
    )
    expect([path, watched?.code, watched?.stderr]).toEqual([path, 2, pushed?.stderr])
    expect(watched?.stderr).toContain('TOPO_NO_FILES')
  }
  const { next, save } = await watchingAt(url, { 'a.topology.js': shop, 'empty/x.txt': '' }, [
    'empty',
  ])
  save('empty/later.topology.js', script('later'))
  expect(await next('sent')).toMatchObject({ path: 'empty/later.topology.js' })
})
