/** What the release workflow relies on: its rights, the Action's commit, the package's name, the notes. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { oneOf } from '../../cases.ts'
import { folder, heard, put } from '../topo.ts'

const root = join(import.meta.dirname, '../../..')
const script = (name: string) => join(root, 'scripts', name)

/** Runs a script of the repository in a thread, which costs less than a process. */
async function run(
  name: string,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const thread = new Worker(script(name), { argv: args, stdout: true, stderr: true })
  // What a script does not catch is an exit code.
  thread.on('error', () => {})
  const stdout = heard(thread.stdout)
  const stderr = heard(thread.stderr)
  const [code] = await Promise.all([
    new Promise<number>((done) => thread.once('exit', done)),
    once(thread.stdout, 'end'),
    once(thread.stderr, 'end'),
  ])
  return { code, stdout: stdout(), stderr: stderr() }
}

interface Job {
  needs?: string | string[]
  environment?: string
  permissions: Record<string, string>
  steps: { uses?: string; run?: string; if?: string }[]
}

/** What sends a release to a registry. */
const SENDS = /skopeo copy|registry\/publish|api\/-\/publish|vsce publish/
const contributing = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8')

describe('the release workflow', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const {
    permissions,
    jobs,
  }: {
    permissions: object
    jobs: Record<'build' | 'publish' | 'registries' | 'marketplace', Job>
  } = parse(text)
  const lines = ({ steps }: Job) => steps.map((step) => step.run ?? '').join('\n')

  test('builds without rights, and publishes without running anything that was installed or built', () => {
    expect(permissions).toEqual({})
    expect(jobs.build.permissions).toEqual({ contents: 'read' })
    expect(jobs.build.environment).toBeUndefined()
    expect(lines(jobs.build)).toMatch(
      /npm ci[\s\S]*npm run check[\s\S]*check-package-name[\s\S]*pin-release/,
    )
    expect(lines(jobs.build)).not.toMatch(/npm publish|git push|gh release/)
    expect([jobs.publish.needs, jobs.publish.environment]).toEqual(['build', 'release'])
    expect(lines(jobs.publish)).not.toMatch(/npm (ci|install|run|exec)|npx|\bnode |scripts\//)
    expect(lines(jobs.publish)).toMatch(/npm publish .* --provenance .*--ignore-scripts/)
  })

  test('attests package, Action and SBOM before it publishes them, and moves no tag', () => {
    const order = jobs.publish.steps.map(({ uses, run: commandText }) => uses ?? commandText ?? '')
    const at = (part: string) => order.findIndex((step) => step.includes(part))
    expect(at('sha256sum --check')).toBeGreaterThan(at('download-artifact'))
    expect(at('attest-build-provenance')).toBeGreaterThan(at('sha256sum --check'))
    expect(at('git push')).toBeGreaterThan(at('attest-build-provenance'))
    expect(at('npm publish')).toBeGreaterThan(at('git push'))
    expect(at('gh release create')).toBeGreaterThan(at('npm publish'))
    const pushes = order.filter((step) => step.includes('git '))
    expect(pushes.join('\n')).not.toMatch(/--force|\s-f\b|"\+|git tag|--delete/)
    for (const kind of ['*.tgz', '*.tar.gz', '*.cdx.json'])
      expect(text).toContain(`/release/${kind}\n`)
  })

  test('publishes elsewhere only after the package, with checked files, and only where the repository asks for it', () => {
    for (const job of [jobs.registries, jobs.marketplace]) {
      expect([job.needs, job.environment]).toEqual([['build', 'publish'], 'release'])
      const at = job.steps.findIndex(({ run: commandText = '' }) =>
        commandText.includes('sha256sum --check --strict SHA256SUMS'),
      )
      const sending = job.steps
        .map(({ run: commandText = '' }, n) => [commandText, n] as const)
        .filter(([commandText]) => SENDS.test(commandText))
      for (const [, n] of sending) expect(n).toBeGreaterThan(at)
      for (const [commandText, n] of sending)
        expect(job.steps[n]?.if ?? commandText).toMatch(
          /^vars\.PUBLISH_\w+ == 'true'$|^if test -z "\$\w+"; then echo "Skipped/,
        )
    }
    expect(lines(jobs.registries).match(new RegExp(SENDS, 'g'))).toHaveLength(3)
    expect(lines(jobs.registries)).not.toMatch(/npm |npx|\bnode /)
    expect(lines(jobs.marketplace)).toMatch(SENDS)
    expect(jobs.marketplace.permissions).toEqual({ contents: 'read' })
    for (const name of ['PUBLISH_CONTAINER', 'PUBLISH_MCP', 'OVSX_TOKEN', 'VSCE_PAT'])
      expect(contributing).toContain(`\`${name}\``)
  })
})

describe("the Action's commit", { tags: 'git' }, () => {
  const settings = [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.com',
    '-c',
    'init.defaultBranch=main',
  ]
  const gitIn =
    (cwd: string) =>
    (...args: string[]) =>
      execFileSync('git', [...settings, ...args], {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, GIT_COMMITTER_DATE: '2025-01-02T03:04:05Z' },
      }).trim()

  test('contains only the Action and what pre-commit reads, has the same id twice, and moves the branch of the major version forward', {
    tags: 'git',
  }, async () => {
    const cwd = folder({
      'action.yml': '',
      LICENSE: '',
      'README.md': '',
      'src/README.md': '',
      'package.json': '{ "scripts": { "prepare": "exit 1" } }',
      '.gitignore': 'dist/\nnode_modules/\n',
      '.pre-commit-hooks.yaml': '- id: topo-validate\n  entry: topo validate\n',
    })
    const server = folder()
    const git = gitIn(cwd)
    const onServer = gitIn(server)
    onServer('init', '-q', '--bare')
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'x')
    git('remote', 'add', 'origin', server)
    git('push', '-q', 'origin', 'main')
    put(join(cwd, 'dist/action/index.js'), '1')
    put(join(cwd, 'dist/action/node_modules/a/index.js'), '2')
    put(join(cwd, 'dist/other.js'), '3')

    const publish = async (version: string) => {
      const bundle = join(folder(), 'action.bundle')
      const { stdout, stderr } = await run('action-commit.js', version, bundle, cwd)
      expect(stderr).toBe('')
      const clone = folder()
      const gitOfClone = gitIn(clone)
      gitOfClone('clone', '-q', server, '.')
      gitOfClone('fetch', '-q', bundle, 'refs/topo/action')
      expect(gitOfClone('rev-parse', 'FETCH_HEAD')).toBe(stdout.trim())
      gitOfClone(
        'push',
        '-q',
        '--atomic',
        server,
        `FETCH_HEAD:refs/tags/v${version}`,
        'FETCH_HEAD:refs/heads/v1',
      )
      return stdout.trim()
    }
    const first = await publish('1.0.0')
    expect(git('ls-tree', '-r', '--name-only', first).split('\n')).toEqual([
      '.pre-commit-hooks.yaml',
      'LICENSE',
      'README.md',
      'action.yml',
      'dist/action/index.js',
      'dist/action/node_modules/a/index.js',
      'package.json',
    ])
    // pre-commit installs the released package, and nothing that builds topo.
    expect(parse(git('show', `${first}:.pre-commit-hooks.yaml`))).toEqual([
      { id: 'topo-validate', entry: 'topo validate', additional_dependencies: ['topo-cli@1.0.0'] },
    ])
    expect(JSON.parse(git('show', `${first}:package.json`))).toEqual({
      name: 'topo-pre-commit',
      version: '1.0.0',
      private: true,
      files: [],
    })
    expect(await publish('1.0.0')).toBe(first)
    expect(git('show', '--no-patch', '--format=%at %ct', first)).toBe('1735787045 1735787045')
    expect(git('status', '--porcelain')).toBe('')

    git('commit', '-q', '--allow-empty', '-m', 'y')
    git('push', '-q', 'origin', 'main')
    git('fetch', '-q', 'origin')
    const second = await publish('1.1.0')
    expect(git('rev-parse', `${second}^1`)).toBe(git('rev-parse', 'HEAD'))
    expect(git('rev-parse', `${second}^2`)).toBe(first)
    // Git refuses to replace a tag without force.
    await expect(publish('1.0.0')).rejects.toThrow(/rejected/)
    expect(onServer('rev-parse', 'v1.0.0', 'refs/heads/v1').split('\n')).toEqual([first, second])
  })

  test('needs a version', async () => {
    expect(await run('action-commit.js', 'v1', 'x')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe("the package's name", () => {
  const provenance = (repository: string) => ({
    attestations: [
      {
        predicateType: 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1',
        bundle: {},
      },
      {
        predicateType: 'https://slsa.dev/provenance/v1',
        bundle: {
          dsseEnvelope: {
            payload: Buffer.from(
              JSON.stringify({
                predicate: {
                  buildDefinition: { externalParameters: { workflow: { repository } } },
                },
              }),
            ).toString('base64'),
          },
        },
      },
    ],
  })
  /** A registry that knows these paths. */
  async function registry(answers: Record<string, unknown>): Promise<string> {
    const server = createServer(({ url = '' }, response) => {
      const answer = answers[decodeURIComponent(url)]
      const status = typeof answer === 'number' ? answer : 200
      response.statusCode = answer === undefined ? 404 : status
      response.end(JSON.stringify(answer ?? {}))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as { port: number }).port}`
  }
  const published = (...maintainers: string[]) => ({
    'dist-tags': { latest: '1.0.0' },
    maintainers: maintainers.map((name) => ({ name })),
  })
  const attestations = '/-/npm/v1/attestations/topo-cli@1.0.0'
  const check = async (answers: Record<string, unknown>, owners = '') =>
    await run('check-package-name.js', 'acme/topo', owners, await registry(answers))

  test('is ours if it is free, if our workflow built the last version, or if only owners can publish', async () => {
    expect(await check({})).toMatchObject({ code: 0, stderr: '' })
    const ours = provenance('https://github.com/acme/topo')
    expect(await check({ '/topo-cli': published('x'), [attestations]: ours })).toMatchObject({
      code: 0,
    })
    expect(await check({ '/topo-cli': published('ann', 'bob') }, 'ann,bob')).toMatchObject({
      code: 0,
    })
  })

  test('is not ours if others built or can publish it, or if the registry does not say', async () => {
    const others = provenance('https://github.com/acme/topo-fork')
    const found = await check({ '/topo-cli': published('mallory'), [attestations]: others }, 'ann')
    expect(found).toMatchObject({ code: 1, stderr: expect.stringContaining('acme/topo-fork') })
    for (const [answers, owners] of oneOf(2, [
      [{ '/topo-cli': published('ann', 'mallory') }, 'ann'],
      [{ '/topo-cli': published() }, ''],
      [{ '/topo-cli': 500 }, 'ann'],
      [{ '/topo-cli': published('x'), [attestations]: 503 }, 'ann'],
    ] as const))
      expect(await check(answers, owners), JSON.stringify(answers)).toMatchObject({ code: 1 })
  })
})

describe('the notes of a release', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.2.3 (2026-01-02)\n\n### Added\n\n- One.\n\n## [1.2.0] - 2025\n\nOld.\n\n## 1.1.0\n'
  const notes = (version: string) =>
    run('release-notes.js', version, join(folder({ 'CHANGELOG.md': text }), 'CHANGELOG.md'))

  test('are the section of the version', async () => {
    expect((await notes('1.2.3')).stdout).toBe('### Added\n\n- One.\n')
    expect((await notes('1.2.0')).stdout).toBe('Old.\n')
  })

  test.each(['1.2', '1.1.0', '2.0.0', ''])(
    'are an error for "%s", of which nothing is written',
    async (version) => {
      expect(await notes(version)).toMatchObject({ code: 1, stdout: '' })
    },
  )
})

test('updates of packages and actions are proposed by Dependabot, in groups', () => {
  const { updates }: { updates: { 'package-ecosystem': string; groups: object }[] } = parse(
    readFileSync(join(root, '.github/dependabot.yml'), 'utf8'),
  )
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions'])
  for (const { groups } of updates) expect(Object.keys(groups).length).toBeGreaterThan(0)
})
