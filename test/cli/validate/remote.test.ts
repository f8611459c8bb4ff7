/** `--remote` validates by creating a draft: it deletes every draft, and asks before it spends quota. */
import { beforeEach, describe, expect, test } from 'vitest'
import { as, fault, forgetRequests, requests, reset, rows } from '../control.ts'
import { folder, script, sharedMock, start, topo, topoOnTerminal } from '../topo.ts'

const service = sharedMock()
const refused = 'const t = new TopologyBuilder(true)\nt.connect("a", "b")\nawait t.apply()\n'
const cwd = (files: Record<string, string> = { 'a.topology.js': script('a') }) =>
  folder({ 'topo.config.json': '{}', ...files })
const validate = (where: string, ...args: string[]) =>
  topo(['validate', '--remote', '--yes', ...args], { cwd: where, env: as(service.url) })

/** Drafts of Alice that a check created. */
const drafts = async () =>
  (await rows(service.url, 'scripts')).filter(({ slug }) => String(slug).startsWith('topo-check'))
const creates = async () =>
  (await requests(service.url)).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/scripts',
  )

beforeEach(async () => {
  await reset(service.url)
  await forgetRequests(service.url)
})

describe('topo validate --remote', () => {
  test('validates each script as a private draft and leaves no draft behind', async () => {
    const where = cwd({ 'a.topology.js': script('a', 'public: true'), 'b.topology.js': refused })
    const { code, stdout } = await validate(where, '--format', 'unix')
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('[verdict]')])
    const sent = (await creates()).map(({ status, requestBody }) => [status, requestBody])
    expect(sent).toEqual([
      [
        200,
        expect.objectContaining({ isPublic: false, slug: expect.stringMatching(/^topo-check-/) }),
      ],
      [422, expect.anything()],
    ])
    expect(await drafts()).toEqual([])
  })

  test('a difference between local and remote result is a finding and fails', async () => {
    const body = {
      error: 'validation_failed',
      errors: [{ type: 'new', message: 'No blue', fix: 'Paint it' }],
    }
    await fault(service.url, { method: 'POST', path: '/v1/scripts', status: 422, body, times: 1 })
    const stricter = await validate(cwd(), '--format', 'unix')
    expect([stricter.code, stricter.stdout]).toEqual([
      1,
      expect.stringMatching(/^a\.topology\.js:1:1: error: .*No blue.*\[verdict\]/),
    ])

    const item = { id: '11111111-1111-4111-8111-111111111111', slug: 'x', name: 'x' }
    await fault(service.url, {
      method: 'POST',
      path: '/v1/scripts',
      status: 200,
      body: { item },
      times: 1,
    })
    const milder = await validate(cwd({ 'a.topology.js': refused }), '--format', 'unix')
    expect(milder.stdout).toContain('topo refuses this script, but the service accepts it')
  })

  test.each([
    ['the answer to the create', 'POST', '/v1/scripts'],
    ['the answer to the delete', 'DELETE', '*'],
  ])('deletes the draft if %s is lost', async (_what, method, path) => {
    await fault(service.url, { method, path, kind: 'lost-response', times: 1 })
    expect((await validate(cwd())).code).toBe(0)
    expect(await creates()).toHaveLength(1)
    expect(await drafts()).toEqual([])
  })

  test('reports a draft that it cannot delete', async () => {
    await fault(service.url, { method: 'DELETE', path: '*', status: 500, times: 100 })
    const { code, stderr } = await validate(cwd(), '--max-wait', '0')
    expect([code, stderr]).toEqual([
      75,
      expect.stringMatching(/\[TOPO_DRAFT_LEFT\][\s\S]*topo script delete topo-check-/),
    ])
  })

  test('asks before it spends quota, and spends nothing if the quota is too small', {
    tags: 'terminal',
  }, async () => {
    const env = as(service.url)
    const unasked = await topo(['validate', '--remote'], { cwd: cwd(), env })
    expect([unasked.code, unasked.stderr]).toEqual([
      2,
      expect.stringContaining('[TOPO_NEEDS_CONFIRMATION]'),
    ])
    expect(unasked.stderr).toMatch(/1 of \d+ drafts/)
    const declined = await topoOnTerminal(['validate', '--remote'], {
      cwd: cwd(),
      env,
      answer: { 'Validate on http': 'n\r' },
    })
    expect([declined.code, declined.screen]).toEqual([
      0,
      expect.stringContaining('1 script is valid'),
    ])
    const many = Array.from({ length: 21 }, (_, n) => [`s${n}.topology.js`, script(`s${n}`)])
    const { code, stderr } = await validate(cwd(Object.fromEntries(many)))
    expect([code, stderr]).toEqual([5, expect.stringContaining('[TOPO_QUOTA_EXCEEDED]')])
    expect(await creates()).toEqual([])
  })

  test('Ctrl-C waits for the draft to be deleted', { tags: 'signals' }, async () => {
    await fault(service.url, { method: 'POST', path: '/v1/scripts', latencyMs: 700, times: 100 })
    const files = {
      'a.topology.js': script('a'),
      'b.topology.js': script('b'),
      'c.topology.js': script('c'),
    }
    const child = start(['validate', '--remote', '--yes'], {
      cwd: cwd(files),
      env: as(service.url),
    })
    const closed = new Promise((done) => child.on('close', done))
    while ((await creates()).length === 0) await new Promise((go) => setTimeout(go, 50))
    child.kill('SIGINT')
    expect(await closed).toBe(130)
    expect((await creates()).length).toBeLessThan(3)
    expect(await drafts()).toEqual([])
  })
})
