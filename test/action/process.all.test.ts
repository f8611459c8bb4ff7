/** Runs each command of the Action in a process, as GitHub's runner does, and compares with the warm host of other tests. */
// @module-tag git
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reset } from '../cli/control.ts'
import { folder, script, sharedMock } from '../cli/topo.ts'
import {
  commit,
  followedRun,
  git,
  github,
  inProcess,
  pullRequest,
  repository,
  type Step,
  type StepOptions,
  step,
} from './step.ts'

const service = sharedMock()
const secret = 'ca_demo_alice'
const token = { comment: 'true', 'github-token': 'ghs_token' }

/** Steps in a row; each leaves state in a process: secrets, an exit code, an open service. */
async function session(run: (options: StepOptions) => Promise<Step>, order: readonly string[]) {
  await reset(service.url)
  const sha = 'a'.repeat(40)
  const { env, comments } = await github({ pulls: [{ number: 7, head: { sha } }] })
  const cwd = repository({
    'a.topology.js': script('a', 'public: true'),
    'b.topology.js': script('b'),
  })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, {
    'a.topology.js': script('a').replace("'Web'", "'Shop'"),
    'bad.topology.js': 'let x = ;',
  })
  const review = folder()
  const keyed = { 'api-key': secret, 'base-url': service.url }
  const steps: Record<string, () => Promise<Step>> = {
    wrong: () => run({ cwd, inputs: { command: 'valdate' } }),
    validate: () => run({ cwd, inputs: { command: 'validate' }, event: pullRequest(base) }),
    review: () =>
      run({
        cwd,
        inputs: { command: 'review', 'review-folder': review },
        event: pullRequest(base),
      }),
    comment: () =>
      run({
        cwd: folder(),
        env,
        event: followedRun(sha),
        inputs: { command: 'comment', 'github-token': 'ghs_token', 'review-folder': review },
      }),
    plan: () => run({ cwd, inputs: { command: 'plan', ...keyed, paths: 'a.topology.js' } }),
    // One script to send: the log shows each when it is done, in any order.
    push: () =>
      run({
        cwd,
        event: pullRequest(base),
        env,
        inputs: { command: 'push', ...keyed, ...token, paths: 'a.topology.js\nbad.topology.js' },
      }),
    drift: () =>
      run({ cwd, env, inputs: { command: 'drift', ...keyed, 'github-token': 'ghs_token' } }),
    publish: () => run({ cwd, inputs: { command: 'publish', ...keyed, paths: 'b.topology.js' } }),
  }
  const results: object[] = []
  for (const name of order) {
    const done = await steps[name]?.()
    results.push({
      name,
      ...same(done),
      comments: comments.map(({ body }) => body),
      review: readdirSync(review),
    })
  }
  return results
}

/** Removes values that differ in each run: folders, tokens, ids, times. */
const same = (done: Step | undefined): object =>
  JSON.parse(
    JSON.stringify(done)
      .replaceAll(/[^"\s]*\/topo story [^"/\\\s]+/g, 'FOLDER')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/[0-9a-f]{7,40}/g, 'HASH')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\bmock-\d+/g, 'REQUEST')
      .replaceAll(/\b\d+(\.\d+)? ?(ms|s)\b/g, 'TOOK'),
  )

test('each command gives the same result in a process and in a warm host, whatever ran before', {
  timeout: 120_000,
}, async () => {
  const order = ['wrong', 'push', 'publish', 'plan', 'validate', 'review', 'comment', 'drift']
  const fresh = await session(inProcess, order)
  expect(fresh.map((result) => (result as Step).code)).toEqual([2, 1, 0, 0, 1, 1, 0, 3])
  expect(await session(step, order)).toEqual(fresh)
  expect(await session(step, order)).toEqual(fresh)
})
