/** Errors of push, pull and publish, as a person sees them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const json = async (args: string[], options: Parameters<typeof topo>[1]) => {
  const { code, stdout } = await topo([...args, '--json'], options)
  return { code, data: JSON.parse(stdout) }
}

test('publish keeps an unreadable file and reports it', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  await topo(['push', '--local'], { cwd })
  const text = Buffer.from(`\uFEFF${script('shop')}`, 'utf16le')
  writeFileSync(join(cwd, 'shop.topology.js'), text)
  const published = await topo(['publish', 'shop', '--local'], { cwd })
  expect(published.code).toBe(0)
  expect(published.stderr).toContain(
    'The script is public on the service, but shop.topology.js was not changed: The file is encoded as UTF-16 LE',
  )
  expect(readFileSync(join(cwd, 'shop.topology.js'))).toEqual(text)
  expect((await json(['script', 'unpublish', 'shop', '--local'], { cwd })).data).toMatchObject({
    changed: true,
    file: null,
    note: expect.stringContaining('UTF-16'),
  })
})

test('publish takes any file that push takes', async () => {
  const cwd = folder({ 'bar.js': script('bar') })
  await topo(['push', 'bar.js', '--local'], { cwd })
  expect((await json(['publish', 'bar.js', '--local'], { cwd })).data).toMatchObject({
    slug: 'bar',
    file: 'bar.js',
  })
  expect((await json(['push', 'bar.js', '--local'], { cwd })).data.counts).toEqual({ unchanged: 1 })
})

test("publish refuses another user's script, and the next pull finds it unchanged", {
  tags: 'terminal',
}, async () => {
  const cwd = folder()
  const published = await json(['publish', 'hello-topology', '--local'], { cwd })
  expect([published.code, published.data.error.code]).toEqual([1, 'TOPO_FORBIDDEN'])
  const pull = () => json(['pull', 'hello-topology', '--local'], { cwd })
  expect((await pull()).data.counts).toEqual({ pulled: 1 })
  expect(await pull()).toMatchObject({ code: 0, data: { counts: { unchanged: 1 } } })
  const pushed = await topoOnTerminal(['push', '--local'], { cwd })
  expect(pushed.code).toBe(6)
  expect(pushed.screen.replace(/\s+/g, ' ')).toContain('hint The slug is taken, maybe by another user')
})

test('a pull that stops early reports what it did before', async () => {
  const { url } = await mock()
  const cwd = folder()
  const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice' }
  const { data } = await json(['script', 'list'], { cwd, env })
  const { id } = data.items.find(({ slug }: { slug: string }) => slug === 'alice-shop')
  await fetch(`${url}/__mock/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: `/v1/scripts/${id}`, status: 401, body: { error: 'unauthorized' } }),
  })
  const pulled = await topo(['pull'], { cwd, env })
  expect(pulled.code).toBe(4)
  expect(pulled.stdout).toMatch(/^pulled\talice-notes\t.*\nnot-done\talice-shop\t/)
  const again = await json(['pull'], { cwd, env })
  expect(again).toMatchObject({
    code: 4,
    data: { error: { code: 'TOPO_UNAUTHORIZED', details: { counts: { unchanged: 1, 'not-done': 1 } } } },
  })
})

test('push reports an error in a header, even if nothing else changed', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  await topo(['push', '--local'], { cwd })
  put(join(cwd, 'shop.topology.js'), script('shop', 'nmae: Shop'))
  const pushed = await topo(['push', '--local'], { cwd })
  expect(pushed.code).toBe(1)
  expect(pushed.stderr).toContain('Did you mean `name`?')
  const { data } = await json(['status', '--local'], { cwd })
  expect(data.items).toMatchObject([{ state: 'invalid', reason: '`nmae` is not a key of the header' }])
})

test('push without scripts is a usage error', async () => {
  for (const name of ['', 'https://example.com/v/%E0']) {
    const { code, data } = await json(['script', 'show', name, '--local'], { cwd: folder() })
    expect([code, data.error.code], name).toEqual([2, 'TOPO_NOT_A_SCRIPT'])
  }
})

test('new refuses a slug that another file has', async () => {
  const cwd = folder({ 'shop.topology.ts': script('shop') })
  for (const force of [[], ['--force']]) {
    const { code, data } = await json(['script', 'new', 'shop', ...force], { cwd })
    expect([code, data.error.code]).toEqual([2, 'TOPO_FILE_EXISTS'])
  }
  put(join(cwd, 'other.topology.js'), '')
  expect((await topo(['script', 'new', 'other', '--force'], { cwd })).code).toBe(0)
})
