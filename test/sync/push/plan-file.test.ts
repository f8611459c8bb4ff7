import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openProject } from '../../../src/project/config/project.ts'
import { deleteOrphans } from '../../../src/sync/plan/conflicts.ts'
import { planFileOf, readPlan, writePlan } from '../../../src/sync/push/plan-file.ts'
import { type PushOptions, planPush, push } from '../../../src/sync/push/push.ts'
import { resumePlan } from '../../../src/sync/push/resume-plan.ts'
import { SyncState } from '../../../src/sync/state/state.ts'
import { impatientClock } from '../../clock.ts'
import {
  actions,
  changeThere,
  goodCode,
  remoteOf,
  stamp,
  workspace,
} from '../../project/workspace.ts'

const service = 'http://localhost'

/** Five scripts: created, changed, unchanged, deleted locally, invalid. */
async function planned() {
  const names = ['changed', 'gone', 'kept']
  const space = await workspace(
    Object.fromEntries(names.map((name) => [`${name}.topology.js`, goodCode])),
  )
  await space.push()
  // Causes advice.
  space.write('changed.topology.js', goodCode.replace('await ', ''))
  space.write('created.topology.js', goodCode.replaceAll('eb', 'orker'))
  space.write('bad.topology.js', 'await 1\n')
  rmSync(space.at('gone.topology.js'))
  const options = async (): Promise<PushOptions> => ({
    project: await openProject(space.root),
    client: space.client,
    state: new SyncState(space.root, impatientClock),
    address: service,
    webAddress: () => undefined,
    stamp,
    pace: { concurrency: 4 },
    paths: [],
    onConflict: async () => 'fail',
  })
  const plan = await planPush(await options())
  const file = space.at('plans/push.json')
  await writePlan(file, planFileOf({ ...plan, steps: deleteOrphans(plan.steps) }, service))
  const apply = async () => {
    const now = await options()
    return push(await resumePlan(await readPlan(file, service), now), now)
  }
  const requests = () =>
    space.service.control.journal.list().filter(({ method }) => method !== 'GET')
  return { ...space, file, options, apply, requests }
}

describe('a plan in a file', () => {
  it('contains the steps with their revisions, but no code', async () => {
    const { file, records } = await planned()
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('TopologyBuilder')
    const { id, updatedAt, hash } = (await records())['gone.topology.js'] ?? {}
    expect(JSON.parse(text)).toEqual({
      format: 'topo-push-plan',
      version: 1,
      service,
      steps: [
        expect.objectContaining({ action: 'create', slug: 'bad', invalid: true }),
        expect.objectContaining({ action: 'update', slug: 'changed', changed: ['code'] }),
        expect.objectContaining({ action: 'create', slug: 'created' }),
        expect.objectContaining({ action: 'unchanged', slug: 'kept' }),
        {
          action: 'delete',
          path: 'gone.topology.js',
          slug: 'gone',
          reason: 'file deleted locally',
          id,
          revision: updatedAt,
          hash,
        },
      ],
    })
  })

  it('is applied exactly as planned', async () => {
    const { apply, status, client } = await planned()
    const { outcomes } = await apply()
    expect(outcomes.map(({ slug, action }) => `${slug} ${action}`)).toEqual([
      'bad invalid',
      'changed updated',
      'created created',
      'kept unchanged',
      'gone deleted',
    ])
    await expect(remoteOf(client, 'gone')).rejects.toMatchObject({ code: 'TOPO_NOT_FOUND' })
    expect((await status()).map(({ state }) => state)).toEqual([
      'new',
      'in-sync',
      'in-sync',
      'in-sync',
    ])
  })

  it('is applied in another clone without sync records', async () => {
    const { apply, root, records } = await planned()
    rmSync(`${root}/.topo`, { recursive: true })
    const { outcomes } = await apply()
    expect(actions({ outcomes }).join(' ')).toBe('invalid updated created unchanged deleted')
    expect(Object.keys(await records()).toSorted()).toEqual([
      'changed.topology.js',
      'created.topology.js',
    ])
  })

  type Space = Awaited<ReturnType<typeof planned>>
  it.each<[string, (space: Space) => unknown, string]>([
    [
      'a file was changed',
      ({ write }) => write('changed.topology.js', `${goodCode}//\n`),
      'file changed',
    ],
    [
      'an unchanged file was',
      ({ write }) => write('kept.topology.js', `${goodCode}//\n`),
      'file changed',
    ],
    ['a file is gone', ({ at }) => rmSync(at('created.topology.js')), 'deleted'],
    [
      'all files are gone',
      ({ at }) => {
        for (const name of ['bad', 'changed', 'created', 'kept']) rmSync(at(`${name}.topology.js`))
      },
      'deleted',
    ],
    ['a file is ignored', ({ write }) => write('.topoignore', 'created*\n'), 'ignored'],
    ['a file was fixed', ({ write }) => write('bad.topology.js', goodCode), 'file changed'],
    [
      'a script was changed',
      ({ service: address }) => changeThere(address, 'changed', 'There'),
      'changed on the service',
    ],
    [
      'an unchanged script was changed',
      ({ service: address }) => changeThere(address, 'kept', 'There'),
      'changed on the',
    ],
    [
      'one to be deleted was changed',
      ({ service: address }) => changeThere(address, 'gone', 'There'),
      'changed on the service',
    ],
    [
      'a script was deleted',
      async ({ client }) =>
        client.scripts.delete({ params: { id: (await remoteOf(client, 'changed')).id } }),
      'deleted on the service',
    ],
    [
      'a script was created',
      ({ client }) =>
        client.scripts.create({
          body: { name: 'x', slug: 'created', type: 'topology', code: goodCode },
        }),
      'exists on the service now',
    ],
    [
      'the rules were changed',
      ({ write }) => write('topo.config.json', '{"rules":{"awaited-apply":"error"}}'),
      'validation result changed',
    ],
  ])('is stale if %s, and nothing is applied', async (_, change, reason) => {
    const space = await planned()
    await change(space)
    const before = space.requests().length
    await expect(space.apply()).rejects.toMatchObject({
      code: 'TOPO_PLAN_STALE',
      exitCode: 6,
      hint: expect.stringContaining('Nothing was done'),
      details: {
        items: expect.arrayContaining([
          expect.objectContaining({ reason: expect.stringContaining(reason) }),
        ]),
      },
    })
    expect(space.requests()).toHaveLength(before)
  })

  it('is refused for another project, service or version', async () => {
    const { file, write, at, options } = await planned()
    await expect(readPlan(file, 'https://elsewhere.example.com')).rejects.toMatchObject({
      code: 'TOPO_PLAN_INVALID',
      exitCode: 2,
      message: expect.stringContaining(', not for https://elsewhere.example.com.'),
    })
    const other = await workspace()
    const plan = await readPlan(file, service)
    await expect(
      resumePlan(plan, {
        ...(await options()),
        project: await openProject(other.root),
        state: new SyncState(other.root, impatientClock),
      }),
    ).rejects.toMatchObject({
      code: 'TOPO_PLAN_INVALID',
      exitCode: 2,
      message: expect.stringContaining('of the plan is in this project.'),
    })
    const text = readFileSync(file, 'utf8')
    for (const [name, changed, words] of [
      ['newer', text.replace('"version": 1', '"version": 2'), 'has version 2'],
      ['damaged', text.replace('"revision"', '"revisoin"'), 'is invalid: '],
      ['cut', text.slice(0, 100), 'is not a plan of topo.'],
      ['other', '{"scripts":[]}', 'is not a plan of topo.'],
    ] as const) {
      write(`${name}.json`, changed)
      await expect(readPlan(at(`${name}.json`), service)).rejects.toMatchObject({
        code: 'TOPO_PLAN_INVALID',
        exitCode: 2,
        message: expect.stringContaining(words),
      })
    }
    await expect(readPlan(at('none.json'), service)).rejects.toMatchObject({
      code: 'TOPO_PLAN_INVALID',
    })
  })

  it('cannot point outside of the project', async () => {
    const { file, options } = await planned()
    const plan = await readPlan(file, service)
    const steps = plan.steps.map((step) => ({ ...step, path: `../../${step.path}` }))
    await expect(resumePlan({ ...plan, steps }, await options())).rejects.toMatchObject({
      exitCode: 2,
    })
  })

  it('overwrites an existing plan, but no other file', async () => {
    const { file, at } = await planned()
    const plan = await readPlan(file, service)
    await writePlan(file, { ...plan, steps: [] })
    expect((await readPlan(file, service)).steps).toEqual([])
    await expect(writePlan(at('kept.topology.js'), plan)).rejects.toMatchObject({
      code: 'TOPO_FILE_EXISTS',
      message: expect.stringMatching(/exists and is not a plan\.$/),
    })
    expect(readFileSync(at('kept.topology.js'), 'utf8')).toBe(goodCode)
  })
})
