/** `review`, `validate` and `plan` watch the documents of a repository: blocks of Markdown files, and pictures. */
// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as } from '../cli/control.ts'
import { folder, mock, script, topo } from '../cli/topo.ts'
import { commit, followedRun, git, github, orders, pullRequest, repository, step } from './step.ts'

/** A branch that changes a diagram, but neither the README nor the picture that show it. */
async function branch() {
  const cwd = repository({
    'maps/shop.topology.js': script('shop'),
    'README.md': '# Shop\n\n<!-- topo shop -->\n<!-- /topo -->\n',
  })
  await topo(['render', 'maps/shop.topology.js', '-o', 'docs/shop.svg'], { cwd })
  await topo(['render', '--write'], { cwd })
  const base = commit(cwd)
  const changed = script('shop').replace("'Web'", "'Site'")
  commit(cwd, { 'maps/shop.topology.js': changed })
  return { cwd, event: pullRequest(base) }
}

const warnings = (log: string) => orders(log).filter((line) => line.startsWith('::warning file'))
const readmeRow =
  '| `README.md:3` | `The block of "shop" differs from its diagram` | `Run "topo render --write".` |\n'

test.each(['review', 'validate'])(
  '%s annotates stale documents, and has them in summary, log and result',
  async (command) => {
    const { cwd, event } = await branch()
    const sarif = join(folder(), 'topo.sarif')
    const ran = await step({ cwd, event, inputs: { command, 'sarif-file': sarif } })
    expect(ran.code).toBe(0)
    expect(warnings(ran.log)).toEqual([
      expect.stringMatching(/^::warning file=README\.md,line=3,.*The block of "shop" differs/),
      expect.stringMatching(
        /^::warning file=docs\/shop\.svg,line=1,.*The picture of "shop" differs/,
      ),
    ])
    expect(ran.log).toContain('README.md:3:1: warning: The block of "shop" differs')
    expect(ran.summary).toMatch(/^## 1 diagram changed, 2 warnings\n/)
    expect(ran.summary).toContain(
      `| stale | why | to update it |\n| --- | --- | --- |\n${readmeRow}`,
    )
    expect(ran.result.findings).toMatchObject({
      warningCount: 2,
      files: expect.arrayContaining([
        {
          path: 'README.md',
          findings: [expect.objectContaining({ rule: 'stale-block', line: 3 })],
        },
      ]),
    })
    expect(readFileSync(sarif, 'utf8')).toContain('"ruleId": "stale-picture"')
  },
)

test.each(['review', 'validate'])('%s fails with fail-on: warning', async (command) => {
  const { cwd, event } = await branch()
  const failed = await step({ cwd, event, inputs: { command, 'fail-on': 'warning' } })
  expect(failed.code).toBe(1)
})

test('the comment of a review lists stale documents, and stays if no diagram changed', async () => {
  const { cwd, event } = await branch()
  const { outputs } = await step({ cwd, event, inputs: { command: 'review' } })
  const sha = 'a'.repeat(40)
  const hub = await github({ pulls: [{ number: 7, head: { sha } }] })
  const folderOf = outputs['review-folder'] ?? ''
  await step({
    cwd: folder(),
    event: followedRun(sha),
    inputs: { command: 'comment', 'github-token': 'ghs_token', 'review-folder': folderOf },
    env: hub.env,
  })
  expect(hub.comments[0]?.body).toContain(readmeRow)
  expect(readFileSync(join(folderOf, 'index.html'), 'utf8')).toContain('README.md:3')
})

test('a step for some of the scripts does not take the slugs of the others for wrong', async () => {
  const { cwd, event } = await branch()
  commit(cwd, {
    'README.md': '# Shop\n\n<!-- topo bank -->\n<!-- /topo -->\n',
    'bank.topology.js': script('bank'),
  })
  const inputs = { command: 'validate', paths: 'maps' }
  const { log } = await step({ cwd, event, inputs })
  expect(warnings(log).join()).not.toContain('bank')
  const all = await step({ cwd, event, inputs: { command: 'validate' } })
  expect(warnings(all.log).join()).toContain('The block of "bank" differs')
})

test('plan reports them beside its steps', async () => {
  const { url } = await mock()
  const { cwd, event } = await branch()
  const inputs = { command: 'plan', 'base-url': url, 'api-key': String(as(url).TOPO_API_KEY) }
  const planned = await step({ cwd, event, inputs })
  expect([planned.code, warnings(planned.log).length]).toEqual([0, 2])
  expect(planned.summary).toContain(readmeRow)
  const failed = await step({ cwd, event, inputs: { ...inputs, 'fail-on': 'warning' } })
  expect(failed.code).toBe(1)
})

test('plan says if the checkout cannot tell what is stale', async () => {
  const { url } = await mock()
  const { cwd, event } = await branch()
  const inputs = { command: 'plan', 'base-url': url, 'api-key': String(as(url).TOPO_API_KEY) }
  const shallow = folder()
  git(shallow, 'clone', '-q', '--depth=1', `file://${cwd}`, '.')
  const unknown = await step({ cwd: shallow, event, inputs })
  expect([unknown.code, unknown.summary]).toEqual([
    0,
    expect.stringContaining('Stale blocks and pictures are not shown. This checkout does not'),
  ])
})
