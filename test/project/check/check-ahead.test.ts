/** Checks that run while the service is asked. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CheckAhead } from '../../../src/project/check/check-ahead.ts'
import { loadScripts } from '../../../src/project/script/load.ts'
import { planPush } from '../../../src/project/sync/push.ts'
import type { RuleSettings } from '../../../src/validator/index.ts'
import { makeFolder } from '../folder.ts'
import { goodCode, workspace } from '../workspace.ts'

/** Three of these are much input. */
const long = (code: string) => `${code}// ${'x'.repeat(150_000)}\n`
const files = {
  'a.topology.js': long(goodCode),
  'b.topology.js': long('await missing()\n'),
  'c.topology.js': long(goodCode),
}

/** Settings of rules, and whether a check has read them. */
function observedRules() {
  const observed = { isRead: false }
  const rules: RuleSettings = {
    get 'isolated-nodes'() {
      observed.isRead = true
      return 'off' as const
    },
  }
  return { observed, rules }
}

function load(texts: Record<string, string>, rules?: RuleSettings) {
  const { root, at } = makeFolder(texts)
  const paths = Object.keys(texts).map((name) => at(name))
  return loadScripts(paths, { root, rules })
}

test('many scripts are checked before they are requested, a few are not', async () => {
  const [many, few] = [observedRules(), observedRules()]
  const [all, one] = [new CheckAhead(), new CheckAhead()]
  one.begin(await load({ 'a.topology.js': goodCode }, few.rules))
  all.begin(await load(files, many.rules))
  await vi.waitUntil(() => many.observed.isRead, { timeout: 10_000 })
  await wait(50)
  expect(few.observed.isRead).toBe(false)
  await all.close()
})

test('a push checks many new scripts while it asks the service for them', async () => {
  const space = await workspace(files)
  const { observed, rules } = observedRules()
  const { project, ...options } = await space.options()
  const asked: string[] = []
  const scripts = {
    ...space.client.scripts,
    get: async (input: Parameters<typeof space.client.scripts.get>[0]) => {
      asked.push(input.params.idOrSlug)
      await vi.waitUntil(() => observed.isRead, { timeout: 10_000 })
      return space.client.scripts.get(input)
    },
  }
  const { valid, invalid } = await planPush({
    ...options,
    project: { ...project, config: { ...project.config, rules } },
    client: { ...space.client, scripts },
    paths: [],
  })
  expect(asked.sort()).toEqual(['a', 'b', 'c'])
  expect(valid.map(({ script }) => script.slug)).toEqual(['a', 'c'])
  expect(invalid.map(({ script }) => script.slug)).toEqual(['b'])
})

test('the results are in the order of the request, also of scripts that are not checked yet', async () => {
  const [a, b, c] = await load(files)
  const [d] = await load({ 'd.topology.js': 'await other()\n' })
  if (!a || !b || !c || !d) throw new Error('a script is missing')
  const ahead = new CheckAhead()
  ahead.begin([a, b, c])
  const checked = await ahead.finish([d, b, a])
  expect(checked.map(({ script, findings }) => [script.slug, findings.length > 0])).toEqual([
    ['d', true],
    ['b', true],
    ['a', false],
  ])
  await ahead.close()
})
