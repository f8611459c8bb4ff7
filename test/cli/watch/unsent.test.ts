/** `topo watch` while nothing can be sent: after a conflict, in an outage, with a refused key. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closedAddress } from '../../api/server.ts'
import { testAll } from '../../cases.ts'
import { as, edit, fault, requests } from '../control.ts'
import { folder, heard, mock, script, startLive, topo } from '../topo.ts'
import { changed, methods, shop, sleep, watching, watchingAt } from './watching.ts'

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
