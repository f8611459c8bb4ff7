/** What git says about a repository is known, absent or unusable: unusable stops what a guard depends on, in git's words. */
// @module-tag git
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, orders, pullRequest, repository, step } from '../../action/step.ts'
import { oneOf } from '../../cases.ts'
import { as, writes } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'
import { absences, type Refusal, refusals } from './refusals.ts'

const shop = { 'shop.topology.js': script('shop') }
const isAbsent = ({ name }: Refusal) => absences.some((one) => one.name === name)

const gitFinding = async (cwd: string, env: Record<string, string> = {}) => {
  const { stdout } = await topo(['doctor', '--local', '--json'], { cwd, env })
  return JSON.parse(stdout).items.find(({ check }: { check: string }) => check === 'git')
}

describe.each([...refusals, ...absences])('$name', { tags: 'posix' }, (refusal) => {
  const { make, code, exitCode, words, hint } = refusal

  test('a command that needs the repository ends with what git says, and what to do', async () => {
    const { cwd, env = {} } = make()
    for (const line of oneOf(3, [
      'push --local --if-newer',
      'validate --changed',
      'validate --since HEAD',
      'script review HEAD',
      'script diff shop.topology.js --git HEAD',
    ])) {
      const run = await topo([...line.split(' '), '--json'], { cwd, env })
      const { error } = JSON.parse(run.stdout)
      expect([line, run.code, error]).toMatchObject([
        line,
        exitCode,
        { code, message: expect.stringContaining(words), hint: expect.stringContaining(hint) },
      ])
    }
  })

  test('a push with --incremental stops, except where there is no repository', async () => {
    const { cwd, env = {} } = make()
    const run = await topo(['push', '--local', '--incremental'], { cwd, env })
    const expected = isAbsent(refusal) ? [0, '1 created'] : [exitCode, words]
    expect([run.code, run.stderr]).toEqual([expected[0], expect.stringContaining(`${expected[1]}`)])
  })

  test('the Action pushes nothing, and says why', async () => {
    const { cwd, env = {} } = make()
    const { url } = await mock()
    const inputs = { command: 'push', 'api-key': 'ca_demo_alice', 'base-url': url }
    const { code: exit, log } = await step({ cwd, inputs, env })
    expect([exit, await writes(url)]).toEqual([exitCode, []])
    const said = orders(log).join('\n')
    expect(said).toContain(`title=${code}`)
    expect(said).toContain(words.replaceAll('%', '%25'))
  })

  test('a validation in a pull request goes on without its comparison, and says why', async () => {
    const { cwd, env = {} } = make()
    const event = pullRequest('a'.repeat(40))
    const { code: exit, log } = await step({ cwd, env, event, inputs: { command: 'validate' } })
    const said = orders(log).join('\n')
    expect([exit, said]).toEqual([
      0,
      expect.stringContaining('Changes of the diagrams are not shown.'),
    ])
    expect(said).toContain(words)
    expect(said).not.toContain('fetch-depth')
  })

  test('doctor checks git', async () => {
    const { cwd, env } = make()
    expect(await gitFinding(cwd, env)).toMatchObject({
      status: isAbsent(refusal) ? 'ok' : 'problem',
      message: expect.stringContaining(words.replace(/\.$/, '')),
    })
  })
})

test('doctor tells the version of git, a repository without commits, and a shallow clone', async () => {
  const origin = repository(shop)
  commit(origin, { 'more.md': 'x' })
  const shallow = folder()
  git(shallow, 'clone', '-q', '--depth', '1', `file://${origin}`, '.')
  const fresh = folder({ 'topo.config.json': '{}' })
  git(fresh, 'init', '-q')
  expect(await gitFinding(origin)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^git version \d.* reads the repository /),
  })
  expect(await gitFinding(fresh)).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('no commit'),
  })
  expect(await gitFinding(shallow)).toMatchObject({
    status: 'warning',
    hint: expect.stringContaining('git fetch --unshallow'),
  })
  const since = async (cwd: string, ref: string) =>
    (await topo(['validate', '--since', ref], { cwd })).stderr.split('\n')[1]
  expect(await since(shallow, 'HEAD~1')).toMatch(/^hint {2}This clone is shallow.+fetch-depth: 0/)
  expect(await since(origin, 'nonsense')).toMatch(/^hint {2}Give a branch, a tag or a commit/)
})

test('a repository that lacks its own commit is damaged: it is not an unknown revision', async () => {
  const cwd = repository(shop)
  const id = git(cwd, 'rev-parse', 'HEAD')
  rmSync(join(cwd, '.git/objects', id.slice(0, 2)), { recursive: true })
  for (const line of [
    'validate --changed',
    'push --local --if-newer',
    'push --local --incremental',
  ]) {
    const { code, stderr } = await topo(line.split(' '), { cwd })
    expect([line, code, stderr]).toEqual([line, 1, expect.stringContaining('"git fsck"')])
  }
})

test('the Action pushes from a checkout that git refuses only without its guards', {
  tags: 'posix',
}, async () => {
  const { make } = refusals[0] as Refusal
  const { cwd, env = {} } = make()
  const { url } = await mock()
  const inputs = { command: 'push', 'api-key': 'ca_demo_alice', 'base-url': url }
  const off = { ...inputs, 'if-newer': 'false' }
  expect((await step({ cwd, env, inputs: off })).code).toBe(1)
  expect(await writes(url)).toEqual([])
  expect((await step({ cwd, env, inputs: { ...off, incremental: 'false' } })).code).toBe(0)
})

test('a script that differs is not overwritten where git cannot say whose it is', {
  tags: 'posix',
}, async () => {
  const { url } = await mock()
  expect((await topo(['push'], { cwd: folder(shop), env: as(url) })).code).toBe(0)
  const { make, words } = refusals[1] as Refusal
  const { cwd } = make()
  put(join(cwd, 'shop.topology.js'), script('shop').replace("'Web'", "'Ours'"))
  const before = (await writes(url)).length
  const run = await topo(['push', '--on-conflict', 'overwrite'], { cwd, env: as(url) })
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(words)])
  expect((await writes(url)).length).toBe(before)
  const adopted = await topo(['push', '--adopt', '--json'], { cwd, env: as(url) })
  expect(JSON.parse(adopted.stdout).counts).toEqual({ updated: 1 })
})
