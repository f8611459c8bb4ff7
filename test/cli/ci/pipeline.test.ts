/** `topo init --ci`: the pipelines that it writes, run as a CI system would, in a clone and against a real service. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { as } from '../control.ts'
import { bin, folder, mock, put, script, topo } from '../topo.ts'

const templates = resolve(import.meta.dirname, '../../../templates/ci')
const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...identity, ...words], { cwd, encoding: 'utf8' }).trim()

/** A repository with one diagram, committed. */
function repository(files: Record<string, string> = {}) {
  const cwd = folder({ 'topo.config.json': '{}\n', 'shop.topology.js': script('shop'), ...files })
  git(cwd, 'init', '-q', '-b', 'main')
  return {
    cwd,
    commit: () => {
      git(cwd, 'add', '-A')
      git(cwd, 'commit', '-qm', 'x')
      return git(cwd, 'rev-parse', 'HEAD')
    },
  }
}

/** Lines of a job, one shell for all of them, with the topo that was built and an npm that installs nothing. */
async function runLines(lines: string[], cwd: string, env: Record<string, string>, shell = ['sh', '-e']) {
  const path = folder()
  mkdirSync(path, { recursive: true })
  for (const [name, text] of [
    ['topo', `exec '${process.execPath}' '${bin}' "$@"`],
    ['npm', 'exit 0'],
  ] as const) {
    put(join(path, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(path, name), 0o755)
  }
  const [program = 'sh', ...options] = shell
  const child = spawn(program, [...options, '-c', lines.join('\n')], {
    cwd,
    env: { PATH: `${path}:${process.env.PATH}`, HOME: cwd, CI: 'true', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  child.stdin.end()
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => done({ code, output }))
  })
}

const own = async (url: string) => {
  const { stdout } = await topo(['script', 'list', '--all', '--json'], { env: as(url) })
  const { items } = JSON.parse(stdout) as { items: { slug: string; isPublic: boolean }[] }
  return Object.fromEntries(items.map(({ slug, isPublic }) => [slug, isPublic]))
}

describe('topo init --ci', () => {
  test.each([
    [
      'github',
      ['.github/workflows/diagrams-publish.yml', '.github/diagrams-preview.sh'],
      'secret TOPO_API_KEY',
    ],
    ['gitlab', ['.gitlab-ci.yml', '.gitlab/diagrams.yml', '.gitlab/diagrams-preview.sh'], 'masked'],
    ['shell', ['ci/diagrams.sh', 'ci/diagrams-preview.sh'], 'TOPO_API_KEY'],
  ])(
    '%s: writes the files, says what is left to do, and keeps what is there',
    async (system, paths, todo) => {
      const { cwd } = repository()
      const first = await topo(['init', '--ci', system, '--json'], { cwd })
      expect(first).toMatchObject({ code: 0, stderr: '' })
      const { items, todo: left } = JSON.parse(first.stdout)
      expect(items).toEqual(
        expect.arrayContaining(paths.map((path) => ({ path, written: true, action: 'written' }))),
      )
      expect(left.join('\n')).toContain(todo)
      expect(left.join('\n').includes('OWNER/topo')).toBe(system === 'github')
      // The folder was a project before: no first script, which the pipeline would publish.
      expect(existsSync(join(cwd, 'diagrams'))).toBe(false)

      const [changed = ''] = paths
      put(join(cwd, changed), 'mine\n')
      const again = await topo(['init', '--ci', system], { cwd })
      expect(again.stdout).toContain(`kept\t${changed}\n`)
      expect(readFileSync(join(cwd, changed), 'utf8')).toBe('mine\n')
      await topo(['init', '--ci', system, '--force'], { cwd })
      expect(readFileSync(join(cwd, changed), 'utf8') === 'mine\n').toBe(system === 'gitlab')
      if (system === 'gitlab') expect(again.stdout).toContain('to do\tAdd "include:')
    },
  )

  test('in a folder of a repository writes to its top, where CI systems look', async () => {
    const { cwd } = repository({ 'docs/readme.md': '' })
    const { stdout } = await topo(['init', '--ci', 'shell'], { cwd: join(cwd, 'docs') })
    expect(existsSync(join(cwd, 'ci/diagrams.sh'))).toBe(true)
    expect(existsSync(join(cwd, 'docs/topo.config.json'))).toBe(true)
    expect(stdout).toContain('to do\tLet the pipeline work in this folder')
  })

  test('what there is no pipeline for is a mistake that names those there are', async () => {
    const { code, stderr } = await topo(['init', '--ci', 'travis'])
    expect(code).toBe(2)
    expect(stderr).toContain('github, gitlab, shell')
    expect((await topo(['init', '--force'])).code).toBe(2)
  })
})

interface GitlabJob {
  script?: string[]
  extends?: string
  rules?: { if: string }[]
}

describe('GitLab', () => {
  const jobs = parse(readFileSync(join(templates, 'gitlab/diagrams.yml'), 'utf8')) as Record<
    string,
    GitlabJob
  >
  const { before_script: before } = jobs['.diagrams'] as { before_script: string[] }
  /** As its runner does: what comes before and the script itself in one shell. */
  const run = (name: string, cwd: string, env: Record<string, string>) =>
    runLines([...before, ...(jobs[name]?.script ?? [])], cwd, env, ['bash', '-eo', 'pipefail'])

  test('every job extends one that there is, and says when it runs', () => {
    for (const [name, job] of Object.entries(jobs).filter(([key]) => !key.startsWith('.'))) {
      expect(jobs[job.extends ?? ''], name).toBeDefined()
      expect(
        job.rules?.every((rule) => /^\$CI_\w+ [=&]/.test(rule.if)),
        name,
      ).toBe(true)
    }
    const include = parse(readFileSync(join(templates, 'gitlab/include.yml'), 'utf8'))
    expect(include).toEqual({ include: [{ local: '.gitlab/diagrams.yml' }] })
  })

  test('C2: a diagram is validated, published twice with the same result, and then there is no drift', async () => {
    const { url } = await mock()
    const { cwd, commit } = repository()
    commit()
    const env = as(url)
    expect(await run('diagrams:validate', cwd, {})).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).toEqual([])
    expect(await run('diagrams:publish', cwd, env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('created'),
    })
    const fresh = folder()
    git(fresh, 'clone', '-q', cwd, '.')
    for (const _ of [1, 2]) {
      const again = await run('diagrams:publish', fresh, env)
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining('unchanged') })
    }
    const clean = folder()
    git(clean, 'clone', '-q', cwd, '.')
    expect(await run('diagrams:drift', clean, env)).toMatchObject({ code: 0 })
    put(join(clean, 'shop.topology.js'), script('other'))
    expect(await run('diagrams:drift', clean, env)).toMatchObject({ code: 3 })
    expect(git(clean, 'status', '--porcelain')).toBe('M shop.topology.js')
  })

  test('an invalid diagram stops the job, and is in the report', async () => {
    const { cwd, commit } = repository({ 'bad.topology.js': 'const x = 1\n' })
    commit()
    expect((await run('diagrams:validate', cwd, {})).code).toBe(1)
    const report = JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))
    expect(report).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ location: expect.objectContaining({ path: 'bad.topology.js' }) }),
      ]),
    )
  })

  test('a preview is published under a name of its own, and private again when the branch is gone', async () => {
    const { url } = await mock()
    const { cwd, commit } = repository({
      'maps/plan.topology.js': script('plan'),
      'named.topology.js': script('n', 'slug: named'),
    })
    expect(await topo(['init', '--ci', 'gitlab'], { cwd })).toMatchObject({ code: 0 })
    const base = commit()
    put(join(cwd, 'maps/plan.topology.js'), script('plan2'))
    put(join(cwd, 'named.topology.js'), script('n2', 'slug: named'))
    git(cwd, 'rm', '-q', 'shop.topology.js')
    commit()
    const env = { ...as(url), CI_MERGE_REQUEST_IID: '12', CI_MERGE_REQUEST_DIFF_BASE_SHA: base }
    const before = await own(url)
    const shown = await run('diagrams:show', cwd, env)
    expect(shown).toMatchObject({ code: 0, output: expect.stringContaining(`${url}/v/pr-12-plan`) })
    expect(shown.output).toContain('named.topology.js names its slug itself')
    expect(await own(url)).toEqual({ ...before, 'pr-12-plan': true })
    expect(git(cwd, 'status', '--porcelain')).toBe('')
    expect(await run('diagrams:hide', cwd, { ...env, CI_MERGE_REQUEST_IID: '1' })).toMatchObject({ code: 0 })
    expect(await own(url)).toMatchObject({ 'pr-12-plan': true })
    expect(await run('diagrams:hide', cwd, env)).toMatchObject({ code: 0 })
    expect(await own(url)).toEqual({ ...before, 'pr-12-plan': false })
  })
})

describe('a plain shell', () => {
  test.each([
    [[], 0, 'valid'],
    [['publish'], 0, 'created'],
    [['drift'], 3, 'shop'],
    [['deploy'], 2, 'usage'],
  ])('diagrams.sh %s', async (words, code, said) => {
    const { url } = await mock()
    const { cwd, commit } = repository()
    await topo(['init', '--ci', 'shell'], { cwd })
    commit()
    const ran = await runLines([`sh ci/diagrams.sh ${words.join(' ')}`], cwd, as(url))
    expect(ran).toMatchObject({ code, output: expect.stringContaining(said) })
  })

  test('a preview that cannot be sent fails, and one without a number is a mistake', async () => {
    const { cwd, commit } = repository()
    await topo(['init', '--ci', 'shell'], { cwd })
    const base = commit()
    put(join(cwd, 'shop.topology.js'), script('more'))
    commit()
    const { url } = await mock()
    const preview = (words: string, env = as(url)) =>
      runLines([`sh ci/diagrams-preview.sh ${words}`], cwd, env)
    expect((await preview(`show 7 ${base}`, { ...as(url), TOPO_API_KEY: 'ca_wrong' })).code).toBe(4)
    expect((await preview('show 7 nowhere')).code).not.toBe(0)
    expect((await preview("show '7; id' main")).code).toBe(2)
    expect((await preview('')).code).toBe(2)
    expect(statSync(join(cwd, 'ci/diagrams-preview.sh')).isFile()).toBe(true)
  })
})

describe('GitHub', () => {
  test('the lines of the preview and of the nightly look are those that run here', async () => {
    const { url } = await mock()
    const { cwd, commit } = repository()
    await topo(['init', '--ci', 'github'], { cwd })
    const base = commit()
    put(join(cwd, 'shop.topology.js'), script('more'))
    commit()
    const lines = (file: string, job: string) => {
      const { jobs } = parse(readFileSync(join(cwd, '.github/workflows', file), 'utf8'))
      return (jobs[job].steps as { run?: string }[]).flatMap(({ run }) => run ?? [])
    }
    const env = { ...as(url), NUMBER: '7', BASE: base }
    const run = (file: string, job: string) => runLines(lines(file, job), cwd, env, ['bash', '-e'])
    expect(await run('diagrams-preview.yml', 'show')).toMatchObject({
      code: 0,
      output: expect.stringContaining('pr-7-shop'),
    })
    expect(await run('diagrams-preview.yml', 'hide')).toMatchObject({ code: 0 })
    expect(await own(url)).toMatchObject({ 'pr-7-shop': false })
    expect(await run('diagrams-drift.yml', 'drift')).toMatchObject({ code: 3 })
  })
})
