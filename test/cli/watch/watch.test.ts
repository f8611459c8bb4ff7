/** `topo watch`: what is saved is sent, as long as it is valid and nobody else has changed it. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { as, fault, writes } from '../control.ts'
import { folder, mock, put, script, start, topo, topoOnTerminal } from '../topo.ts'

interface Told {
  type: string
  path?: string
  action?: string
  [more: string]: unknown
}

/** A running watch, whose events are waited for one after the other. */
async function watching(files: Record<string, string>, args: string[] = []) {
  const { url } = await mock()
  const cwd = folder({ '.git/HEAD': '', ...files })
  const child = start(['watch', '--json', ...args], { cwd, env: as(url) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const told: Told[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    told.push(...lines.map((line) => JSON.parse(line) as Told))
  })
  const closed = new Promise<number | null>((done) => child.on('close', done))
  let read = 0
  /** The next event of this kind; what came before it is passed over. */
  const next = async (type: string, path?: string): Promise<Told> => {
    const isIt = (one: Told, index: number) =>
      index >= read && one.type === type && (path === undefined || one.path === path)
    await expect.poll(() => told.findIndex(isIt), { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(0)
    read = told.findIndex(isIt) + 1
    return told[read - 1] as Told
  }
  const save = (name: string, text: string) => put(join(cwd, name), text)
  const remote = async (slug: string) =>
    JSON.parse((await topo(['script', 'show', slug, '--json'], { cwd, env: as(url) })).stdout) as {
      code: string
      readme: string | null
      id: string
    }
  await next('watching')
  return { url, cwd, child, told, closed, next, save, remote }
}

const shop = script('shop')
const changed = (label: string) => shop.replace("'Web'", `'${label}'`)

test('what is saved is there at once, by one create and then updates alone; Ctrl-C is the ordinary end', async () => {
  const { url, child, closed, next, save, remote } = await watching({ 'shop.topology.js': shop })
  expect(await next('sent')).toMatchObject({ path: 'shop.topology.js', action: 'created' })
  save('shop.topology.js', changed('One'))
  expect(await next('sent')).toMatchObject({ action: 'updated', milliseconds: expect.any(Number) })
  save('shop.topology.js', changed('Two'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Two'")
  const methods = (await writes(url)).map((line) => line.split(' ')[0])
  expect(methods).toEqual(['POST', 'PATCH', 'PATCH'])
  child.kill('SIGINT')
  expect(await closed).toBe(0)
})

test('of many saves the last one wins', async () => {
  const { url, told, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', latencyMs: 120 })
  for (let n = 1; n <= 20; n++) {
    save('shop.topology.js', changed(`Save ${n}`))
    await new Promise((done) => setTimeout(done, 15))
  }
  await expect.poll(async () => (await remote('shop')).code, { timeout: 10_000 }).toContain('Save 20')
  expect(told.filter(({ type }) => type !== 'sent' && type !== 'watching')).toEqual([])
  expect((await writes(url)).length).toBeLessThan(12)
})

test('what is not valid is told with its place and not sent; mended it is', async () => {
  const { url, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  save('shop.topology.js', changed('Bad').replace("'shop-db', {", "'shop-bd', {"))
  const { files } = (await next('invalid')) as unknown as { files: { findings: { line: number }[] }[] }
  expect(files[0]?.findings[0]?.line).toBe(5)
  expect((await remote('shop')).code).toBe(shop)
  save('shop.topology.js', changed('Good'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Good'")
  expect((await writes(url)).length).toBe(2)
})

describe('the ways of editors', () => {
  test('a file that is put in the place of another, and one that is deleted and written again', async () => {
    const { cwd, told, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    const file = join(cwd, 'shop.topology.js')
    writeFileSync(`${file}~`, changed('Renamed'))
    renameSync(`${file}~`, file)
    await next('sent')
    rmSync(file)
    await new Promise((done) => setTimeout(done, 20))
    writeFileSync(file, changed('Again'))
    await next('sent')
    expect((await remote('shop')).code).toContain("'Again'")
    expect(told.map(({ type }) => type)).not.toContain('gone')
  })

  test('a folder that comes later, and a file that goes', async () => {
    const { cwd, next, remote } = await watching({ 'shop.topology.js': shop })
    await next('sent')
    mkdirSync(join(cwd, 'later/on'), { recursive: true })
    put(join(cwd, 'later/on/new.topology.js'), script('new'))
    expect(await next('sent')).toMatchObject({ path: 'later/on/new.topology.js', action: 'created' })
    rmSync(join(cwd, 'later'), { recursive: true })
    expect(await next('gone')).toMatchObject({ path: 'later/on/new.topology.js' })
    expect((await remote('new')).id).toEqual(expect.any(String))
  })

  test('a readme and what is imported belong to the script', async () => {
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

  test('a file system that tells nothing is asked', async () => {
    const { next, save } = await watching({ 'shop.topology.js': shop }, ['--poll'])
    await next('sent')
    save('shop.topology.js', changed('Polled'))
    expect(await next('sent')).toMatchObject({ action: 'updated' })
  })
})

test('a script that somebody changed on the service is left alone until that is settled', async () => {
  const { url, cwd, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  const { id } = await remote('shop')
  const theirs = changed('Theirs')
  const args = ['api', 'PATCH', `/v1/scripts/${id}`, '--input', '-']
  expect(await topo(args, { input: JSON.stringify({ code: theirs }), env: as(url) })).toMatchObject({
    code: 0,
  })
  save('shop.topology.js', changed('Mine'))
  expect(await next('paused')).toMatchObject({
    path: 'shop.topology.js',
    hint: expect.stringContaining('--force'),
  })
  save('shop.topology.js', changed('Mine again'))
  await next('paused')
  expect((await remote('shop')).code).toBe(theirs)
  expect(await topo(['pull', 'shop', '--force'], { cwd, env: as(url) })).toMatchObject({ code: 0 })
  await new Promise((done) => setTimeout(done, 300))
  expect(readFileSync(join(cwd, 'shop.topology.js'), 'utf8')).toBe(theirs)
  save('shop.topology.js', changed('Ours'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Ours'")
})

test('an outage is waited out, and what was saved meanwhile is sent', async () => {
  const { url, next, save, remote } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', status: 503, times: 1 })
  save('shop.topology.js', changed('Unsent'))
  expect(await next('offline')).toMatchObject({ path: 'shop.topology.js', error: 'TOPO_UNAVAILABLE' })
  save('shop.topology.js', changed('Sent'))
  await next('sent')
  expect((await remote('shop')).code).toContain("'Sent'")
})

test('a key that is refused ends it', async () => {
  const { url, closed, next, save } = await watching({ 'shop.topology.js': shop })
  await next('sent')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', status: 401 })
  save('shop.topology.js', changed('Nobody'))
  expect(await closed).toBe(4)
})

test('for people a line each, with the time on a terminal', async () => {
  const { url } = await mock()
  const cwd = folder({ '.git/HEAD': '', 'shop.topology.js': shop })
  const { code, screen } = await topoOnTerminal(['watch'], {
    cwd,
    env: as(url),
    answer: { created: '\u0003' },
  })
  expect(code).toBe(0)
  expect(screen).toMatch(
    /\d\d:\d\d:\d\d {2}watching +1 script, until Ctrl-C\r\n\d\d:\d\d:\d\d {2}created +shop\.topology\.js {2}\d+ ms/,
  )
})
