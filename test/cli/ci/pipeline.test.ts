/** `topo init --ci`: writes pipelines, which run here as in a CI system, in a clone and against a real service. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { unreleasedAction } from '../../../src/cli/init/release.ts'
import { commit, git, pullRequest, step } from '../../action/step.ts'
import { isAll, oneOf } from '../../cases.ts'
import { as, requests, rows } from '../control.ts'
import { programs, warmBinary } from '../host/binary.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

const templates = resolve(import.meta.dirname, '../../../templates/ci')

/** A repository with one committed diagram. */
function repository(files: Record<string, string> = {}) {
  const cwd = folder({ 'topo.config.json': '{}\n', 'shop.topology.js': script('shop'), ...files })
  git(cwd, 'init', '-q', '--template=')
  return { cwd, commit: () => commit(cwd) }
}

/** Runs the lines of a job in one shell, with the built topo, warm, and an npm that installs nothing. */
async function runLines(
  lines: string[],
  cwd: string,
  env: Record<string, string>,
  shell = ['sh', '-e'],
) {
  const path = programs({ topo: `exec ${await warmBinary()} "$@"`, npm: 'exit 0' })
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

/** Its block is empty. */
const staleReadme = (slug: string) => `<!-- topo ${slug} -->\n<!-- /topo -->\n`

describe('topo init --ci', () => {
  /** Files that also have other jobs, and what is said if they exist. */
  const others: Record<string, string> = {
    '.gitlab-ci.yml': 'to do\tAdd "include:',
    'bitbucket-pipelines.yml': 'to do\tbitbucket-pipelines.yml exists already: copy the jobs',
    '.circleci/config.yml': 'to do\t.circleci/config.yml exists already: copy the jobs',
  }
  test.each(
    oneOf<[string, string[], string]>(3, [
      [
        'github',
        ['.github/workflows/diagrams.yml', '.github/workflows/diagrams-comment.yml'],
        'secret TOPO_API_KEY',
      ],
      ['bitbucket', ['bitbucket-pipelines.yml', 'ci/diagrams.sh'], 'secured'],
      ['azure', ['ci/azure-pipelines.yml', 'ci/diagrams.sh'], 'secret'],
      ['gitlab', ['.gitlab-ci.yml', '.gitlab/diagrams.yml'], 'masked'],
      ['circleci', ['.circleci/config.yml', 'ci/diagrams.sh'], 'context'],
      ['jenkins', ['ci/Jenkinsfile', 'ci/diagrams.sh'], 'credentials'],
      ['shell', ['ci/diagrams.sh'], 'TOPO_API_KEY'],
    ]),
  )(
    '%s: writes the files, lists the remaining steps, and keeps existing files',
    { tags: 'git' },
    async (system, paths, todo) => {
      const { cwd } = repository()
      const first = await topo(['init', '--ci', system, '--json'], { cwd })
      expect(first).toMatchObject({ code: 0, stderr: '' })
      const { items, todo: left } = JSON.parse(first.stdout)
      expect(items).toEqual(
        expect.arrayContaining(paths.map((path) => ({ path, written: true, action: 'written' }))),
      )
      expect(left.join('\n')).toContain(todo)
      expect(left.join('\n').includes(unreleasedAction)).toBe(system === 'github')
      // Nobody owns the name on the registry yet.
      expect(left.join('\n')).toContain('topo is not released yet')
      expect(left.join('\n').includes('"topo init --ci shell"')).toBe(system === 'github')
      const installs = items.flatMap(({ path }: { path: string }) =>
        readFileSync(join(cwd, path), 'utf8')
          .split('\n')
          .filter((line) => line.includes('npm install')),
      )
      expect(installs.length > 0).toBe(system !== 'github')
      for (const line of installs)
        expect(line).toMatch(
          /npm install --global (\.\/topo-cli-[\d.]+\.tgz|git\+\S+#[0-9a-f]{40})$/,
        )
      // The folder was a project already: no first script, which the pipeline would publish.
      expect(existsSync(join(cwd, 'diagrams'))).toBe(false)

      // The second time it forgets nothing that is left to do.
      const repeated = await topo(['init', '--ci', system, '--json'], { cwd })
      expect(JSON.parse(repeated.stdout).todo).toEqual(expect.arrayContaining(left))

      const [changed = ''] = paths
      put(join(cwd, changed), 'mine\n')
      const again = await topo(['init', '--ci', system], { cwd })
      expect(again.stdout).toContain(`kept\t${changed}\n`)
      expect(readFileSync(join(cwd, changed), 'utf8')).toBe('mine\n')
      await topo(['init', '--ci', system, '--force'], { cwd })
      expect(readFileSync(join(cwd, changed), 'utf8') === 'mine\n').toBe(changed in others)
      expect(again.stdout).toContain(others[changed] ?? '')
    },
  )

  test('writes to the top of the repository, where CI systems look', { tags: 'git' }, async () => {
    const { cwd } = repository({ 'docs/readme.md': '' })
    const { stdout } = await topo(['init', '--ci', 'shell'], { cwd: join(cwd, 'docs') })
    expect(existsSync(join(cwd, 'ci/diagrams.sh'))).toBe(true)
    expect(existsSync(join(cwd, 'docs/topo.config.json'))).toBe(true)
    expect(stdout).toContain('to do\tMake the pipeline work in this folder')
  })

  test('github: a project in a sub-folder gets its own workflow, whose folder, filter and cache are right', {
    tags: 'git',
  }, async () => {
    const { cwd } = repository({ 'web/maps/readme.md': '' })
    const first = await topo(['init', '--ci', 'github'], { cwd })
    const second = await topo(['init', '--ci', 'github', '--preview', '--json'], {
      cwd: join(cwd, 'web/maps'),
    })
    const { items, todo } = JSON.parse(second.stdout)
    const path = '.github/workflows/diagrams-web-maps.yml'
    expect(items).toContainEqual({ path, written: true, action: 'written' })
    expect(todo.join()).not.toContain('Make the pipeline work in this folder')
    const { on, env, jobs } = parse(readFileSync(join(cwd, path), 'utf8'))
    expect([env.PROJECT, on.push.paths[0]]).toEqual(['web/maps', 'web/maps/**'])
    expect(Object.keys(jobs)).toEqual(['review', 'publish', 'drift', 'preview', 'clean'])
    expect(first.stdout).toContain('.github/workflows/diagrams-comment.yml')
    expect(existsSync(join(cwd, '.github/workflows/diagrams-comment-web-maps.yml'))).toBe(true)
  })

  test('names the known pipelines for an unknown one', async () => {
    const { code, stderr } = await topo(['init', '--ci', 'travis'])
    expect(code).toBe(2)
    expect(stderr).toContain(
      'github, github-reusable, gitlab, bitbucket, azure, circleci, jenkins or shell',
    )
    expect((await topo(['init', '--force'])).code).toBe(2)
  })
})

interface GitlabJob {
  script?: string[]
  extends?: string
  rules?: { if: string }[]
  cache?: object
  resource_group?: string
}

describe('GitLab', () => {
  const jobs = parse(readFileSync(join(templates, 'gitlab/diagrams.yml'), 'utf8')) as Record<
    string,
    GitlabJob
  >
  const { before_script: before } = jobs['.diagrams'] as { before_script: string[] }
  /** Like its runner: before_script and script in one shell. */
  const run = (name: string, cwd: string, env: Record<string, string>) =>
    runLines([...before, ...(jobs[name]?.script ?? [])], cwd, env, ['bash', '-eo', 'pipefail'])

  test('every job extends an existing one, and has a rule', () => {
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

  test('C2: a diagram is validated, published twice with the same result, and shows no drift', {
    tags: 'git',
  }, async () => {
    const { url } = await mock()
    const { cwd, commit: commitFiles } = repository()
    commitFiles()
    const env = as(url, 'dave')
    expect(await run('diagrams:validate', cwd, {})).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).toEqual([])
    expect(await run('diagrams:publish', cwd, env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('created'),
    })
    const fresh = folder()
    git(fresh, 'clone', '-q', cwd, '.')
    const saying = ['1 unchanged', 'Nothing changed since the last push']
    for (const said of isAll ? saying : saying.slice(0, 1)) {
      const again = await run('diagrams:publish', fresh, env)
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining(said) })
    }
    const clean = folder()
    git(clean, 'clone', '-q', cwd, '.')
    if (isAll) expect(await run('diagrams:drift', clean, env)).toMatchObject({ code: 0 })
    git(clean, 'mv', 'shop.topology.js', 'other.topology.js')
    expect(await run('diagrams:drift', clean, env)).toMatchObject({
      code: 3,
      output: expect.stringContaining('only-remote\tshop'),
    })
  })

  test('each part of publish and drift keeps what was pushed, also in a failed job', () => {
    for (const name of ['publish', 'drift']) {
      const { cache, resource_group: group } = jobs[
        jobs[`diagrams:${name}`]?.extends ?? ''
      ] as GitlabJob
      expect(cache).toEqual({
        key: 'topo-remote-$CI_NODE_INDEX',
        paths: ['.topo/remote.json'],
        when: 'always',
      })
      expect(group).toContain('$CI_NODE_INDEX')
    }
  })

  /** A repository of twelve scripts, and jobs in two parts of it. */
  async function parts() {
    const { url } = await mock()
    const names = Array.from({ length: 12 }, (_, n) => `s-${n}`)
    const files = Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)]))
    const { cwd, commit: commitFiles } = repository(files)
    commitFiles()
    const kept: Record<string, string> = {}
    /** Runs a job in a fresh clone with the cache of its part. @returns the requests */
    const job = async (name: string, index: string, code = 0) => {
      const clone = folder()
      git(clone, 'clone', '-q', cwd, '.')
      const file = join(clone, '.topo/remote.json')
      if (kept[index] !== undefined) put(file, kept[index])
      const requestsBefore = (await requests(url)).length
      const ran = await run(name, clone, {
        ...as(url, 'dave'),
        CI_NODE_INDEX: index,
        CI_NODE_TOTAL: '2',
      })
      expect(ran, ran.output).toMatchObject({ code })
      kept[index] = readFileSync(file, 'utf8')
      return (await requests(url)).length - requestsBefore
    }
    return { cwd, commitFiles, job }
  }

  test('each part asks only for what changed', { tags: 'git' }, async () => {
    const { cwd, commitFiles, job } = await parts()
    const first = [await job('diagrams:publish', '1'), await job('diagrams:publish', '2')] as const
    expect(first[0] + first[1]).toBeGreaterThan(13)
    put(join(cwd, 's-1.topology.js'), script('changed'))
    commitFiles()
    expect(
      (await job('diagrams:publish', '1')) + (await job('diagrams:publish', '2')),
    ).toBeLessThanOrEqual(6)
    expect(await job('diagrams:drift', '1')).toBeLessThanOrEqual(2)
  })

  test('a part with an invalid script fails, and has drifted', { tags: 'git' }, async () => {
    const { cwd, commitFiles, job } = await parts()
    for (const index of ['1', '2']) await job('diagrams:publish', index)
    put(join(cwd, 's-2.topology.js'), 'const x = 1\n')
    commitFiles()
    const part = (await topo(['validate', '--shard', '1/2'], { cwd })).code === 0 ? '2' : '1'
    await job('diagrams:publish', part, 1)
    await job('diagrams:drift', part, 3)
  })

  test('a red job says in its log what failed, and its report has it', {
    tags: 'git',
  }, async () => {
    const { cwd, commit: commitFiles } = repository()
    const base = commitFiles()
    put(join(cwd, 'bad.topology.js'), 'await broken(\n')
    commitFiles()
    for (const name of ['diagrams:validate', 'diagrams:review']) {
      const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }
      const { code, output } = await run(name, cwd, env)
      expect([code, output]).toEqual([1, expect.stringMatching(/bad\.topology\.js:2:1 .*error/)])
    }
    const report = JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))
    expect(report).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ location: expect.objectContaining({ path: 'bad.topology.js' }) }),
      ]),
    )
  })

  test('a merge request is drawn before and after, without a key and without sending anything', {
    tags: 'git',
  }, async () => {
    const { url } = await mock()
    const { cwd, commit: commitFiles } = repository({ 'maps/plan.topology.js': script('plan') })
    const base = commitFiles()
    put(join(cwd, 'maps/plan.topology.js'), script('plan2'))
    git(cwd, 'rm', '-q', 'shop.topology.js')
    commitFiles()
    const ran = await run('diagrams:review', cwd, {
      TOPO_BASE_URL: url,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    })
    expect(ran).toMatchObject({
      code: 0,
      output: expect.stringContaining('### `maps/plan.topology.js`'),
    })
    expect(readdirSync(join(cwd, 'diagrams-review')).sort()).toEqual([
      'index.html',
      'maps--plan.after.svg',
      'maps--plan.before.svg',
      'maps--plan.changes.html',
      'maps--plan.changes.svg',
      'shop.before.svg',
    ])
    expect(await requests(url)).toEqual([])

    rmSync(join(cwd, 'diagrams-review'), { recursive: true })
    put(join(cwd, 'README.md'), staleReadme('plan'))
    commitFiles()
    const stale = await run('diagrams:review', cwd, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })
    expect(stale).toMatchObject({
      code: 1,
      output: expect.stringContaining('README.md:1:1: warning'),
    })
  })
})

describe('a system that runs ci/diagrams.sh', () => {
  const read = (name: string) => readFileSync(join(templates, name), 'utf8')
  const yaml = (name: string) => parse(read(name), { merge: true })
  const bitbucket = yaml('bitbucket-pipelines.yml')
  const azure = yaml('azure-pipelines.yml')
  const circle = yaml('circleci.yml')
  const stages = read('Jenkinsfile').split(/(?=stage\()/)
  const firstStep = (list: { step: object }[]) => list[0]?.step
  const azureStep = (name: string) =>
    azure.jobs
      .flatMap(({ steps }: { steps: object[] }) => steps)
      .find((one: { displayName?: string }) => one.displayName === name)
  const circleJob = (name: string) => ({
    ...circle.jobs[name],
    ...circle.workflows[name].jobs[0][name],
    run: circle.commands.service.steps
      .find((one: object) => JSON.stringify(one).includes('diagrams.sh'))
      .run.replace('<< parameters.run >>', name),
  })
  /** The steps of review, publication and drift check, and how only one job publishes at a time. */
  const systems: Record<
    string,
    [review: unknown, publish: unknown, drift: unknown, alone: unknown]
  > = {
    bitbucket: [
      firstStep(bitbucket.pipelines['pull-requests']['**']),
      firstStep(bitbucket.pipelines.branches.main),
      firstStep(bitbucket.pipelines.custom['diagrams-drift']),
      bitbucket.pipelines.branches.main[0].step['concurrency-group'],
    ],
    azure: [
      azureStep('Review'),
      azureStep('Publish'),
      azureStep('Check for drift'),
      azure.trigger.batch,
    ],
    circleci: [
      circle.jobs.review,
      circleJob('publish'),
      circleJob('drift'),
      circleJob('publish')['serial-group'],
    ],
    jenkins: [
      stages[1],
      stages[2],
      stages[3],
      read('Jenkinsfile').includes('disableConcurrentBuilds()'),
    ],
  }

  test.each(oneOf(4, Object.entries(systems)))(
    '%s: reviews without a key, publishes from one job at a time, and fails on drift',
    { tags: 'git' },
    async (system, [review, publish, drift, alone]) => {
      expect(alone).toBeTruthy()
      const key = /TOPO_API_KEY|deployment|context/
      expect([review, publish, drift].map((one) => key.test(JSON.stringify(one)))).toEqual([
        false,
        true,
        true,
      ])
      /** Shell lines of a stage of Jenkins, or of a step in YAML. */
      const linesOf = (one: unknown): string[] => {
        if (typeof one === 'object') return Object.values(one ?? {}).flatMap(linesOf)
        const text = String(one)
        if (/^(git|sh) /.test(text)) return [text]
        return [...text.matchAll(/\bsh '([^']+)'/g)].map(([, line]) => line as string)
      }
      const { cwd, commit: commitFiles } = repository()
      await topo(['init', '--ci', system], { cwd })
      commitFiles()
      const { url } = await mock()
      const job = folder()
      git(job, 'clone', '-q', cwd, '.')
      git(job, 'checkout', '-q', '-b', 'branch')
      put(join(job, 'shop.topology.js'), script('more'))
      git(job, 'commit', '-qam', 'x')
      git(job, 'checkout', '-q', 'main')
      git(job, 'merge', '-q', '--no-ff', '-m', 'x', 'branch')
      const run = (one: unknown, env = {}) =>
        runLines(linesOf(one), job, {
          BITBUCKET_PR_DESTINATION_BRANCH: 'main',
          CHANGE_TARGET: 'main',
          ...env,
        })
      expect(await run(review)).toMatchObject({
        code: 0,
        output: expect.stringContaining('shop.topology.js'),
      })
      expect(existsSync(join(job, 'diagrams-review/shop.changes.svg'))).toBe(true)
      expect(await requests(url)).toEqual([])
      rmSync(join(job, 'diagrams-review'), { recursive: true })
      put(join(job, 'README.md'), staleReadme('shop'))
      git(job, 'add', 'README.md')
      git(job, 'commit', '-qm', 'x')
      expect(await run(review)).toMatchObject({
        code: 1,
        output: expect.stringContaining('README.md:1:1: warning'),
      })
      expect(await run(drift, as(url, 'dave'))).toMatchObject({ code: 3 })
      expect(await run(publish, as(url, 'dave'))).toMatchObject({
        code: 0,
        output: expect.stringContaining('1 created'),
      })
      expect(await run(drift, as(url, 'dave'))).toMatchObject({ code: 0 })
    },
  )

  test('keeps what was pushed for the next job, and checks for drift on a schedule', () => {
    const { definitions, pipelines } = bitbucket
    const [push] = pipelines.branches.main
    const [drift] = pipelines.custom['diagrams-drift']
    expect([definitions.caches.topo, push.step.caches, drift.step.caches]).toEqual([
      '.topo',
      ['topo'],
      ['topo'],
    ])

    expect(azure.schedules).toEqual([
      { cron: '17 3 * * *', displayName: 'Drift', branches: { include: ['main'] }, always: true },
    ])
    const { steps, condition } = azure.jobs[1]
    const [, cache, publish, nightly] = steps
    expect([cache.task, cache.inputs]).toEqual([
      'Cache@2',
      { key: '"topo-remote" | "$(Build.BuildId)"', restoreKeys: '"topo-remote"', path: '.topo' },
    ])
    const isNightly = "(variables['Build.Reason'], 'Schedule')"
    expect([condition, publish.condition, nightly.condition]).toEqual([
      expect.stringContaining("eq(variables['Build.SourceBranch'], 'refs/heads/main')"),
      `and(succeeded(), ne${isNightly})`,
      `and(succeeded(), eq${isNightly})`,
    ])

    const [, restored, , saved] = circle.commands.service.steps
    const { key, paths, when } = saved.save_cache
    expect([paths, when]).toEqual([['.topo/remote.json'], 'always'])
    expect(key).toMatch(new RegExp(`^${restored.restore_cache.keys[0]}\\{\\{ epoch \\}\\}$`))
    const scheduled = { equal: ['scheduled_pipeline', '<< pipeline.trigger_source >>'] }
    const { publish: pushed, drift: checked } = circle.workflows
    expect([pushed.when, checked.when]).toEqual([{ not: scheduled }, scheduled])
    const inMain = { context: 'diagrams', filters: { branches: { only: 'main' } } }
    expect([pushed.jobs[0].publish, checked.jobs[0].drift]).toMatchObject([inMain, inMain])

    expect(stages[0]).toContain("cron(env.BRANCH_NAME == 'main' ? 'H 3 * * *' : '')")
    expect(
      [stages[2], stages[3]].map((stage) =>
        /not \{ triggeredBy 'TimerTrigger' \}/.test(stage ?? ''),
      ),
    ).toEqual([true, false])
  })
})

describe('a plain shell', () => {
  test('diagrams.sh validates, looks for drift, publishes, and draws the changes since a commit, which it requires', {
    tags: 'git',
  }, async () => {
    const { url } = await mock()
    const { cwd, commit: commitFiles } = repository()
    await topo(['init', '--ci', 'shell'], { cwd })
    const base = commitFiles()
    for (const [word, code, said] of [
      ['', 0, 'valid'],
      ['drift', 3, 'shop'],
      ['publish', 0, 'created'],
      ['deploy', 2, 'usage'],
    ] as const) {
      const ran = await runLines([`sh ci/diagrams.sh ${word}`], cwd, as(url))
      expect([word, ran]).toMatchObject([word, { code, output: expect.stringContaining(said) }])
    }
    put(join(cwd, 'shop.topology.js'), script('more'))
    expect(await runLines([`sh ci/diagrams.sh review ${base}`], cwd, {})).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, 'diagrams-review/shop.changes.svg'))).toBe(true)
    rmSync(join(cwd, 'diagrams-review'), { recursive: true })
    put(join(cwd, 'README.md'), staleReadme('shop'))
    commitFiles()
    expect(await runLines([`sh ci/diagrams.sh review ${base}`], cwd, {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('README.md:1:1: warning'),
    })
    const unknown = await runLines(['sh ci/diagrams.sh review'], cwd, {})
    expect([unknown.code === 0, unknown.output]).toEqual([
      false,
      expect.stringContaining('compare with'),
    ])
  })
})

describe('GitHub', () => {
  test('a pull request with a private diagram sends nothing, with or without a key', {
    tags: 'git',
  }, async () => {
    const { url } = await mock()
    const { cwd, commit: commitFiles } = repository()
    await topo(['init', '--ci', 'github'], { cwd })
    const base = commitFiles()
    put(join(cwd, 'shop.topology.js'), script('more'))
    commitFiles()
    const { jobs } = parse(readFileSync(join(cwd, '.github/workflows/diagrams.yml'), 'utf8'))
    const steps = jobs.review.steps as {
      uses?: string
      run?: string
      with?: Record<string, string>
    }[]
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual([])
    const own = steps.filter(({ uses = '' }) => uses.startsWith(unreleasedAction))
    expect(own).toHaveLength(1)
    for (const { with: inputs = {} } of own) {
      const event = pullRequest(base, 'mallory/diagrams')
      const env = { ...as(url), GITHUB_EVENT_NAME: 'pull_request' }
      const ran = { ...inputs, 'working-directory': '.' }
      const { code, summary, outputs } = await step({ cwd, inputs: ran, event, env })
      expect([code, summary]).toEqual([0, expect.stringContaining('### `shop.topology.js`')])
      expect(existsSync(join(outputs['review-folder'] ?? '', 'shop.after.svg'))).toBe(true)
      put(join(cwd, 'README.md'), staleReadme('shop'))
      commitFiles()
      const stale = await step({ cwd, inputs: ran, event, env })
      expect([stale.code, stale.log]).toEqual([1, expect.stringContaining('file=README.md,line=1')])
    }
    expect(await requests(url)).toEqual([])
  })
})

describe('a preview on the service', () => {
  test.each([
    [
      'gitlab',
      '.gitlab/diagrams-preview.yml',
      { show: 'diagrams:show', hide: 'diagrams:delete', name: 'mr-7' },
    ],
  ])(
    '%s: preview is opt-in, private despite the header, visible by its address, and deleted',
    { tags: 'git' },
    async (system, file, { show, hide, name }) => {
      const { url } = await mock()
      const { cwd, commit: commitFiles } = repository({
        'open.topology.js': script('open', 'public: true'),
      })
      await topo(['init', '--ci', system], { cwd })
      expect(existsSync(join(cwd, file))).toBe(false)
      expect(await topo(['init', '--ci', system, '--preview'], { cwd })).toMatchObject({ code: 0 })
      const base = commitFiles()
      put(join(cwd, 'shop.topology.js'), script('more'))
      put(join(cwd, 'open.topology.js'), script('more', 'public: true'))
      commitFiles()
      const read = parse(readFileSync(join(cwd, file), 'utf8'))
      const lines = (job: string): string[] => read[job].script
      const summary = join(folder(), 'summary.md')
      put(summary, '')
      const env = {
        ...as(url),
        DRAFTS: name,
        BASE: base,
        GITHUB_STEP_SUMMARY: summary,
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      }
      const mine = async () =>
        (await rows(url, 'scripts'))
          .filter(({ slug }) => String(slug).startsWith(name))
          .map(({ slug, isPublic }) => [slug, isPublic])
          .sort()
      // A user's own script that only has such a name.
      put(join(cwd, 'own', `${name}-own.topology.js`), script('own'))
      await topo(['push', 'own'], { cwd, env: as(url) })
      const own = [[`${name}-own`, false]]
      git(cwd, 'clean', '-qfd', 'own')
      for (const _ of [1, 2]) {
        const shown = await runLines(lines(show), cwd, env, ['bash', '-e'])
        expect(shown).toMatchObject({ code: 0 })
        const text = shown.output + readFileSync(summary, 'utf8')
        const [, address = ''] = /\[On the service\]\(<(\S+)>\)/.exec(text) ?? []
        expect((await fetch(address)).status).toBe(200)
        expect(await mine()).toEqual([[`${name}-open`, false], ...own, [`${name}-shop`, false]])
      }
      // Nobody can find them.
      const found = await topo(['script', 'search', name, '--json'], {
        env: { TOPO_BASE_URL: url },
      })
      expect(JSON.parse(found.stdout).items).toEqual([])
      const gone = await runLines(lines(hide), folder(), env, ['bash', '-e'])
      expect(gone).toMatchObject({
        code: 0,
        output: expect.stringContaining(`Deleted ${name}-shop`),
      })
      expect(await mine()).toEqual(own)
    },
  )

  test('preview overwrites only its own drafts, and shows the other diagrams', {
    tags: 'git',
  }, async () => {
    const { url } = await mock()
    const { cwd, commit: commitFiles } = repository({ 'b.topology.js': script('b') })
    const base = commitFiles()
    put(join(cwd, 'pr-7-shop.topology.js'), script('own'))
    await topo(['push', 'pr-7-shop.topology.js'], { cwd, env: as(url) })
    git(cwd, 'clean', '-qfd')
    put(join(cwd, 'shop.topology.js'), script('more'))
    put(join(cwd, 'b.topology.js'), script('more'))
    const review = ['script', 'review', base, '--drafts', 'pr-7', '--json']
    const { code, stdout } = await topo(review, { cwd, env: as(url) })
    const { items } = JSON.parse(stdout)
    expect([code, items.map(({ draft }: { draft?: string }) => draft !== undefined)]).toEqual([
      6,
      [true, false],
    ])
    expect(items[1].notes.join()).toContain('is not a draft of a review')
    for (const name of ['PR-7', '../x', ''])
      expect(
        (await topo(['script', 'delete', '--drafts', name, '--yes'], { cwd, env: as(url) })).code,
      ).toBe(2)
    expect((await topo(['script', 'delete'], { cwd, env: as(url) })).code).toBe(2)
  })
})
