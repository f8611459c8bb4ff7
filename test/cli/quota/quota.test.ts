/** A set that does not fit into the quotas of today: a push says so before the first script is sent. */
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, fault, forgetRequests, requests, rows, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const tooMany = '6 to create, 4 drafts left today: 2 will not fit.'
const goesOn =
  'topo sends what fits and stops there with exit code 5. Push again when "topo quota" shows more.'

/** A folder with a script that exists on the service, and six new ones before it. */
async function project(header = '') {
  const { url } = await mock({ quotas: { draftsPerDay: 5, publishPerDay: 2 } })
  const cwd = folder({ '.git/HEAD': '', 'z.topology.js': script('z') })
  const env = as(url, 'carol')
  const before = await topo(['push'], { cwd, env })
  expect(before.code, before.stderr).toBe(0)
  for (const name of 'abcdef') put(join(cwd, `${name}.topology.js`), script(name, header))
  put(join(cwd, 'z.topology.js'), script('z', 'tags: [new]'))
  await forgetRequests(url)
  const run = async (line: string) => {
    const { code, stdout, stderr } = await topo(line.split(' '), { cwd, env })
    return { code, stdout, lines: stderr.split('\n') }
  }
  const asked = async () =>
    (await requests(url)).filter(({ path }) => path === '/v1/quota/me').length
  const tagsOfZ = async () => (await rows(url, 'scripts')).find(({ slug }) => slug === 'z')?.tags
  return { cwd, env, url, run, asked, tagsOfZ }
}

test('in a pipe it warns before the first request that writes, updates what exists, and creates what fits', async () => {
  const { url, run, asked, tagsOfZ } = await project()
  const { code, stdout, lines } = await run('push --concurrency 1')
  expect([code, lines]).toEqual([5, expect.arrayContaining([`${tooMany} ${goesOn}`])])
  expect(stdout.match(/^created\t/gm)).toHaveLength(4)
  expect(stdout.match(/^not-done\t/gm)).toHaveLength(2)
  // Files in alphabetical order, as the plan shows them.
  expect(stdout.indexOf('\tz\t')).toBeGreaterThan(stdout.indexOf('\tf\t'))
  expect(await tagsOfZ()).toEqual(['new'])
  expect(await asked()).toBe(1)
  const sent = await requests(url)
  const first = sent.findIndex(({ method }) => method !== 'GET')
  expect(sent.findIndex(({ path }) => path === '/v1/quota/me')).toBeLessThan(first)
})

test('--json has the numbers, with and without a failure; --yes and --quiet ask nothing', async () => {
  const { cwd, run } = await project()
  const { stdout, lines } = await run('push --json --yes')
  expect(lines[0]).toBe(`${tooMany} ${goesOn}`)
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'TOPO_QUOTA_EXCEEDED', exitCode: 5 },
    quota: [
      { key: 'draftsPerDay', needed: 6, left: 4 },
      { key: 'publishPerDay', needed: 0, left: 2 },
    ],
  })
  for (const name of 'abcdef') rmSync(join(cwd, `${name}.topology.js`))
  const quiet = await run('push --json --quiet')
  expect([quiet.code, quiet.lines]).toEqual([0, ['']])
  expect(JSON.parse(quiet.stdout)).not.toHaveProperty('quota')
})

test('on a terminal it asks, and after "no" nothing is sent', { tags: 'terminal' }, async () => {
  const { cwd, env, url, tagsOfZ } = await project()
  const question = `${tooMany} Push what fits now?`
  const no = await topoOnTerminal(['push'], {
    cwd,
    env,
    columns: 120,
    answer: { [question]: 'n\r' },
  })
  expect([no.code, no.screen]).toEqual([0, expect.stringContaining('Nothing was done.')])
  expect(await writes(url)).toEqual([])

  const yes = await topoOnTerminal(['push', '--concurrency', '1'], {
    cwd,
    env,
    columns: 120,
    answer: { [question]: 'y\r' },
  })
  expect([yes.code, yes.screen]).toEqual([5, expect.stringContaining('5 of 7; run again')])
  expect(yes.screen.replace(/\s+/g, ' ')).toMatch(
    /draftsPerDay counts the last 24 h: all of it is free again at \d\d:\d\d \(\w{3} \w{3} \d\d \d{4}\), and a part may be earlier\./,
  )
  expect(await tagsOfZ()).toEqual(['new'])

  const confirmed = await topoOnTerminal(['push', '--yes'], { cwd, env, columns: 300 })
  expect([confirmed.code, confirmed.screen]).toEqual([
    5,
    expect.stringContaining('2 to create, 0 drafts left today: 2 will not fit. topo sends'),
  ])
})

test('--dry-run and --plan-out say it in a pipe, in JSON and on a terminal, and send nothing', async () => {
  const { cwd, env, url, run } = await project()
  for (const line of ['push --dry-run', 'push --dry-run --json', 'push --plan-out p.json']) {
    const { code, stdout, lines } = await run(line)
    expect([code, lines], line).toEqual([0, expect.arrayContaining([tooMany])])
    expect(stdout).toContain('draftsPerDay')
    // A quota that it does not need is only in JSON.
    expect(stdout.includes('publishPerDay')).toBe(line.endsWith('--json'))
  }
  const { screen } = await onScreen(['push', '--dry-run'], { cwd, env })
  expect(screen.split(tooMany)).toHaveLength(2)
  expect(await writes(url)).toEqual([])
  const planned = await run('push --plan p.json --concurrency 1')
  expect([planned.code, planned.lines[0]]).toEqual([5, `${tooMany} ${goesOn}`])
})

test('docs/platform.md shows what a plan of 48 scripts says in a free account', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/platform.md'), 'utf8')
  const [, shown] = /such as "(.+)"/.exec(page) ?? []
  const { url } = await mock()
  const names = Array.from({ length: 48 }, (_, n) => `s${n}`)
  const cwd = folder(Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)])))
  const { code, stderr } = await topo(['push', '--dry-run'], { cwd, env: as(url, 'dave') })
  expect([code, stderr.split('\n')]).toEqual([0, expect.arrayContaining([shown])])
})

test('public scripts count against both quotas, and private ones are sent first', async () => {
  const { cwd, run } = await project('public: true')
  put(join(cwd, 'y.topology.js'), script('y'))
  const { code, stdout, lines } = await run('push --concurrency 1')
  expect([code, lines[1]]).toEqual([
    5,
    `7 to create, 4 drafts left today: 3 will not fit. 6 to publish, 2 publications left today: 4 will not fit. ${goesOn}`,
  ])
  expect(stdout).toMatch(/^created\ty\t/m)
  expect(stdout.match(/^created\t/gm)).toHaveLength(3)
})

test('costs no request if nothing or one script is new', async () => {
  const { cwd, run, asked } = await project()
  for (const name of 'bcdef') rmSync(join(cwd, `${name}.topology.js`))
  expect((await run('push')).code).toBe(0)
  put(join(cwd, 'a.topology.js'), script('a', 'tags: [more]'))
  expect((await run('push')).code).toBe(0)
  expect(await asked()).toBe(0)
})

test('says nothing about a set that fits', async () => {
  const { cwd, run, asked } = await project()
  for (const name of 'ef') rmSync(join(cwd, `${name}.topology.js`))
  const { code, lines } = await run('push')
  expect([code, lines.join()]).toEqual([0, expect.not.stringContaining('today')])
  expect(await asked()).toBe(1)
})

const entry = { key: 'draftsPerDay', used: 1, limit: 5, windowSeconds: 86_400 }
test.each(
  oneOf(4, [
    ['a missing endpoint', { status: 404, body: { error: 'not_found' } }],
    ['a forbidden one', { status: 403, body: { error: 'forbidden' } }],
    ['a page', { status: 200, body: '<html>quota</html>' }],
    ['words for numbers', { status: 200, body: { quotas: [{ ...entry, used: 'few' }] } }],
    ['a negative use', { status: 200, body: { quotas: [{ ...entry, used: -1, limit: 2 }] } }],
    ['a part of a use', { status: 200, body: { quotas: [{ ...entry, limit: 4.5 }] } }],
    ['two answers', { status: 200, body: { quotas: [entry, { ...entry, limit: 9 }] } }],
    ['other quotas', { status: 200, body: { quotas: [{ ...entry, key: '\u001b[31mdrafts' }] } }],
  ] as const),
)('guesses nothing from %s, and pushes until the service refuses', async (_what, answer) => {
  const { url, run } = await project()
  await fault(url, { method: 'GET', path: '/v1/quota/me', ...answer })
  const { code, stdout, lines } = await run('push --json --concurrency 1')
  expect([code, lines]).toEqual([5, ['']])
  expect(JSON.parse(stdout).quota).toEqual([
    { key: 'draftsPerDay', needed: 6 },
    { key: 'publishPerDay', needed: 0 },
  ])
})
