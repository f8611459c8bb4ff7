/** kill -9 after the service received a request, before topo recorded it: every sender recognises its own work. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { as, reset, rows } from '../control.ts'
import { assistant, codeOf } from '../mcp/client.ts'
import { folder, put, script, sharedMock, topoProcess } from '../topo.ts'

const service = sharedMock()
beforeEach(() => reset(service.url))

const killed = (on: string) => ({
  ...as(service.url),
  KILL_ON: on,
  NODE_OPTIONS: `--require=${JSON.stringify(resolve(import.meta.dirname, 'kill-at.cjs'))}`,
})
const env = () => as(service.url)
const there = async (slug: string) => {
  const found = (await rows(service.url, 'scripts')).find((row) => row.slug === slug)
  return { code: String(found?.code), updatedAt: String(found?.updatedAt), ...found }
}
const edited = (slug: string) => `${script(slug)}// since the kill\n`

test('watch: the next push updates what was sent before the kill', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  expect(
    (await topoProcess(['watch'], { cwd, env: killed('after POST /v1/scripts') })).signal,
  ).toBe('SIGKILL')
  put(join(cwd, 'shop.topology.js'), edited('shop'))
  const { code, stdout } = await topoProcess(['push', '--json'], { cwd, env: env() })
  expect([code, JSON.parse(stdout).items]).toMatchObject([0, [{ slug: 'shop', action: 'updated' }]])
  expect((await there('shop')).code).toBe(edited('shop'))
  expect(readdirSync(join(cwd, '.topo')).toSorted()).toEqual([
    '.gitignore',
    'base',
    'remote.json',
    'state.json',
  ])
})

test('publish: the next push finishes it and undoes nothing', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  await topoProcess(['push'], { cwd, env: env() })
  const withKill = killed('after PATCH /v1/scripts/{id}')
  expect(await topoProcess(['publish', 'shop'], { cwd, env: withKill })).toMatchObject({
    signal: 'SIGKILL',
  })
  const file = join(cwd, 'shop.topology.js')
  put(file, `${readFileSync(file, 'utf8')}// since the kill\n`)
  expect(await topoProcess(['push'], { cwd, env: env() })).toMatchObject({ code: 0 })
  expect(await there('shop')).toMatchObject({ isPublic: true, code: edited('shop') })
})

test('import: a row that changed since is updated, without a conflict', async () => {
  const table = (firstCode: string) =>
    `slug,code\nfirst,"${firstCode}"\nsecond,"${script('second')}"\n`
  const cwd = folder({ 'all.csv': table(script('first')) })
  const args = ['script', 'import', 'all.csv', '--concurrency', '1', '--json']
  expect(await topoProcess(args, { cwd, env: killed('after POST /v1/scripts') })).toMatchObject({
    signal: 'SIGKILL',
  })
  put(join(cwd, 'all.csv'), table(edited('first')))
  const { code, stdout } = await topoProcess(args, { cwd, env: env() })
  expect([code, JSON.parse(stdout).items]).toMatchObject([
    0,
    [
      { slug: 'first', action: 'updated' },
      { slug: 'second', action: 'created' },
    ],
  ])
  expect((await there('first')).code).toBe(edited('first'))
})

test('assistant: repeating the call with another script is no conflict', async () => {
  const cwd = folder()
  const given = { description: 'The shop', slug: 'shop', code: script('shop') }
  const first = await assistant(['--allow-writes'], {
    cwd,
    env: killed('after POST /v1/scripts'),
    ownProcess: true,
  })
  await expect(first.call('create_diagram', given)).rejects.toThrow()
  const second = await assistant(['--allow-writes'], {
    cwd,
    env: killed('after PATCH /v1/scripts/{id}'),
    ownProcess: true,
  })
  const created = await second
    .call('create_diagram', { ...given, description: 'The shop' })
    .catch(() => undefined)
  expect(created?.structuredContent).toMatchObject({ action: 'unchanged' })
  const { updatedAt: expectedUpdatedAt } = await there('shop')
  const changing = { slug: 'shop', code: edited('shop'), expectedUpdatedAt }
  await expect(second.call('update_diagram', changing)).rejects.toThrow()
  const third = await assistant(['--allow-writes'], { cwd, env: env() })
  const changed = await third.call('update_diagram', { ...changing, name: 'Shop' })
  expect(codeOf(changed)).toBeUndefined()
  expect(await there('shop')).toMatchObject({ name: 'Shop', code: edited('shop') })
})

test('pull: leaves only scripts behind', async () => {
  const cwd = folder({ 'topo.config.json': '{}' })
  const run = await topoProcess(['pull', 'alice-shop'], {
    cwd,
    env: killed(`before writing ${join(cwd, 'alice-shop.topology.js')}`),
  })
  expect(run.signal).toBe('SIGKILL')
  expect(readdirSync(cwd).toSorted()).toEqual(['.topo', 'topo.config.json'])
  expect(
    readdirSync(join(cwd, '.topo')).some((name) => name.startsWith('alice-shop.topology.js.tmp-')),
  ).toBe(true)
})
