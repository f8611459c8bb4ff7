/** The preview without a browser: access, content of each script, and change events. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { KnownError } from '../../src/errors.ts'
import { previewApp } from '../../src/preview/app.ts'
import { ScriptWatcher } from '../../src/preview/script-watcher.ts'
import type { Entry, Sheet } from '../../src/preview/sheet.ts'
import { openProject, type Project } from '../../src/project/config/project.ts'
import { findScripts } from '../../src/project/select/find-scripts.ts'
import { script } from '../cli/topo.ts'

async function open(files: Record<string, string>) {
  const cwd = mkdtempSync(join(tmpdir(), 'topo preview '))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const save = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  for (const [name, text] of Object.entries(files)) save(name, text)
  const project = await openProject(cwd)
  const select = (now: Project) => findScripts({ ...now, ...now.config, allowEmpty: true })
  const errors: KnownError[] = []
  const watcher = new ScriptWatcher({
    clock: systemClock,
    project,
    root: project.root,
    poll: false,
    select,
    onSettingsError: (error) => errors.push(error),
  })
  onTestFinished(() => watcher.close())
  await watcher.open(await select(project))
  const app = previewApp(watcher, ['allowed.example'])
  const ask = async (path: string, sent: Record<string, string> = {}, onLoopback = true) => {
    const headers = { host: '127.0.0.1:4020', ...sent }
    return app.request(path, { headers }, { host: headers.host, onLoopback })
  }
  const sheet = async (path: string) =>
    (await (await ask(`/sheet?path=${encodeURIComponent(path)}`)).json()) as Sheet
  const titles = async () =>
    ((await (await ask('/scripts')).json()) as { items: Entry[] }).items.map(({ title }) => title)
  return { cwd, save, ask, sheet, titles, errors }
}

const wrong = (id: string) => script(id).replace(`'${id}-db', { type`, `'nobody', { type`)

test('every response has security headers, and scripts load only from the preview itself', async () => {
  const { ask } = await open({ 'shop.topology.js': script('shop') })
  for (const path of ['/', '/page.js', '/scripts', '/sheet?path=shop.topology.js', '/nowhere']) {
    const { headers } = await ask(path)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; script-src 'self'; connect-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
  expect(await (await ask('/')).text()).not.toMatch(/<script>|\son\w+=|https?:/)
})

test('the preview rejects requests from other hosts, DNS names and sites', async () => {
  const { ask } = await open({ 'shop.topology.js': script('shop') })
  const status = async (headers: Record<string, string>, path = '/scripts') =>
    (await ask(path, headers)).status
  for (const host of [
    '127.0.0.1:4020',
    'localhost:4020',
    'LOCALHOST',
    '[::1]:80',
    'localhost.:4020',
    'shop.localhost',
    '127.9.9.9',
    '[::ffff:127.0.0.1]',
    'ALLOWED.example.:4020',
  ]) {
    expect([host, await status({ host })]).toEqual([host, 200])
  }
  for (const host of [
    '',
    'evil.example',
    'evil.example:4020',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    'sub.allowed.example',
    '192.168.1.5:4020',
    'localhost, evil.example',
    'user@localhost',
    'localhost/evil.example',
  ]) {
    expect([host, await status({ host })]).toEqual([host, 403])
  }
  expect(await status({ origin: 'http://127.0.0.1:4020' })).toBe(200)
  for (const origin of [
    'http://127.0.0.1:4021',
    'https://127.0.0.1:4020',
    'http://localhost:4020',
    'null',
  ]) {
    expect([origin, await status({ origin })]).toEqual([origin, 403])
  }
  const site = (value: string, mode: string) => ({
    'sec-fetch-site': value,
    'sec-fetch-mode': mode,
  })
  expect(await status(site('cross-site', 'no-cors'))).toBe(403)
  expect(await status(site('same-site', 'cors'))).toBe(403)
  expect(await status(site('same-origin', 'cors'))).toBe(200)
  expect(await status(site('cross-site', 'navigate'), '/')).toBe(200)
})

test('a refusal names the host or the origin that it saw, and the flag that allows it', async () => {
  const { ask } = await open({ 'shop.topology.js': script('shop') })
  const text = async (headers: Record<string, string>) => (await ask('/scripts', headers)).text()
  expect(await text({ host: 'Shop.test:4020' })).toBe(
    'The preview does not answer to shop.test. If the name is yours, start it with: topo preview --allow-host shop.test\n',
  )
  expect(await text({ host: '<b>' })).toBe(
    'The preview answers only to names that it knows, and this request has none.\n',
  )
  expect(await text({ origin: 'null' })).toContain('is from null.')
  expect(await text({ 'sec-fetch-site': 'cross-site' })).toContain('from another site.')
})

test('a preview for other machines answers to any address, and to no more names', async () => {
  const { ask } = await open({ 'shop.topology.js': script('shop') })
  const status = async (headers: Record<string, string>) =>
    (await ask('/scripts', headers, false)).status
  for (const host of ['192.168.1.5:4020', '[fd00::5]:4020', '127.0.0.1', 'allowed.example'])
    expect([host, await status({ host })]).toEqual([host, 200])
  for (const host of ['evil.example', '', '192.168.1.5.evil.example'])
    expect([host, await status({ host })]).toEqual([host, 403])
  const host = '192.168.1.5:4020'
  expect(await status({ host, origin: 'http://192.168.1.5:4020' })).toBe(200)
  expect(await status({ host, origin: 'http://192.168.1.6:4020' })).toBe(403)
  expect(await status({ host, 'sec-fetch-site': 'cross-site' })).toBe(403)
})

test('a sheet has the picture, the findings with lines, and the readme without raw HTML', async () => {
  const { sheet, ask } = await open({
    'shop.topology.js': script('shop', 'name: Shop'),
    'shop.md':
      '# Hi\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![p](https://example.com/p.png)\n',
    'bad.topology.js': wrong('bad'),
  })
  const good = await sheet('shop.topology.js')
  expect(good).toMatchObject({
    title: 'Shop',
    errors: 0,
    findings: [],
    drawing: { isStale: false },
  })
  expect(good.drawing?.svg).toContain('data-node="shop-web"')
  expect(good.drawing?.words).toMatch(/^Shop\n1 group, 2 nodes/)
  expect(good.readme).toContain('<h1>Hi</h1>')
  expect(good.readme).not.toMatch(/<img|href="javascript/)
  const bad = await sheet('bad.topology.js')
  expect(bad).toMatchObject({ errors: 1, drawing: null })
  expect(bad.findings[0]).toMatchObject({
    severity: 'error',
    place: expect.stringMatching(/^bad\.topology\.js:5:\d+$/),
  })
  for (const path of ['', 'none.topology.js', '../shop.topology.js', '/etc/passwd']) {
    expect((await ask(`/sheet?path=${encodeURIComponent(path)}`)).status).toBe(404)
  }
})

test('an invalid script keeps its last valid picture, marked as stale', async () => {
  const { sheet, save } = await open({ 'shop.topology.js': script('shop') })
  const { version } = await sheet('shop.topology.js')
  save('shop.topology.js', wrong('shop'))
  await expect.poll(async () => (await sheet('shop.topology.js')).version).not.toBe(version)
  expect(await sheet('shop.topology.js')).toMatchObject({ errors: 1, drawing: { isStale: true } })
  save('shop.topology.js', script('shop').replace("'Web'", "'Front'"))
  await expect.poll(async () => (await sheet('shop.topology.js')).drawing?.svg).toContain('>Front<')
  expect(await sheet('shop.topology.js')).toMatchObject({ errors: 0, drawing: { isStale: false } })
})

test('the preview watches imports, readmes, and added and removed scripts', async () => {
  const { sheet, save, titles, cwd } = await open({
    'shop.topology.ts': `import { label } from './labels.ts'\n${script('shop').replace("'Web'", 'label')}`,
    'labels.ts': "export const label: string = 'Before'\n",
  })
  expect((await sheet('shop.topology.ts')).drawing?.svg).toContain('>Before<')
  save('labels.ts', "export const label: string = 'After'\n")
  await expect.poll(async () => (await sheet('shop.topology.ts')).drawing?.svg).toContain('>After<')
  save('shop.md', 'Read me')
  await expect.poll(async () => (await sheet('shop.topology.ts')).readme).toContain('Read me')
  save('more.topology.js', script('more', 'name: More'))
  await expect.poll(titles).toEqual(['More', 'shop'])
  rmSync(join(cwd, 'more.topology.js'))
  await expect.poll(titles).toEqual(['shop'])
})

test('a script that cannot be drawn is a finding, and the preview continues', async () => {
  const { sheet } = await open({
    'notes.topology.js': '/*---\nname: Notes\ntype: sketch\n---*/\nx\n',
    'notes.md': 'Read me',
  })
  const notes = await sheet('notes.topology.js')
  expect(notes.findings).toMatchObject([
    { rule: 'TOPO_NOT_DRAWN', message: expect.stringContaining('its type is "sketch"') },
  ])
  expect(notes).toMatchObject({ title: 'Notes', readme: expect.stringContaining('Read me') })
})

test('changes are pushed as events', async () => {
  const { ask, save, sheet } = await open({ 'shop.topology.js': script('shop') })
  await sheet('shop.topology.js')
  const { body, headers } = await ask('/events', { accept: 'text/event-stream' })
  expect(headers.get('content-type')).toContain('text/event-stream')
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  onTestFinished(() => reader.cancel())
  const next = async (): Promise<Entry[]> => {
    const text = new TextDecoder().decode((await reader.read()).value)
    expect(text).toMatch(/^event: scripts\n/)
    return JSON.parse([...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? '')
  }
  /** One save may cause several events, and the first may still show the state before it. */
  const nextTitled = async (title: string): Promise<Entry[]> => {
    const entries = await next()
    return entries[0]?.title === title ? entries : nextTitled(title)
  }
  const [before] = await next()
  for (let i = 0; i < 5; i++) {
    save('shop.topology.js', script('shop', `name: Shop ${i}`))
    expect(await nextTitled(`Shop ${i}`)).toMatchObject([{ errors: 0 }])
  }
  expect((await sheet('shop.topology.js')).version).toBeGreaterThan(before?.version ?? 0)
})

test('the sheet has the line of each element, also in an imported file, and none for an older picture', async () => {
  const { cwd, save, sheet } = await open({
    'shop.topology.ts': [
      '/*---',
      'name: Shop',
      '---*/',
      "import { addStore } from './store.ts'",
      'const t = new TopologyBuilder(true)',
      "t.createProcess({ id: 'web', label: 'Web' })",
      'addStore(t)',
      "t.connect('web', 'db', { type: 'tcp' })",
      'await t.apply()',
    ].join('\n'),
    'store.ts':
      "export const addStore = (t: TopologyBuilder) =>\n  t.createProcess({ id: 'db', label: 'Store' })\n",
  })
  const { drawing } = await sheet('shop.topology.ts')
  const { files, nodes, edges } = drawing?.sources ?? { files: [], nodes: [], edges: [] }
  const lineOf = ([file, line]: readonly [number, number, number]) => `${files[file]?.path}:${line}`
  expect(drawing?.picture.nodes.map(({ key }, i) => [key, lineOf(nodes[i] ?? [9, 0, 0])])).toEqual([
    ['web', 'shop.topology.ts:6'],
    ['db', 'store.ts:2'],
  ])
  expect(edges.map(lineOf)).toEqual(['shop.topology.ts:8'])
  expect(files.map(({ file }) => file)).toEqual(
    ['shop.topology.ts', 'store.ts'].map((name) => join(cwd, name).replaceAll('\\', '/')),
  )
  save('shop.topology.ts', 'const t = new TopologyBuilder(true)\nt.createProcess({')
  await expect.poll(async () => (await sheet('shop.topology.ts')).drawing?.isStale).toBe(true)
  expect((await sheet('shop.topology.ts')).drawing?.sources).toBeNull()
})

test('saved settings are used: wrong ones are reported, and an excluded script disappears', async () => {
  const { save, titles, errors } = await open({
    'topo.config.json': '{}',
    'shop.topology.js': script('shop'),
    'other.topology.js': script('other'),
  })
  save('.topoignore', 'shop.*\n')
  await expect.poll(titles).toEqual(['other'])
  save('topo.config.json', '{ "exclud": [] }')
  await expect.poll(() => errors.map(({ code }) => code)).toEqual(['TOPO_CONFIG_INVALID'])
  save('topo.config.json', '{ "exclude": ["other.*"] }')
  await expect.poll(titles).toEqual([])
  save('.topoignore', '')
  await expect.poll(titles).toEqual(['shop'])
})
