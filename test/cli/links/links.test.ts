/** Scripts that are symbolic links: read once, written safely, and named if they are skipped. */
// @module-tag links
import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { commit, git, pullRequest, repository, step } from '../../action/step.ts'
import { as, edit, rows } from '../control.ts'
import { folder, heard, mock, put, script, startLive, topo } from '../topo.ts'

const OUT = 'out.topology.js is skipped: it is a symbolic link that leads out of the project.'
const GONE = 'gone.topology.js is skipped: it is a symbolic link that leads nowhere.'

function project(): string {
  const outside = folder({ 'x.topology.js': script('x') })
  const cwd = folder({
    'topo.config.json': '{}',
    'shared/base.js': script('base'),
    'b.topology.js': script('b'),
  })
  symlinkSync('shared/base.js', join(cwd, 'a.topology.js'))
  symlinkSync('b.topology.js', join(cwd, 'c.topology.js'))
  symlinkSync(join(outside, 'x.topology.js'), join(cwd, 'out.topology.js'))
  symlinkSync('nothing.js', join(cwd, 'gone.topology.js'))
  return cwd
}

describe('scripts that are links', () => {
  let cwd: string
  let url: string
  beforeEach(async () => {
    cwd = project()
    url = (await mock({ fixtures: 'none' })).url
  })

  test('are read by validate, status and push, which name the others', async () => {
    const validated = await topo(['validate'], { cwd })
    expect(validated).toMatchObject({ code: 0, stdout: '2 scripts are valid\n' })
    const status = await topo(['status'], { cwd, env: as(url) })
    expect(status.stdout).toBe(
      'new\ta.topology.js\tnot on the service yet\nnew\tb.topology.js\tnot on the service yet\n',
    )
    const pushed = await topo(['push'], { cwd, env: as(url) })
    expect(pushed.code).toBe(0)
    for (const { stderr } of [validated, status, pushed]) {
      expect(stderr).toContain(`${GONE}\n${OUT}\n`)
      expect(stderr).not.toContain('c.topology.js')
    }
    expect((await rows(url, 'scripts')).map(({ slug }) => slug).sort()).toEqual(['a', 'b'])
  })

  test('are written by a pull through the link, which stays', async () => {
    await topo(['push'], { cwd, env: as(url) })
    await edit(url, ({ scripts }) => {
      const row = scripts?.find(({ slug }) => slug === 'a')
      Object.assign(row ?? {}, { code: script('remote'), updatedAt: '2030-01-01T00:00:00.000Z' })
    })
    expect((await topo(['pull'], { cwd, env: as(url) })).stdout).toContain(
      'pulled\ta\ta.topology.js',
    )
    expect(lstatSync(join(cwd, 'a.topology.js')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(cwd, 'shared/base.js'), 'utf8')).toBe(script('remote'))
  })

  test('are sent by watch each time their target is saved', async () => {
    const out = heard((await startLive(['watch'], { cwd, env: as(url) })).stdout)
    const updates = () => out().match(/updated\ta\.topology\.js/g)?.length ?? 0
    await expect.poll(out, { timeout: 10_000 }).toMatch(/created\ta\.topology\.js/)
    for (const n of [1, 2, 3]) {
      put(join(cwd, 'shared/base.js'), `${script('base')}// ${n}\n`)
      await expect.poll(updates, { timeout: 10_000 }).toBe(n)
    }
  })
})

test('a step of a workflow warns of skipped links, and reviews a link whose target changed', {
  tags: 'git',
}, async () => {
  const cwd = repository({
    'shared/base.js': script('base'),
    'diagrams/b.topology.js': script('b'),
  })
  symlinkSync('../shared/base.js', join(cwd, 'diagrams/a.topology.js'))
  symlinkSync('../nothing.js', join(cwd, 'diagrams/gone.topology.js'))
  commit(cwd, {})
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { 'shared/base.js': script('base').replace("'Web'", "'Site'") })
  const { summary } = await step({ cwd, inputs: { command: 'validate' }, event: pullRequest(base) })
  expect(summary).toContain('## 1 diagram changed, 1 unchanged')
  expect(summary).toMatch(/### `diagrams\/a\.topology\.js`\n\n- ✏️ .*Web.*Site/)
  expect(summary).toContain('gone.topology.js is skipped')
})
