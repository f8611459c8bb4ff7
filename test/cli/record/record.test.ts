/** `--record FILE.har`: what was sent and answered is in the file, however the command ends, and no secret is. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Har } from 'har-format'
import { describe, expect, test } from 'vitest'
import { harProblems } from '../../api/har/har-schema.ts'
import { json, sequence, testServer } from '../../api/server.ts'
import { as, requests } from '../control.ts'
import { assistant } from '../mcp/client.ts'
import { folder, mock, put, script, start, topo } from '../topo.ts'

function read(cwd: string, file = 'a.har') {
  const har = JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Har
  expect(harProblems(har)).toEqual([])
  const { entries, creator } = har.log
  expect(creator.name).toBe('topo')
  return {
    entries,
    lines: entries.map(
      ({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response.status}`,
    ),
  }
}

describe('every request of the service is recorded', () => {
  test('of a push, in the order of the service', async () => {
    const { url } = await mock()
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const run = await topo(['push', '--record', 'out/a.har'], { cwd, env: as(url) })
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Recorded \d+ requests in .*a\.har\./),
    })
    const { lines, entries } = read(cwd, 'out/a.har')
    const asked = await requests(url)
    expect(lines).toEqual(asked.map(({ method, path, status }) => `${method} ${path} ${status}`))
    expect(lines.at(-1)).toBe('POST /v1/scripts 200')
    expect(JSON.parse(entries.at(-1)?.request.postData?.text ?? '')).toMatchObject({ slug: 'shop' })
    expect(JSON.parse(entries.at(-1)?.response.content.text ?? '')).toMatchObject({ item: { slug: 'shop' } })
    if (process.platform !== 'win32') expect(statSync(join(cwd, 'out/a.har')).mode & 0o777).toBe(0o600)
  })

  test('of the local service, of topo api and of doctor', async () => {
    const { url } = await mock()
    const cwd = folder()
    await topo(['script', 'list', '--local', '--record', 'a.har'], { cwd })
    expect(read(cwd).lines).toEqual(['GET /v1/scripts/user 200'])
    const words = ['api', 'POST', '/v1/collections', '--field', 'name=x', '--record', 'a.har']
    await topo(words, { cwd, env: as(url) })
    expect(read(cwd).lines).toEqual(['POST /v1/collections 200'])
    await topo(['doctor', '--record', 'a.har'], { cwd, env: as(url) })
    expect(read(cwd).lines).toEqual(['GET /v1/scripts/gallery 200', 'GET /v1/quota/me 200'])
  })

  test('of an assistant, when its client closes the connection', async () => {
    const { url } = await mock()
    const cwd = folder()
    const { call, client } = await assistant(['--record', 'a.har'], { cwd, env: as(url) })
    await call('list_diagrams')
    await client.close()
    await expect.poll(() => existsSync(join(cwd, 'a.har'))).toBe(true)
    expect(read(cwd).lines).toContain('GET /v1/scripts/user 200')
  })

  test('a command without requests leaves an empty recording', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const { code, stderr } = await topo(['validate', '--record', 'a.har'], { cwd })
    expect([code, stderr]).toEqual([0, expect.stringContaining('Recorded 0 requests')])
    expect(read(cwd).lines).toEqual([])
  })
})

describe('the file is written however the command ends', () => {
  test('with an error of the service, whose exit code stays', async () => {
    const { url } = await mock()
    const cwd = folder()
    const run = await topo(['script', 'show', 'nothing', '--record', 'a.har', '--json'], {
      cwd,
      env: as(url),
    })
    expect(run.code).toBe(1)
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'TOPO_NOT_FOUND' } })
    expect(read(cwd).lines).toEqual(['GET /v1/scripts/nothing 404'])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s in the middle of a request', { tags: 'signals' }, async (signal, code) => {
    let arrived = () => {}
    const asked = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { url } = await testServer(() => arrived())
    const cwd = folder()
    const child = start(['quota', '--record', 'a.har'], { cwd, env: as(url) })
    await asked
    const closed = new Promise((done) => child.on('close', done))
    child.kill(signal)
    expect(await closed).toBe(code)
    expect(read(cwd).lines).toEqual(['GET /v1/quota/me 0'])
    expect(read(cwd).entries[0]?.response).toMatchObject({ _error: 'the command ended first' })
  })

  test('by the ordinary end of watch', { tags: 'signals' }, async () => {
    const { url } = await mock()
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const child = start(['watch', '--json', '--record', 'a.har'], { cwd, env: as(url) })
    const closed = new Promise((done) => child.on('close', done))
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await expect.poll(() => output).toContain('"type":"watching"')
    // A change before the first push would be part of it.
    await expect.poll(() => output).toContain('created')
    put(join(cwd, 'shop.topology.js'), script('shop').replace("'Web'", "'Shop'"))
    await expect.poll(async () => (await requests(url)).map(({ method }) => method)).toContain('PATCH')
    await expect.poll(() => output).toMatch(/"action":"updated"|"type":"synced"|"updated"/)
    child.kill('SIGINT')
    expect(await closed).toBe(0)
    expect(read(cwd).lines.at(-1)).toMatch(/^PATCH .* 200$/)
  })
})

describe('what is there is not lost', () => {
  test('only a recording of topo or an empty file is overwritten', async () => {
    const { url } = await mock()
    const cwd = folder({ 'notes.har': '{"log":{"creator":{"name":"WebInspector"}}}', 'empty.har': '' })
    const record = (file: string) => topo(['quota', '--record', file, '--quiet'], { cwd, env: as(url) })
    const refused = await record('notes.har')
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        'notes.har exists and is not a recording of topo, so it is not overwritten. [TOPO_RECORD_FILE]',
      ),
    ])
    expect(readFileSync(join(cwd, 'notes.har'), 'utf8')).toContain('WebInspector')
    // Nothing was sent.
    expect(await requests(url)).toEqual([])
    expect(await record('empty.har')).toMatchObject({ code: 0, stderr: '' })
    expect(await record('empty.har')).toMatchObject({ code: 0 })
    expect(read(cwd, 'empty.har').lines).toEqual(['GET /v1/quota/me 200'])
  })

  test('neither a folder nor the target of a link', { tags: 'links' }, async () => {
    const { url } = await mock()
    const cwd = folder({ 'target.txt': '' })
    mkdirSync(join(cwd, 'folder'))
    symlinkSync('target.txt', join(cwd, 'link'))
    for (const file of ['folder', 'link']) {
      const run = await topo(['quota', '--record', file], { cwd, env: as(url) })
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('TOPO_RECORD_FILE')])
    }
    expect(readFileSync(join(cwd, 'target.txt'), 'utf8')).toBe('')
  })

  test('a path that leads through a file is an error before anything is sent', async () => {
    const { url } = await mock()
    const cwd = folder({ file: '' })
    const { code, stderr } = await topo(['quota', '--record', 'file/a.har'], { cwd, env: as(url) })
    expect([code, stderr]).toEqual([1, expect.stringContaining('TOPO_FILE')])
    expect(await requests(url)).toEqual([])
  })

  test.each([
    [200, { tierId: 'free', isAdmin: false, quotas: [] }, 'TOPO_WRITE_FAILED'],
    [401, { error: 'unauthorized' }, 'TOPO_UNAUTHORIZED'],
  ])('a file that cannot be written later: HTTP %i is %s', async (status, body, code) => {
    const cwd = folder()
    // The folder is gone while the service answers.
    const { url } = await testServer((...exchange) => {
      rmSync(join(cwd, 'out'), { recursive: true, force: true })
      put(join(cwd, 'out'), '')
      json(status, body)(...exchange)
    })
    const { stderr } = await topo(['quota', '--record', 'out/a.har'], { cwd, env: as(url) })
    expect(stderr).toContain('Cannot write the recording')
    expect(stderr.match(/(?<=\[)TOPO_\w+/g)).toEqual([code])
  })
})

test('retries, their waits and a gateway: all attempts are there, the secrets are not', async () => {
  const { url } = await testServer(
    sequence(
      json(502, {}),
      json(200, { tierId: 'free', isAdmin: false, quotas: [], echo: 'gateway-secret-1234' }),
    ),
  )
  const cwd = folder()
  const secret = 'ca_live_0123456789abcdef'
  writeFileSync(join(cwd, 'key'), secret)
  const run = await topo(['quota', '--record', 'a.har'], {
    cwd,
    env: {
      TOPO_BASE_URL: url,
      TOPO_API_KEY_FILE: join(cwd, 'key'),
      TOPO_HEADERS: 'X-Gateway: gateway-secret-1234',
    },
  })
  expect(run.code, run.stderr).toBe(0)
  expect(read(cwd).lines).toEqual(['GET /v1/quota/me 502', 'GET /v1/quota/me 200'])
  const text = readFileSync(join(cwd, 'a.har'), 'utf8')
  expect(text).not.toContain(secret)
  expect(text).not.toContain('gateway-secret')
  expect(text).toContain('x-gateway')
})
