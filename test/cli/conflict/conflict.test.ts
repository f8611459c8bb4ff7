/** Conflicts: two people change the same script, and nobody is overwritten without notice. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, put, script, topo, topoOnTerminal } from '../topo.ts'

/** Ann and Ben use one service, each in their own folder. */
async function twoPeople() {
  const ann = folder({ 'shop.topology.js': script('shop', 'description: First') })
  const env = { TOPO_LOCAL_DATA: join(ann, '.topo/local') }
  await topo(['push', '--local'], { cwd: ann, env })
  const ben = folder()
  await topo(['pull', 'shop', '--local'], { cwd: ben, env })
  const change = (cwd: string, changedDescription: string) =>
    put(join(cwd, 'shop.topology.js'), script('shop', `description: ${changedDescription}`))
  const run = (cwd: string, ...args: string[]) => topo([...args, '--local', '--json'], { cwd, env })
  const description = async () =>
    JSON.parse((await run(ann, 'script', 'show', 'shop')).stdout).description
  return { ann, ben, env, change, run, description }
}

test('a conflict on a terminal prompts', { tags: 'terminal' }, async () => {
  const { ann, ben, env, change, run, description } = await twoPeople()
  change(ben, "Ben's")
  await run(ben, 'push')
  change(ann, "Ann's")
  const options = { cwd: ann, env, answer: { 'shop.topology.js: changed on both sides': 'o\r' } }
  expect((await topoOnTerminal(['push', '--local'], options)).code).toBe(0)
  expect(await description()).toBe("Ann's")
})

test('the prompt of a push leads to a merge, and sends nothing', { tags: 'terminal' }, async () => {
  const { ann, ben, env, change, run, description } = await twoPeople()
  change(ben, "Ben's")
  await run(ben, 'push')
  change(ann, "Ann's")
  const options = { cwd: ann, env, answer: { 'shop.topology.js: changed on both sides': 'm\r' } }
  const { code, screen } = await topoOnTerminal(['push', '--local'], options)
  expect(code).toBe(0)
  expect(screen).toContain('Not sent. Next: topo pull shop --merge')
  expect(await description()).toBe("Ben's")
})

test('a conflict in a pipe ends with the commands that resolve it', async () => {
  const { ann, ben, env, change, run } = await twoPeople()
  change(ben, "Ben's")
  await run(ben, 'push')
  change(ann, "Ann's")
  for (const command of ['push', 'pull']) {
    const { code, stderr } = await topo([command, 'shop', '--local'], { cwd: ann, env })
    expect([command, code, stderr]).toEqual([
      command,
      6,
      expect.stringMatching(
        /^hint {2}shop\.topology\.js: Run "topo pull shop --merge" to merge .*"topo push shop --on-conflict overwrite" keeps/m,
      ),
    ])
  }
  const pushed = ['push', 'shop', '--on-conflict', 'overwrite', '--local']
  expect(await topo(pushed, { cwd: ann, env })).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('hint'),
  })
})

test('push --dry-run shows the steps and their cost, and writes nothing; an invalid script costs nothing', async () => {
  const cwd = folder({
    'bad.topology.js': 'await 1',
    'shop.topology.js': script('shop', 'public: true'),
  })
  const run = await topo(['push', '--local', '--dry-run', '--json'], { cwd })
  expect(run.code).toBe(1)
  expect(JSON.parse(run.stdout)).toMatchObject({
    items: [{ slug: 'bad' }, { slug: 'shop', action: 'create' }],
    quota: [
      { key: 'draftsPerDay', needed: 1, left: 20 },
      { key: 'publishPerDay', needed: 1, left: 5 },
      { key: 'requests', needed: 2 },
    ],
  })
  expect((await topo(['script', 'show', 'shop', '--local'], { cwd })).code).toBe(1)
  const piped = await topo(['push', '--local', '--dry-run'], { cwd })
  expect(piped.stdout).toContain('quota\tdraftsPerDay\t1\t20\n')
})

/** Ben changed the name and the first line of the code, Ann the name and the last line. */
async function bothChanged() {
  const people = await twoPeople()
  const { ann, ben, run } = people
  const ours = script('shop', 'description: First\nname: "Ann \\e[31m"')
  put(
    join(ben, 'shop.topology.js'),
    script('shop', 'description: First\nname: Ben').replace('(true)', '(false)'),
  )
  await run(ben, 'push')
  put(
    join(ann, 'shop.topology.js'),
    ours.replace('await topology.apply()', 'await topology.apply() // Ann'),
  )
  return people
}

test('the report of a conflict shows the last sync, the local and the remote version', {
  tags: 'terminal',
}, async () => {
  const { ann, env, run } = await bothChanged()
  const [{ divergence }] = JSON.parse((await run(ann, 'push')).stdout).items
  expect(divergence).toMatchObject({
    baseKnown: true,
    fields: [{ field: 'name', by: 'both', conflict: true, base: 'shop', remote: 'Ben' }],
    code: [
      { by: 'remote', line: { local: 5, remote: 1 } },
      { by: 'local', local: ['await topology.apply() // Ann\n'] },
    ],
  })
  const piped = await topo(['push', '--local'], { cwd: ann, env })
  const shown = await topoOnTerminal(['push', '--local', '--on-conflict', 'fail'], {
    cwd: ann,
    env,
  })
  for (const text of [piped.stderr, shown.screen]) {
    expect(text).toContain('name: changed on both sides')
    expect(text).toMatch(/last sync \| shop\r?\n\s+local {5}\| Ann /)
    expect(text).toContain('code, local line 5, remote line 1: changed remotely')
  }
  expect(shown.raw).not.toContain('Ann \x1b')
  const asked = await topoOnTerminal(['push', '--local'], {
    cwd: ann,
    env,
    answer: { 'or [f]ail': 's\r' },
  })
  expect(asked.screen.indexOf('name: changed on both sides')).toBeLessThan(
    asked.screen.indexOf('[o]verwrite'),
  )
})

test('pull --merge merges what it can, and marks each conflict with a finding', async () => {
  const { ann, env, run } = await bothChanged()
  const foreseen = await run(ann, 'pull', 'shop', '--merge', '--dry-run')
  expect(JSON.parse(foreseen.stdout)).toMatchObject({ dryRun: true, counts: { conflict: 1 } })
  const merged = await run(ann, 'pull', 'shop', '--merge')
  expect([merged.code, JSON.parse(merged.stdout).items]).toMatchObject([
    6,
    [
      {
        action: 'conflict',
        reason: 'both sides changed name',
        hint: expect.stringContaining('<<<<<<<'),
      },
    ],
  ])
  const text = readFileSync(join(ann, 'shop.topology.js'), 'utf8')
  expect(text).toMatch(
    /<{7} local\nname: "Ann .*\n\|{7} last sync\n={7}\nname: Ben\n>{7} remote since /,
  )
  expect(text).toContain('TopologyBuilder(false)')
  const validated = await topo(['validate', '--format', 'unix', '--local'], { cwd: ann, env })
  expect([validated.code, validated.stdout]).toEqual([
    1,
    expect.stringMatching(/^shop.topology.js:\d+:1: error: .*unresolved conflict.* \[syntax\]/),
  ])
  expect((await run(ann, 'push')).code).toBe(1)
  put(join(ann, 'shop.topology.js'), text.replace(/<{7}[\s\S]*>{7}.*\n/, 'name: Both\n'))
  expect(JSON.parse((await run(ann, 'push')).stdout).counts).toEqual({ updated: 1 })
  expect(JSON.parse((await run(ann, 'script', 'show', 'shop')).stdout).name).toBe('Both')
})
