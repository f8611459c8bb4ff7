/** `topo watch` uses settings as soon as they are saved. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, fault } from '../control.ts'
import { folder, heard, mock, put, script, startLive } from '../topo.ts'
import { changed, methods, shop, sleep, watching } from './watching.ts'

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
