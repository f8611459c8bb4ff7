/** What every answer can do: be narrowed, be kept in a file, be shown before it happens. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { as, forgetRequests, requests, writes } from '../control.ts'
import { folder, script, sharedMock, topo, topoOnTerminal } from '../topo.ts'

const service = sharedMock()
const env = () => as(service.url)

describe('O3: --fields', () => {
  test('of a list are those of its items', async () => {
    const { stdout } = await topo(['script', 'list', '--json', '--fields', 'slug,isPublic'], { env: env() })
    expect(JSON.parse(stdout)).toEqual({
      items: expect.arrayContaining([{ slug: 'alice-shop', isPublic: true }]),
      totalCount: 2,
    })
  })

  test('of a record are its own, however they are given', async () => {
    const args = ['script', 'show', 'alice-shop', '--json', '--fields', 'slug', '--fields', 'tags']
    expect(JSON.parse((await topo(args, { env: env() })).stdout)).toEqual({
      slug: 'alice-shop',
      tags: ['shop'],
    })
  })

  test('that are not there are refused before anything is done', async () => {
    const cwd = folder({ 'new.topology.js': script('new') })
    const run = await topo(['push', '--json', '--fields', 'slug,acton'], { cwd, env: env() })
    const { error } = JSON.parse(run.stdout)
    expect([run.code, error.code, error.hint]).toEqual([2, 'TOPO_UNKNOWN_FIELD', 'Did you mean "action"?'])
    expect(error.message).toContain('path, slug, action')
    expect(await topo(['script', 'show', 'new'], { env: env() })).toMatchObject({ code: 1 })
  })

  test('need a JSON to narrow', async () => {
    expect(await topo(['quota', '--fields', 'tierId'], { env: env() })).toMatchObject({ code: 2 })
  })
})

describe('--output-file', () => {
  test('C3: keeps the JSON beside what people read', async () => {
    const cwd = folder()
    const { code, stdout } = await topo(['quota', '--output-file', 'deep/down/quota.json'], {
      cwd,
      env: env(),
    })
    expect([code, stdout.split('\t')[0]]).toEqual([0, 'publishPerDay'])
    expect(JSON.parse(readFileSync(join(cwd, 'deep/down/quota.json'), 'utf8')).tierId).toBe('free')
    expect(readdirSync(join(cwd, 'deep/down'))).toEqual(['quota.json'])
  })

  test('C3: can be said in the environment, and holds the fields that were asked for', async () => {
    const cwd = folder()
    const file = join(cwd, 'out.json')
    await topo(['quota', '--fields', 'tierId'], { cwd, env: { ...env(), TOPO_OUTPUT_FILE: file } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ tierId: 'free' })
  })

  test('holds a failure too, without the key', async () => {
    const cwd = folder()
    const failing = { ...env(), TOPO_API_KEY: 'ca_demo_revoked' }
    expect(await topo(['quota', '--output-file', 'o.json'], { cwd, env: failing })).toMatchObject({ code: 4 })
    expect(JSON.parse(readFileSync(join(cwd, 'o.json'), 'utf8')).error.code).toBe('TOPO_UNAUTHORIZED')
  })

  test('that cannot be written is an error', async () => {
    const run = await topo(['quota', '--output-file', '/dev/null/x.json'], { env: env() })
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('[TOPO_WRITE_FAILED]')])
  })
})

describe('I10: --dry-run', () => {
  test.each([
    [['script', 'delete', 'alice-shop'], 'DELETE'],
    [['publish', 'alice-notes'], 'PATCH'],
    [['script', 'unpublish', 'alice-shop'], 'PATCH'],
  ])('%j shows the request and sends none', async (args, method) => {
    await forgetRequests(service.url)
    const cwd = folder()
    const { code, stdout } = await topo([...args, '--dry-run', '--json'], { cwd, env: env() })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { dryRun: true, request: { method } }])
    expect(await requests(service.url)).not.toEqual([])
    expect(await writes(service.url)).toEqual([])
    expect(existsSync(join(cwd, '.topo'))).toBe(false)
  })

  test('of a pull writes nothing', async () => {
    const cwd = folder()
    const { code, stdout, stderr } = await topo(['pull', '--dry-run', '--json'], { cwd, env: env() })
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing was written')])
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, counts: { pulled: 2 } })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('for people says that it was not sent, and does not ask', async () => {
    const { code, screen } = await topoOnTerminal(['script', 'delete', 'alice-shop', '--dry-run'], {
      env: env(),
    })
    expect([code, screen]).toEqual([
      0,
      expect.stringMatching(/^DELETE \/v1\/scripts\/[\w-]+ {2}\(not sent\)/),
    ])
  })
})

test('O17: moments are ISO 8601 in a pipe and in JSON, and how long ago on a terminal', async () => {
  const piped = (await topo(['script', 'list'], { env: env() })).stdout
  expect(piped).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/)
  const { screen } = await topoOnTerminal(['script', 'list'], { env: env() })
  expect(screen).toMatch(/\d+ (days|months|years?) ago|just now|yesterday|last/)
  expect(screen).not.toMatch(/\dT\d\d:/)
})

test('quotas are bars on a terminal and numbers in a pipe', async () => {
  const { screen } = await topoOnTerminal(['quota'], { env: env() })
  expect(screen).toMatch(/publishPerDay +[█░]{16} +\d +\d +5 +within 24 h/)
  expect((await topo(['quota'], { env: env() })).stdout).toMatch(/^publishPerDay\t\d\t\d\t5\t86400$/m)
})
