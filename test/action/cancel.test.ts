/** A step that is cancelled, or runs out of time, reports what it has done; its hints name inputs. */
// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inWorkflowWords } from '../../src/action/workflow-words.ts'
import { KnownError } from '../../src/errors.ts'
import { oneOf } from '../cases.ts'
import { fault } from '../cli/control.ts'
import { mock, script } from '../cli/topo.ts'
import { commit, git, inProcess, orders, repository, step } from './step.ts'

const fileOf = (name: string) => ({ [`${name}.topology.js`]: script(name) })

test.each(
  oneOf(2, [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const),
)('%s leaves rows, summary, outputs and what was read', async (signal, code) => {
  const { url } = await mock()
  const cwd = repository({ ...fileOf('a'), ...fileOf('b') })
  const inputs = {
    command: 'push',
    'api-key': 'ca_demo_alice',
    'base-url': url,
    'on-conflict': 'overwrite',
  }
  await step({ cwd, inputs })
  // As in another job: a fresh checkout.
  git(cwd, 'clean', '-qfdx')
  commit(cwd, { 'a.topology.js': script('changed'), ...fileOf('c'), ...fileOf('d') })
  await fault(url, { method: 'POST', path: '/v1/scripts', latencyMs: 60_000 })
  const done = await inProcess({ cwd, inputs }, undefined, {
    signal,
    at: /((unchanged|updated)[\s\S]*){2}/,
  })
  const { unchanged, updated } = done.outputs
  expect([done.code, unchanged, updated, done.result.exitCode]).toEqual([code, '1', '1', code])
  expect(done.summary).toMatch(
    /stopped, 1 u\w+, 1 u\w+, 2 not-done\n[\s\S]*cancelled[\s\S]*`a\.topology\.js`/,
  )
  const uncertain =
    'No answer yet for c.topology.js and d.topology.js: the service may have these changes or not.'
  expect(done.summary).toContain(uncertain)
  expect(done.summary).toContain(
    '`c.topology.js` | `c` | `not-done` | `no answer yet: the service may have this change or not` |',
  )
  expect(orders(done.log).join()).toContain(
    `${uncertain} Run the job again: it looks on the service first`,
  )
  const { scripts } = done.result as { scripts: { slug: string; status: string }[] }
  const rows = scripts.map(({ slug, status }) => `${slug} ${status}`)
  expect(rows.sort()).toEqual(['a updated', 'b unchanged', 'c not-done', 'd not-done'])
  expect(done.log).toMatch(/^2 not finished$/m)
  expect(orders(done.log).join('\n')).toContain('::error title=TOPO_INTERRUPTED::')
  const { hashes } = JSON.parse(readFileSync(join(cwd, '.topo/remote.json'), 'utf8'))[url]
  expect(Object.keys(hashes)).toHaveLength(2)
})

test.each([
  [
    'Raise --budget, or wait until the service accepts more requests.',
    'Raise the input `budget`, or wait until the service accepts more requests.',
  ],
  [
    'Try again in 30 s, or let topo wait with --max-wait 30.',
    'Try again in 30 s, or let topo wait with `max-wait: 30`.',
  ],
  ['Try again later, or raise --timeout.', 'Try again later.'],
  [
    'Add --no-ignore to include them once, or --allow-empty to succeed. Run "topo validate --fix".',
    'Run "topo validate --fix".',
  ],
  [
    'Publish the newest commit, or pull the changes. Without --if-newer, this commit overwrites them.',
    'Publish the newest commit, or pull the changes. Without the input `if-newer`, this commit overwrites them.',
  ],
  ['Add --force.', undefined],
  [
    'Run "topo login", or set TOPO_API_KEY in a pipeline.',
    'Set the input `api-key` in a pipeline.',
  ],
  ['Run it by hand; "topo config set keyHeader NAME" changes it.', 'Run it by hand.'],
  [
    'If this is your service, set TOPO_BASE_URL=x. On a terminal, topo prompts once for each folder.',
    'If this is your service, set `base-url: x`.',
  ],
])('a hint names inputs, and no flag that a step does not have: %s', (hint, inStep) => {
  const error = new KnownError('x', { code: 'TOPO_USAGE', exitCode: 2, hint })
  expect(inWorkflowWords(error).hint).toBe(inStep)
})

test('a step that used up its budget says which input to raise', async () => {
  const { url } = await mock()
  const cwd = repository({ ...fileOf('a'), ...fileOf('b') })
  const inputs = { command: 'push', 'api-key': 'ca_demo_alice', 'base-url': url, budget: '2' }
  const { code, log } = await step({ cwd, inputs })
  expect([code, orders(log).join()]).toEqual([75, expect.stringContaining('or raise `budget`')])
})
