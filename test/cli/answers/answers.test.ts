/** Output that every command supports: `--fields`, `--output-file`, `--dry-run`, times and quotas. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { as, forgetRequests, requests, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, script, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const env = () => as(service.url)

describe('O3: --fields', () => {
  test('selects fields of each item of a list', async () => {
    const { stdout } = await topo(['script', 'list', '--json', '--fields', 'slug,isPublic'], {
      env: env(),
    })
    expect(JSON.parse(stdout)).toEqual({
      items: expect.arrayContaining([{ slug: 'alice-shop', isPublic: true }]),
      totalCount: 2,
    })
  })

  test('selects fields of a record, with any syntax of the flag', async () => {
    const args = ['script', 'show', 'alice-shop', '--json', '--fields', 'slug', '--fields', 'tags']
    expect(JSON.parse((await topo(args, { env: env() })).stdout)).toEqual({
      slug: 'alice-shop',
      tags: ['shop'],
    })
  })

  test('refuses unknown fields before the command does anything', async () => {
    const cwd = folder({ 'new.topology.js': script('new') })
    const run = await topo(['push', '--json', '--fields', 'slug,acton'], { cwd, env: env() })
    const { error } = JSON.parse(run.stdout)
    expect([run.code, error.code, error.hint]).toEqual([2, 'TOPO_USAGE', 'Did you mean "action"?'])
    expect(error.message).toContain('has no field "acton". Its fields: path, slug, action')
    expect(await topo(['script', 'show', 'new'], { env: env() })).toMatchObject({ code: 1 })
  })

  test('fails without JSON output', async () => {
    expect(await topo(['quota', '--fields', 'tierId'], { env: env() })).toMatchObject({ code: 2 })
  })
})

describe('--output-file', () => {
  test('C3: writes the JSON to a file, and text to stdout', async () => {
    const cwd = folder()
    const { code, stdout } = await topo(['quota', '--output-file', 'deep/down/quota.json'], {
      cwd,
      env: env(),
    })
    expect([code, stdout.split('\t')[0]]).toEqual([0, 'publishPerDay'])
    expect(JSON.parse(readFileSync(join(cwd, 'deep/down/quota.json'), 'utf8')).tierId).toBe('free')
    expect(readdirSync(join(cwd, 'deep/down'))).toEqual(['quota.json'])
  })

  test('C3: is set by the environment, and contains only the selected fields', async () => {
    const cwd = folder()
    const file = join(cwd, 'out.json')
    await topo(['quota', '--fields', 'tierId'], { cwd, env: { ...env(), TOPO_OUTPUT_FILE: file } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ tierId: 'free' })
  })

  test('writes a failure too, without the key', async () => {
    const cwd = folder()
    const failing = { ...env(), TOPO_API_KEY: 'ca_demo_revoked' }
    expect(await topo(['quota', '--output-file', 'o.json'], { cwd, env: failing })).toMatchObject({
      code: 4,
    })
    expect(JSON.parse(readFileSync(join(cwd, 'o.json'), 'utf8')).error.code).toBe(
      'TOPO_UNAUTHORIZED',
    )
  })

  test('fails if the file cannot be written', async () => {
    const cwd = folder({ plain: '' })
    const run = await topo(['quota', '--output-file', 'plain/x.json'], { cwd, env: env() })
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('[TOPO_WRITE_FAILED]')])
  })
})

describe('I10: --dry-run', () => {
  test.each([
    [['script', 'delete', 'alice-shop'], { request: { method: 'DELETE' } }],
    [['publish', 'alice-notes'], { requests: [{ method: 'PATCH' }] }],
    [['script', 'unpublish', 'alice-shop'], { requests: [{ method: 'PATCH' }] }],
  ])('%j shows the request and does not send it', async (args, shown) => {
    await forgetRequests(service.url)
    const cwd = folder()
    const { code, stdout } = await topo([...args, '--dry-run', '--json'], { cwd, env: env() })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { dryRun: true, ...shown }])
    expect(await requests(service.url)).not.toEqual([])
    expect(await writes(service.url)).toEqual([])
    expect(existsSync(join(cwd, '.topo'))).toBe(false)
  })

  test('of a pull writes nothing', async () => {
    const cwd = folder()
    const { code, stdout, stderr } = await topo(['pull', '--dry-run', '--json'], {
      cwd,
      env: env(),
    })
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing was written')])
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, counts: { pulled: 2 } })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('for people notes that nothing was sent, and does not prompt', async () => {
    const { code, screen } = await onScreen(['script', 'delete', 'alice-shop', '--dry-run'], {
      env: env(),
    })
    expect([code, screen]).toEqual([
      0,
      expect.stringMatching(/^DELETE \/v1\/scripts\/[\w-]+ {2}\(not sent\)/),
    ])
  })
})

test('O17: times are ISO 8601 in a pipe and in JSON, and relative on a terminal', async () => {
  const piped = (await topo(['script', 'list'], { env: env() })).stdout
  expect(piped).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/)
  const { screen } = await onScreen(['script', 'list'], { env: env() })
  expect(screen).toMatch(/\d+ (days|months|years?) ago|just now|yesterday|last/)
  expect(screen).not.toMatch(/\dT\d\d:/)
})

test('quotas are bars on a terminal and numbers in a pipe', async () => {
  const { screen } = await onScreen(['quota'], { env: env() })
  expect(screen).toMatch(/publishPerDay +[█░]{16} +\d +\d +5 +within 24 h/)
  expect((await topo(['quota'], { env: env() })).stdout).toMatch(
    /^publishPerDay\t\d\t\d\t5\t86400$/m,
  )
})
