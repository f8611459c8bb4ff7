/** `topo account delete`: shows the contents, and needs the user name or another proof of ownership. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { as, fault, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, topo, topoOnTerminal } from '../topo.ts'

const remove = ['account', 'delete']
const question = 'Type the user name'
const exists = async (url: string, name: string) =>
  (await fetch(`${url}/v1/profiles/by-username/${name}`)).status === 200

test('delete sends no request without the user name, even with --yes', async () => {
  const { url } = await mock()
  for (const flags of [[], ['--yes'], ['--yes', '--json'], ['--confirm']]) {
    const { code, stdout, stderr } = await topo([...remove, ...flags], {
      env: as(url),
      input: 'alice\n',
    })
    expect(code).toBe(2)
    expect(stdout + stderr).toContain('--confirm')
  }
  const { screen, code } = await onScreen([...remove, '--yes', '--no-input'], { env: as(url) })
  expect([code, screen]).toEqual([2, expect.stringContaining('[TOPO_NEEDS_CONFIRMATION]')])
  expect(await writes(url)).toEqual([])
})

test.each(['nobody', 'Alice', '', '../alice', 'al\u001b[2Jice'])(
  '%j is no user: exit 2, and nothing is deleted',
  async (name) => {
    const { url } = await mock()
    const { code, stderr } = await topo([...remove, '--yes', '--confirm', name], { env: as(url) })
    expect(code).toBe(2)
    expect(stderr).not.toContain('\u001b')
    expect(await writes(url)).toEqual([])
    expect(await exists(url, 'alice')).toBe(true)
  },
)

test("delete refuses a name that matches the service's user only loosely", async () => {
  const { url } = await mock()
  const body = { item: { id: 'u1', username: 'alice' } }
  await fault(url, { path: '/v1/profiles/by-username/ALICE', status: 200, body })
  const { code, stderr } = await topo([...remove, '--confirm', 'ALICE'], { env: as(url) })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Unknown user "ALICE". Nothing was deleted. [TOPO_USAGE]'),
  ])
  expect(await writes(url)).toEqual([])
})

test('delete refuses the name of another user, also in a dry run', async () => {
  const { url } = await mock()
  for (const flags of [[], ['--dry-run'], ['--yes', '--json']]) {
    const { code, stdout, stderr } = await topo([...remove, '--confirm', 'bob', ...flags], {
      env: as(url),
    })
    expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('is not that of bob, who')])
    expect(stdout + stderr).toContain('TOPO_USAGE')
  }
  expect(await writes(url)).toEqual([])
  expect([await exists(url, 'alice'), await exists(url, 'bob')]).toEqual([true, true])
})

test('delete accepts a slug or the masked key if nothing proves the name', {
  tags: 'terminal',
}, async () => {
  const { url } = await mock()
  // This deployment has no lists of scripts by user.
  await fault(url, { path: '/v1/scripts/by-user/*', status: 404, body: { error: 'not_found' } })
  const unproved = await topo([...remove, '--confirm', 'alice'], { env: as(url) })
  expect([unproved.code, unproved.stderr]).toEqual([
    2,
    expect.stringContaining('--confirm ca_…lice'),
  ])
  expect(unproved.stderr).toContain('Nothing proves that ca_…lice is the key of alice.')
  expect(unproved.stderr).toContain('[TOPO_NEEDS_CONFIRMATION]')
  const foreign = await topo([...remove, '--confirm', 'hello-topology'], { env: as(url) })
  expect([foreign.code, foreign.stderr]).toEqual([
    2,
    expect.stringContaining('Unknown user "hello-topology". Nothing was deleted. [TOPO_USAGE]'),
  ])
  expect(await writes(url)).toEqual([])

  const typing = (second: string) =>
    topoOnTerminal(remove, {
      env: as(url),
      answer: { [question]: 'alice\r', 'Nothing on the service proves': `${second}\r` },
    })
  const again = (await typing('alice')).screen
  expect(again).toContain('Nothing proves that ca_…lice is the key of alice.')
  expect(again).toContain('[TOPO_NEEDS_CONFIRMATION]')
  expect(await writes(url)).toEqual([])
  const { code, screen } = await typing('alice-notes')
  expect([code, screen]).toEqual([
    0,
    expect.stringContaining('Deleted the account of the key ca_…lice'),
  ])
  expect([await exists(url, 'alice'), await exists(url, 'bob')]).toEqual([false, true])
})

test('delete of an account without scripts is confirmed only by the masked key', async () => {
  const { url } = await mock()
  const unproved = await topo([...remove, '--confirm', 'dave', '--dry-run'], {
    env: as(url, 'dave'),
  })
  expect([unproved.code, unproved.stderr]).toEqual([
    2,
    expect.stringMatching(/Nothing proves that ca_…dave .*\[TOPO_NEEDS_CONFIRMATION\]/),
  ])
  const { stdout } = await topo([...remove, '--confirm', 'ca_...dave'], { env: as(url, 'dave') })
  expect(stdout).toBe(`Deleted the account of the key ca_…dave on ${url}, with 0 scripts.\n`)
  expect(await exists(url, 'dave')).toBe(false)
})

test('I9: delete with the user name shows the contents first, then what stays on this machine', async () => {
  const { url } = await mock()
  const { code, stdout, stderr } = await topo([...remove, '--confirm', 'alice'], { env: as(url) })
  expect([code, stdout]).toEqual([
    0,
    `Deleted the account of alice (key ca_…lice) on ${url}, with 2 scripts.\n`,
  ])
  expect(stderr).toContain(
    `service\t${url}\nkey\tca_…lice\ntier\tfree\nscripts\t2 (alice-notes, alice-shop)\n`,
  )
  expect(stderr).toContain('"topo logout" removes a stored profile')
  expect(stderr).not.toContain('ca_demo_alice')
  expect(await writes(url)).toEqual(['DELETE /v1/account'])
  expect([await exists(url, 'alice'), await exists(url, 'bob')]).toEqual([false, true])
  expect((await topo(['whoami'], { env: as(url) })).code).toBe(4)
})

test('delete prints JSON, and mentions a profile that is still stored', async () => {
  const { url } = await mock()
  const cwd = folder()
  const login = await topo(['login', '--with-key', '--base-url', url, '--json'], {
    cwd,
    input: 'ca_demo_bob',
  })
  const run = await topo([...remove, '--confirm', 'bob', '--json', '--quiet'], { cwd })
  expect([run.code, JSON.parse(run.stdout)]).toEqual([
    0,
    { username: 'bob', address: url, key: 'ca_…_bob', tierId: 'free', scripts: 2, deleted: true },
  ])
  expect(readFileSync(JSON.parse(login.stdout).file, 'utf8')).toContain('ca_demo_bob')
})

test('delete --dry-run shows contents and request, with the right name or without one', async () => {
  const { url } = await mock()
  const none = await topo([...remove, '--dry-run'], { env: as(url) })
  expect(none).toMatchObject({ code: 0, stdout: 'DELETE /v1/account\n' })
  expect(none.stderr).toContain('alice-shop')
  const named = await topo([...remove, '--dry-run', '--json', '--confirm', 'alice'], {
    env: as(url),
  })
  expect(JSON.parse(named.stdout)).toMatchObject({ dryRun: true, request: { method: 'DELETE' } })
  expect((await topo([...remove, '--dry-run', '--confirm', 'nobody'], { env: as(url) })).code).toBe(
    2,
  )
  expect(await writes(url)).toEqual([])
})

test('delete prompts for the name on a terminal after showing the contents; --yes does not answer', {
  tags: 'terminal',
}, async () => {
  const { url } = await mock()
  const typing = (name: string) =>
    topoOnTerminal([...remove, '--yes', '--quiet'], {
      env: as(url),
      answer: { [question]: `${name}\r` },
    })
  const wrong = await typing('yes')
  expect([wrong.code, wrong.screen]).toEqual([
    2,
    expect.stringContaining('Unknown user "yes". Nothing was deleted. [TOPO_USAGE]'),
  ])
  expect(await writes(url)).toEqual([])

  const { code, screen } = await typing('alice')
  expect(code).toBe(0)
  expect(screen).toMatch(
    /It cannot be undone[\s\S]*scripts +2 \(alice-notes, alice-shop\)[\s\S]*Type the user/,
  )
  expect(await exists(url, 'alice')).toBe(false)
})
