/** Requests per command: 1,000 an hour are enough for a company only if none is sent twice. They are counted and compared with `bench/requests.ts`. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { requestsOf } from '../../bench/requests.ts'
import { createClient } from '../../src/api/client/client.ts'
import { createTransport } from '../../src/api/transport/transport.ts'
import { openProject } from '../../src/project/config/project.ts'
import { exportScripts } from '../../src/sync/export.ts'
import { status } from '../../src/sync/plan/status.ts'
import { costOf, usesOf } from '../../src/sync/push/cost.ts'
import { type PushOptions, planPush, push, validSteps } from '../../src/sync/push/push.ts'
import { quotasFor } from '../../src/sync/push/shortage.ts'
import { SyncState } from '../../src/sync/state/state.ts'
import { impatientClock } from '../clock.ts'
import { testService } from '../mock/service.ts'
import { makeFolder } from '../project/folder.ts'
import { goodCode } from '../project/workspace.ts'

/** Scripts in the account, beside two of the fixtures: two pages of the list. */
const count = 148
const pages = 2
const service = testService({
  quotas: { draftsPerDay: Number.POSITIVE_INFINITY, publishPerDay: Number.POSITIVE_INFINITY },
  rateLimit: Number.POSITIVE_INFINITY,
})
const fileOf = (n: number) => `d/s-${n}.topology.js`
const codeOf = (n: number | string) => `${goodCode}// ${n}\n`
const filesOf = (numbers: number[]) =>
  Object.fromEntries(numbers.map((n) => [fileOf(n), codeOf(n)]))
const all = Array.from({ length: count }, (_, n) => n)

/** A folder whose requests are counted, as a job of CI sees it: without records, with or without the cache of an earlier job. */
function checkout(files: Record<string, string>, whenDone = onTestFinished) {
  const folder = makeFolder(
    { 'topo.config.json': '{}', '.gitignore': '.topo\n', ...files },
    whenDone,
  )
  const { root } = folder
  const transport = createTransport({
    clock: impatientClock,
    baseUrl: 'http://localhost',
    apiKey: 'ca_demo_alice',
    fetch: (url, init) =>
      service.request(String(url), {
        ...init,
        headers: Object.fromEntries(new Headers(init?.headers)),
      }),
  })
  const client = createClient(transport, 'http://localhost')
  const common = async () => ({
    project: await openProject(root),
    client,
    state: new SyncState(root, impatientClock),
    address: 'http://localhost',
    stamp: new Date().toISOString(),
    webAddress: () => undefined,
    pace: { concurrency: 4 },
  })
  const counted = async <T>(act: () => Promise<T>): Promise<[requests: number, result: T]> => {
    const before = transport.traffic().sent
    const result = await act()
    return [transport.traffic().sent - before, result]
  }
  const optionsOf = async (options: Partial<PushOptions>): Promise<PushOptions> => ({
    ...(await common()),
    paths: [],
    onConflict: async () => 'adopt',
    ...options,
  })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root },
    }).trim()
  return {
    ...folder,
    client,
    git,
    optionsOf,
    commit: () =>
      git('-c', 'alias.record=!git init -q && git add -A && git commit -qm x', 'record'),
    /** The next job has a new clone, and the cache. */
    forget: () => rmSync(join(root, '.topo', 'state.json'), { force: true }),
    push: (options: Partial<PushOptions> = {}) =>
      counted(async () => {
        const given = await optionsOf(options)
        const plan = await planPush(given)
        const quota = await quotasFor(usesOf(validSteps(plan)), { client, transport })
        const { outcomes, ended } = await push({ ...plan, quota }, given)
        return { actions: outcomes.map(({ action }) => action), ended }
      }),
    cost: async () => {
      const { steps } = await planPush(await optionsOf({}))
      return (await costOf(steps, { client, transport })).find(({ key }) => key === 'requests')
    },
    status: () => counted(async () => status({ ...(await common()), concurrency: 4, paths: [] })),
    export: (comments: boolean) =>
      counted(async () =>
        exportScripts({ ...(await common()), folder: folder.at('out'), force: false, comments }),
      ),
  }
}

const company = checkout(filesOf(all), afterAll)
beforeAll(async () => {
  company.commit()
  const [requests, { actions }] = await company.push({ incremental: true })
  // All of them are new, and the account is small: its list is one page.
  expect([requests, new Set(actions)]).toEqual([
    requestsOf('first', { n: count, pages: 1 }),
    new Set(['created']),
  ])
}, 60_000)

describe('few files in a large account', () => {
  test('are asked for one by one, and never cost more than the pages', async () => {
    const few = checkout(filesOf([1, 2, 3]))
    expect(await few.status()).toMatchObject([
      requestsOf('few', { n: 3 }),
      [1, 2, 3].map(() => ({ state: 'in-sync' })),
    ])
    expect((await checkout(filesOf(all.slice(0, 40))).status())[0]).toBe(pages + 40)
  })

  test('that are public need the list in a clone without the cache: strangers see them, too', async () => {
    const row = service.database.scripts.all().find(({ slug }) => slug === 's-9')
    if (row === undefined) throw new Error('no s-9')
    const show = (isPublic: boolean) =>
      service.database.transaction(() => service.database.scripts.put({ ...row, isPublic }))
    show(true)
    // On the second page.
    const files = { [fileOf(9)]: `/*---\npublic: true\n---*/\n${codeOf(9)}` }
    const fresh = checkout(files)
    const inSync = [{ state: 'in-sync' }]
    expect(await fresh.status()).toMatchObject([requestsOf('fewPublic', { n: 1, pages }), inSync])
    const cache = readFileSync(company.at('.topo/remote.json'), 'utf8')
    expect(await checkout({ ...files, '.topo/remote.json': cache }).status()).toMatchObject([
      1 + 1,
      inSync,
    ])
    show(false)
  })

  test('are pushed with a write each on top', async () => {
    const few = checkout({
      ...filesOf([1]),
      [fileOf(2)]: codeOf('changed'),
      'd/new.topology.js': codeOf('new'),
    })
    expect(await few.cost()).toMatchObject({ needed: 1 + 3 + 2 })
    const [requests, { actions }] = await few.push()
    expect([requests, actions]).toEqual([1 + 3 + 2, ['created', 'unchanged', 'updated']])
  })

  test('are asked for fifty at a time where the cache knows them; without that endpoint, one more request', async () => {
    const numbers = all.slice(20, 60)
    const files = { ...filesOf(numbers), 'd/not-there.topology.js': codeOf('x') }
    const cache = readFileSync(company.at('.topo/remote.json'), 'utf8')
    const fresh = () => checkout({ ...files, '.topo/remote.json': cache })
    const [requests, entries] = await fresh().status()
    const inSync = entries.filter(({ state }) => state === 'in-sync').length
    // One of them is new.
    const known = requestsOf('known', { fifties: 1 }) + 1
    expect([requests, inSync]).toEqual([known, 40])
    for (const [statusCode, needed] of [
      [404, 1 + pages],
      [400, 1 + pages],
      // An outage is tried again.
      [500, known + 1],
    ] as const) {
      service.control.faults.add({ path: '/v1/scripts/by-slugs', status: statusCode, times: 1 })
      const [without] = await fresh().status()
      expect([statusCode, without]).toEqual([statusCode, needed])
    }
  })

  test("of which one has the slug of somebody else's public script: the whole list tells that it is not ours", async () => {
    const bob = service.as('bob')
    await bob.scripts.create({
      body: { slug: 'of-bob', name: 'x', type: 'topology', code: goodCode, isPublic: true },
    })
    const few = checkout({ 'of-bob.topology.js': codeOf('ours') })
    const [, entries] = await few.status()
    expect(entries).toMatchObject([{ state: 'new' }])
    const [, { actions }] = await few.push()
    expect(actions).toEqual(['failed'])
  })
})

test('four shards of new files ask for the pages each, and create each script once', async () => {
  const files = filesOf(Array.from({ length: 20 }, (_, n) => 5000 + n))
  let sum = 0
  for (const index of [1, 2, 3, 4]) {
    const [requests] = await checkout(files).push({ shard: { index, of: 4 } })
    sum += requests
  }
  expect(sum).toBeLessThanOrEqual(requestsOf('shards', { n: 20, pages }))
})

describe('a push on merge', () => {
  test('looks at what changed since the last one that succeeded', async () => {
    for (const n of [12, 13, 14]) company.write(fileOf(n), codeOf('changed on main'))
    company.commit()
    company.forget()
    expect((await company.push({ incremental: true }))[0]).toBe(requestsOf('merge', { k: 3 }))
    company.write(fileOf(7), codeOf('changed on main'))
    company.commit()
    company.forget()
    const [requests, { actions }] = await company.push({ incremental: true })
    expect([actions, requests]).toEqual([['updated'], requestsOf('merge', { k: 1 })])
    company.forget()
    const nothing = { actions: [], ended: undefined }
    expect(await company.push({ incremental: true })).toEqual([
      requestsOf('merge', { k: 0 }),
      nothing,
    ])
  })

  test('looks at everything that git does not show: ignored files, other repositories, and what .topoignore brings back', async () => {
    const few = checkout({
      ...filesOf([800, 801]),
      '.gitignore': '.topo\nmade/\n',
      '.topoignore': fileOf(801),
      'made/m-1.topology.js': codeOf('m'),
    })
    few.commit()
    few.write('nested/n-1.topology.js', codeOf('n'))
    few.git('init', '-q', 'nested')
    const pushed = async () => {
      few.forget()
      return (await few.push({ incremental: true }))[1].actions
    }
    expect(await pushed()).toEqual(['created', 'created', 'created'])
    few.write('made/m-1.topology.js', codeOf('m, changed'))
    few.write('nested/n-1.topology.js', codeOf('n, changed'))
    expect(await pushed()).toEqual(['updated', 'updated'])
    few.write('.topoignore', '')
    few.git('commit', '-qam', 'x')
    expect([await pushed(), await pushed()]).toEqual([['created'], []])
  })

  test('knows a script whose slug changed in its header, and a renamed file, also without a cache', async () => {
    const named = (slug: string, code: string) =>
      `/*---\nslug: ${slug}\npublic: true\n---*/\n${codeOf(code)}`
    const bobs = {
      slug: 'of-bob-too',
      name: 'Of bob too',
      type: 'topology',
      isPublic: true,
      code: codeOf('x'),
    }
    const { item } = await service.as('bob').scripts.create({ body: bobs })
    const files = ['old', 'moved', 'edited'].map((slug) => [
      `e/${slug}.topology.js`,
      named(slug, slug),
    ])
    const few = checkout({
      ...Object.fromEntries(files),
      'e/bobs.topology.js': named(bobs.slug, 'x'),
    })
    await few.push({ paths: ['e/old.topology.js', 'e/moved.topology.js', 'e/edited.topology.js'] })
    few.commit()
    const idOf = (slug: string) =>
      service.database.scripts.all().find((one) => one.slug === slug)?.id
    const [old, moved, edited = ''] = ['old', 'moved', 'edited'].map(idOf)
    await few.client.scripts.update({ params: { id: edited }, body: { description: 'elsewhere' } })
    for (const slug of ['old', 'edited'])
      few.write(`e/${slug}.topology.js`, named(`new-${slug}`, slug))
    few.write('e/there.topology.js', named('there', 'moved'))
    rmSync(few.at('e/moved.topology.js'))
    few.write('e/bobs.topology.js', named('bobs', 'x'))
    few.commit()
    rmSync(few.at('.topo'), { recursive: true })
    const given = await few.optionsOf({ incremental: true })
    const plan = await planPush(given)
    expect(plan.steps.map(({ slug, action, reason }) => [slug, action, reason])).toEqual([
      ['bobs', 'create', 'not on the service yet'],
      ['new-edited', 'create', 'not on the service yet'],
      ['new-old', 'update', 'renamed locally: old → new-old'],
      ['there', 'update', 'renamed locally: moved → there'],
    ])
    expect(plan.warnings).toEqual([
      expect.stringMatching(/^Skipped the script of e\/edited.* slug edited: /),
    ])
    await push(plan, given)
    expect(['new-old', 'there', 'old', 'moved', 'edited', bobs.slug].map(idOf)).toEqual([
      old,
      moved,
      undefined,
      undefined,
      edited,
      item.id,
    ])
  })

  test('also pushes what a failed one left out', async () => {
    company.write(fileOf(8), 'await broken(\n')
    company.write(fileOf(9), codeOf('changed as well'))
    company.commit()
    company.forget()
    expect((await company.push({ incremental: true }))[1].actions).toEqual(['invalid', 'updated'])
    company.write(fileOf(8), codeOf('repaired'))
    company.write(fileOf(11), codeOf('later'))
    company.commit()
    company.forget()
    expect((await company.push({ incremental: true }))[1].actions).toEqual([
      'updated',
      'updated',
      'unchanged',
    ])
  })

  test('looks at everything after a week, for another part, and without the commit of the last push', async () => {
    const few = checkout(filesOf([900, 901, 902, 903]))
    few.commit()
    const looked = async (options: Partial<PushOptions>) => {
      few.forget()
      return (await few.push({ incremental: true, ...options }))[1].actions.length
    }
    expect([await looked({}), await looked({})]).toEqual([4, 0])
    expect(await looked({ stamp: new Date(Date.now() + 8 * 24 * 3600_000).toISOString() })).toBe(4)
    expect(await looked({ shard: { index: 1, of: 1 } })).toBe(4)
    expect([await looked({}), await looked({})]).toEqual([4, 0])
    few.git('commit', '-q', '--amend', '-m', 'other')
    few.git('reflog', 'expire', '--expire=now', '--all')
    few.git('gc', '-q', '--prune=now')
    expect(await looked({})).toBe(4)
    few.write('topo.config.json', '{ "defaults": { "tags": ["x"] } }')
    expect(await looked({})).toBe(4)
  })
})

test('status of a fresh checkout needs the pages only, if the cache tells what was pushed', async () => {
  company.forget()
  // As another repository has pushed it above.
  company.write(fileOf(2), codeOf('changed'))
  const [requests, entries] = await company.status()
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['in-sync']))
  expect(requests).toBe(requestsOf('status', { pages, k: 1 }))
})

describe('an export again', () => {
  const here = checkout({}, afterAll)

  test('reads what changed', async () => {
    const [first] = await here.export(false)
    expect(first).toBeGreaterThan(count)
    expect((await here.export(false))[0]).toBe(requestsOf('exportCode', { pages, k: 0 }))
    const { items } = await here.client.scripts.own({ query: { limit: 1 } })
    await here.client.scripts.update({
      params: { id: items[0]?.id ?? '' },
      body: { description: 'x' },
    })
    const [again] = await here.export(false)
    expect(again).toBe(requestsOf('exportCode', { pages, k: 1 }))
  })

  test('reads comments only where they are wanted', async () => {
    await here.export(false)
    const { totalCount: scripts = 0 } = await here.client.scripts.own({ query: { limit: 1 } })
    expect((await here.export(true))[0]).toBeLessThanOrEqual(
      requestsOf('exportAll', { pages, k: 1, scripts }),
    )
  })
})

test('two first pushes at once: the second one says what is on the service, and asks once', async () => {
  const files = Object.fromEntries(
    all.slice(0, 12).map((n) => [`r/race-${n}.topology.js`, codeOf(n)]),
  )
  const first = checkout(files)
  const second = checkout({ ...files, 'r/race-3.topology.js': codeOf('other') })
  const options = await second.optionsOf({ onConflict: async () => 'fail' })
  const plan = await planPush(options)
  await first.push()
  const { outcomes } = await push(plan, options)
  const actions = outcomes.map(({ action }) => action)
  expect(actions.filter((action) => action === 'unchanged')).toHaveLength(11)
  expect(outcomes.find(({ action }) => action === 'conflict')).toMatchObject({ slug: 'race-3' })
  expect(
    service.database.scripts.all().filter(({ slug }) => slug.startsWith('race-')),
  ).toHaveLength(12)
})
