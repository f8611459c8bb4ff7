/** What pipelines do, on a service without revisions: plan files, drafts of a review, the Action, an export. */
// @module-tag git
import { describe, expect, test } from 'vitest'
import { commit, git, repository, step } from '../action/step.ts'
import { folder, topo } from '../cli/topo.ts'
import { edited, project, shop, worlds } from './worlds.ts'

const file = 'shop.topology.js'

describe.each(worlds)('%s', (_name, document) => {
  test('push --plan carries out a plan, and refuses it if the service changed since', async () => {
    const { ok, run, save, change, written, code } = await project(document)
    await ok('push')
    save(edited('Ours'))
    await ok('push', '--plan-out', 'push.plan.json')
    change('shop', { code: edited('Theirs') })
    written()
    const stale = await run('push', '--plan', 'push.plan.json')
    expect([stale.code, stale.data.error.code]).toEqual([6, 'TOPO_PLAN_STALE'])
    expect([written(), code()]).toEqual([[], edited('Theirs')])
    change('shop', { code: shop })
    await ok('push', '--plan-out', 'again.plan.json')
    expect((await ok('push', '--plan', 'again.plan.json', '--yes')).counts).toEqual({ updated: 1 })
    expect([written(), code()]).toEqual([['PATCH'], edited('Ours')])
  })

  test('the Action publishes each commit of the main branch, from clones without records', async () => {
    const { url, env, code, written } = await project(document, {})
    const origin = repository({ [file]: shop })
    const inputs = { command: 'push', 'base-url': url, 'api-key': env.TOPO_API_KEY }
    const publish = async () => {
      const cwd = folder()
      git(cwd, 'clone', '-q', origin, '.')
      const { code: exit, log } = await step({ cwd, inputs })
      expect([exit, exit === 0 ? '' : log]).toEqual([0, ''])
      return written()
    }
    expect(await publish()).toEqual(['POST'])
    expect(await publish()).toEqual([])
    commit(origin, { [file]: edited('Next') })
    expect(await publish()).toEqual(['PATCH'])
    expect(code()).toBe(edited('Next'))
  })

  test('script export writes the same files again', async () => {
    const { ok } = await project(document)
    await ok('push')
    for (const _again of [1, 2]) expect((await ok('script', 'export', 'out')).totalCount).toBe(1)
  })
})

describe.each(worlds.filter(([, document]) => document?.further !== 'absent'))(
  '%s',
  (_name, document) => {
    test('a review creates a draft, updates it, and deletes it', async () => {
      const { env, script: stored } = await project(document, {})
      const cwd = repository({ [file]: shop })
      const base = git(cwd, 'rev-parse', 'HEAD')
      for (const label of ['One', 'Two']) {
        commit(cwd, { [file]: edited(label) })
        const args = ['script', 'review', base, '--drafts', 'pr-7', '--json']
        // A service that is not the mock does not tell where its web app is.
        const withWebUrl = { ...env, TOPO_WEB_URL: 'https://diagrams.example' }
        const { code, stdout } = await topo(args, { cwd, env: withWebUrl })
        expect([code, JSON.parse(stdout).items]).toMatchObject([
          0,
          [{ draft: expect.stringContaining('https://diagrams.example/') }],
        ])
        expect(stored('pr-7-shop')?.code).toBe(edited(label))
      }
      const deleted = await topo(['script', 'delete', '--drafts', 'pr-7', '--yes'], { cwd, env })
      expect([deleted.code, stored('pr-7-shop')]).toEqual([0, undefined])
    })
  },
)
