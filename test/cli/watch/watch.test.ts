/** `topo watch` pushes saved scripts that are valid and without conflict. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, fault, requests, writes } from '../control.ts'
import { folder, heard, mock, put, script, startLive, topo } from '../topo.ts'
import { changed, methods, shop, sleep, watching, watchingAt } from './watching.ts'

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
