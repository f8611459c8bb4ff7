/** Detects the build: from each CI system, from git, from flags, and with hostile values of a fork. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildFrom, detectBuild } from '../../../src/commands/script/push/build.ts'
import { git, repository } from '../../action/step.ts'
import { anyCharacter } from '../../any-character.ts'
import { programs } from '../host/binary.ts'
import { folder, put, script, topo } from '../topo.ts'

const head = 'a'.repeat(40)
const merge = 'b'.repeat(40)

const systems: Record<string, NodeJS.ProcessEnv> = {
  github: {
    GITHUB_ACTIONS: 'true',
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/heads/feature/x',
    GITHUB_ACTOR: 'ada',
  },
  gitlab: {
    GITLAB_CI: 'true',
    CI_COMMIT_SHA: merge,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/x',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_USER_LOGIN: 'ada',
  },
  azure: {
    TF_BUILD: 'True',
    BUILD_SOURCEVERSION: merge,
    BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
    SYSTEM_PULLREQUEST_SOURCECOMMITID: head,
    SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/x',
    SYSTEM_PULLREQUEST_PULLREQUESTID: '583',
    SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7',
    BUILD_REQUESTEDFOR: 'ada',
  },
  bitbucket: {
    BITBUCKET_BUILD_NUMBER: '99',
    BITBUCKET_COMMIT: head,
    BITBUCKET_BRANCH: 'feature/x',
    BITBUCKET_PR_ID: '7',
    BITBUCKET_STEP_TRIGGERER_UUID: '{c0ffee}',
  },
  circleci: {
    CIRCLECI: 'true',
    CIRCLE_SHA1: head,
    CIRCLE_BRANCH: 'feature/x',
    CIRCLE_PULL_REQUEST: 'https://github.example/acme/maps/pull/7',
    CIRCLE_USERNAME: 'ada',
  },
  jenkins: {
    JENKINS_URL: 'https://jenkins.example/',
    GIT_COMMIT: head,
    BRANCH_NAME: 'PR-7',
    CHANGE_ID: '7',
    CHANGE_BRANCH: 'feature/x',
    CHANGE_AUTHOR: 'ada',
  },
}

test.each(Object.entries(systems))('C4: %s gives commit and branch', (name, env) => {
  const build = buildFrom(env)
  expect(build).toMatchObject({ provider: name, commit: head, branch: 'feature/x' })
  expect(build.pullRequest).toBe(name === 'github' ? undefined : 7)
  expect(build.actor).toBe(name === 'bitbucket' ? '{c0ffee}' : 'ada')
})

describe('a pull request on GitHub', () => {
  const pull = (event: unknown, env: NodeJS.ProcessEnv = {}) => {
    const cwd = folder()
    put(join(cwd, 'event.json'), typeof event === 'string' ? event : JSON.stringify(event))
    return buildFrom({
      ...systems.github,
      GITHUB_SHA: merge,
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_HEAD_REF: 'feature/x',
      GITHUB_EVENT_PATH: join(cwd, 'event.json'),
      ...env,
    })
  }

  test('C4: takes its last commit from the event, not the trial merge', { tags: 'git' }, () => {
    const event = { pull_request: { number: 7, head: { sha: head, ref: 'feature/x' } } }
    const said = { commit: head, branch: 'feature/x', pullRequest: 7 }
    expect(pull(event)).toMatchObject(said)
    // pull_request_target, and a closed pull request.
    expect(pull(event, { GITHUB_REF: 'refs/heads/trunk' })).toMatchObject(said)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"pull_request":null}',
    '{"pull_request":{"head":null}}',
  ])('uses the variables for an event without data: %s', (event) => {
    expect(pull(event)).toMatchObject({ commit: merge, branch: 'feature/x', pullRequest: 7 })
  })
})

test('a tag is not a branch', () => {
  expect(buildFrom({ ...systems.github, GITHUB_REF: 'refs/tags/v1' }).branch).toBeUndefined()
  expect(buildFrom({ ...systems.circleci, CIRCLE_BRANCH: 'pull/7' }).branch).toBeUndefined()
})

test('values of a fork are accepted only in a valid form', () => {
  const words = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '\u001b[2J',
      '::error::x',
      '--force',
      'a\nb',
      '../x',
      'javascript:alert(1)',
      '1e3',
      '-1',
      '0',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(systems)), words, (env, word) => {
      const hostile = Object.fromEntries(
        Object.entries(env).map(([key, value]) => [
          key,
          /ACTIONS|_CI$|CIRCLECI|TF_BUILD/.test(key) ? value : word,
        ]),
      )
      const { commit, branch, pullRequest, actor } = buildFrom(hostile)
      expect(commit ?? head).toMatch(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
      expect(branch ?? 'x').toMatch(/^[^-\s\p{Cc}:][^\s\p{Cc}:]*$/u)
      expect(Number.isSafeInteger(pullRequest ?? 1) && (pullRequest ?? 1) > 0).toBe(true)
      expect(actor ?? '').not.toMatch(/[\p{Cc}\u2028]/u)
    }),
  )
})

describe('precedence of build values', () => {
  const trunk = () => {
    const cwd = repository({ 'a.txt': 'a' })
    git(cwd, 'branch', '-m', 'trunk')
    return { cwd, commit: git(cwd, 'rev-parse', 'HEAD') }
  }

  test('git gives commit and branch without a CI system', { tags: 'git' }, async () => {
    const { cwd, commit } = trunk()
    expect(await detectBuild({}, cwd, {})).toMatchObject({
      provider: undefined,
      commit,
      branch: 'trunk',
    })
    expect(await detectBuild({}, folder(), {})).toMatchObject({
      commit: undefined,
      branch: undefined,
    })
  })

  test('a push asks git only for a document, and checks the flags anyway', {
    tags: ['git', 'posix'],
  }, async () => {
    const { cwd, commit } = trunk()
    put(join(cwd, 'a.topology.js'), script('a'))
    const asked = join(folder(), 'asked')
    const bin = programs({ git: `echo >> '${asked}'\nPATH='${process.env.PATH}' exec git "$@"` })
    const env = { PATH: `${bin}:${process.env.PATH}` }
    expect(await topo(['push', '--local'], { cwd, env })).toMatchObject({ code: 0 })
    expect(existsSync(asked)).toBe(false)
    expect(await topo(['push', '--local', '--branch=--force'], { cwd, env })).toMatchObject({
      code: 2,
    })
    const { stdout } = await topo(['push', '--local', '--json'], { cwd, env })
    expect(JSON.parse(stdout).build).toMatchObject({ commit, branch: 'trunk' })
    expect(existsSync(asked)).toBe(true)
  })

  test('C4: flags take precedence over the CI system; an abbreviated commit is enough', {
    tags: 'git',
  }, async () => {
    const { cwd, commit } = trunk()
    const given = {
      commit: commit.slice(0, 8),
      branch: 'release',
      'pull-request': '12',
      actor: 'grace',
    }
    expect(await detectBuild(given, cwd, { ...systems.gitlab })).toMatchObject({
      provider: 'gitlab',
      commit,
      branch: 'release',
      pullRequest: 12,
      actor: 'grace',
    })
  })

  test.each([
    ['commit', 'HEAD'],
    ['branch', '--force'],
    ['pull-request', '#7'],
    ['actor', 'a\nb'],
  ])('an invalid %s is a usage error: %s', async (flag, value) => {
    await expect(detectBuild({ [flag]: value }, folder(), {}, false)).rejects.toMatchObject({
      code: 'TOPO_USAGE',
      message: `--${flag}: ${JSON.stringify(value)} is not valid.`,
      exitCode: 2,
      hint: expect.stringContaining(`TOPO_${flag.toUpperCase().replace('-', '_')}`),
    })
  })
})
