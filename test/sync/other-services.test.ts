/** Sync with services that tidy, rename, list in part, or answer little. */
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TestService } from '../mock/service.ts'
import { actions, workspace } from '../project/workspace.ts'
import { type Habits, ModelService } from './model-service.ts'

const plain: Habits = {
  tidies: false,
  truncates: false,
  forgets: false,
  renames: false,
  listsLate: false,
  counts: true,
  escapes: false,
  answers: 'all',
  pages: 'offset',
  revisions: 'milliseconds',
  isStrict: false,
  losesEvery: 0,
}

const code = (text: string, header = '') =>
  `${header}const topology = new TopologyBuilder(true)\ntopology.createProcess({ id: 'a', label: '${text}' })\nawait topology.apply()\n`

/** A folder and a service with these habits. */
async function space(habits: Partial<Habits>, files: Record<string, string>) {
  const service = new ModelService({ ...plain, ...habits })
  const as = (writer: string) => service.as(writer)
  const open = (own = files) => workspace(own, { as } as unknown as TestService)
  return { ...(await open()), service, open }
}

describe('an incomplete list', () => {
  const files = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [`${name}.topology.js`, code(name)]),
  )

  test('ends a run that needs all of it with an error if the service promised more', async () => {
    const { push, pull, status, open, service } = await space({}, files)
    await push()
    service.habits.pages = 'first'
    await expect(pull()).rejects.toMatchObject({
      code: 'TOPO_LIST_INCOMPLETE',
      message: 'The service says that you have 4 scripts, but its list contains only 3.',
    })
    // A push asks for the one script that the first page lacks.
    for (const run of [push, (await open()).push])
      expect(actions(await run())).toEqual(Array(4).fill('unchanged'))
    expect((await status()).map(({ state }) => state)).toEqual(Array(4).fill('in-sync'))
  })

  test('is completed by asking for what is on record, and for what is new', async () => {
    const { push, status, open, service } = await space({ counts: false }, files)
    await push()
    service.habits.pages = 'first'
    expect(actions(await push())).toEqual(Array(4).fill('unchanged'))
    expect((await status()).map(({ state }) => state)).toEqual(Array(4).fill('in-sync'))
    expect(actions(await (await open()).push())).toEqual(Array(4).fill('unchanged'))
    expect([...service.scripts.values()].filter(({ ownerId }) => ownerId === 'us')).toHaveLength(4)
  })

  test('does not make a deleted script of one that it lacks', async () => {
    const { push, at, service } = await space({ counts: false }, files)
    await push()
    service.habits.pages = 'first'
    const { outcomes } = await push([], 'overwrite')
    expect(outcomes.find(({ slug }) => slug === 'd')).toMatchObject({ action: 'unchanged' })
    expect(readFileSync(at('d.topology.js'), 'utf8')).toBe(files['d.topology.js'])
  })
})

test('a script that leaves the list while it is read hides no other one', async () => {
  const names = ['a', 'b', 'c', 'd', 'f']
  const files = Object.fromEntries(names.map((name) => [`${name}.topology.js`, code(name)]))
  const { push, status, open, service } = await space({}, files)
  await push()
  const [first = ''] = [...service.scripts.values()].flatMap(({ id, slug }) =>
    slug === 'a' ? id : [],
  )
  const clone = await open({})
  service.afterPage = () => service.scripts.delete(first)
  const { outcomes } = await clone.pull()
  expect(outcomes.map(({ slug }) => slug).sort()).toEqual(['b', 'c', 'd', 'f'])
  expect((await status()).map(({ slug, state }) => `${slug} ${state}`)).toEqual([
    'a conflict',
    ...['b', 'c', 'd', 'f'].map((slug) => `${slug} in-sync`),
  ])
})

describe('a service that tidies', () => {
  const header = '/*---\ntags: [Zebra, apple]\n---*/\n'
  const files = { 'a.topology.js': `${code('one', header)}\n\n` }

  test('has the revision on record, so nothing has changed there', async () => {
    const { push, write, service } = await space(
      { tidies: true, truncates: true, forgets: true },
      files,
    )
    expect(actions(await push())).toEqual(['created'])
    expect(actions(await push())).toEqual(['unchanged'])
    write('a.topology.js', `${code('two', header)}\n\n`)
    expect(actions(await push())).toEqual(['updated'])
    expect(actions(await push())).toEqual(['unchanged'])
    expect(service.scripts.get('id-1')?.tags).toEqual(['apple', 'zebra'])
  })

  test('sends only what changed locally, and deletes what it has', async () => {
    const { push, write, service } = await space({ tidies: true }, files)
    await push()
    write('a.topology.js', `${code('two', header)}\n\n`)
    const sent = service.log.length
    await push()
    expect(Object.keys(service.log.slice(sent)[0]?.fields ?? {})).toEqual([
      'code',
      'expectedUpdatedAt',
    ])
  })

  test('leaves nothing to do for a clone without records', async () => {
    const { push, open } = await space({ tidies: true }, files)
    await push()
    const clone = await open()
    expect(actions(await clone.push())).toEqual(['unchanged'])
    clone.write('a.topology.js', `${code('two', header)}\n\n`)
    expect(actions(await clone.push())).toEqual(['updated'])
  })
})

test('a script that was tidied, but not recorded, is recognised by the next push', async () => {
  const { push, write, at, service } = await space(
    { tidies: true },
    { 'a.topology.js': `${code('one')}\n\n` },
  )
  const blocked = at('.topo/state.json')
  service.afterWrite = async () => mkdirSync(blocked)
  await expect(push()).rejects.toMatchObject({ code: 'TOPO_STATE_CORRUPT' })
  service.afterWrite = undefined
  rmdirSync(blocked)
  write('a.topology.js', code('two'))
  expect(actions(await push([], 'unasked'))).toEqual(['updated'])
  expect(actions(await push([], 'unasked'))).toEqual(['unchanged'])
})

describe.each(['nothing', 'little'] as const)(
  'a service that answers writes with %s',
  (answers) => {
    test('has done them, and the next push sends nothing', async () => {
      const { push, write, records } = await space({ answers }, { 'a.topology.js': code('one') })
      expect(actions(await push())).toEqual(['created'])
      write('a.topology.js', code('two'))
      expect(actions(await push())).toEqual(['updated'])
      expect((await records())['a.topology.js']?.updatedAt).toMatch(/^2026-/)
      expect(actions(await push())).toEqual(['unchanged'])
    })

    test('has another version if somebody else changed it before it could be read', async () => {
      const { push, write, service } = await space({ answers }, { 'a.topology.js': code('one') })
      await push()
      write('a.topology.js', code('two'))
      service.afterWrite = async () => {
        service.afterWrite = undefined
        await service
          .as('web')
          .scripts.update({ params: { id: 'id-1' }, body: { code: code('theirs') } })
      }
      expect(actions(await push())).toEqual(['updated'])
      write('a.topology.js', code('three'))
      expect(actions(await push())).toEqual(['conflict'])
      expect(service.scripts.get('id-1')?.code).toBe(code('theirs'))
    })
  },
)

test.each(['nothing', 'little', 'all'] as const)(
  'a service with its own engine version, line ends and HTML comes to rest, and answers with %s',
  async (answers) => {
    const header = '/*---\nname: Q & A\n---*/\n'
    const { push, open, write, status } = await space(
      { escapes: true, tidies: true, answers },
      { 'a.topology.js': code('one', header) },
    )
    expect(actions(await push())).toEqual(['created'])
    for (const text of ['two', 'three']) {
      write('a.topology.js', code(text, header))
      expect(actions(await push())).toEqual(['updated'])
      expect((await status())[0]?.state).toBe('in-sync')
    }
    const clone = await open({ 'a.topology.js': code('three', header) })
    expect(actions(await clone.push())).toEqual(['unchanged'])
  },
)

test.each<[how: string, absent: () => Response]>([
  ['403', () => Response.json({ error: 'forbidden' }, { status: 403 })],
  ['400', () => Response.json({ error: 'invalid_id' }, { status: 400 })],
  ['401', () => Response.json({ error: 'unauthorized' }, { status: 401 })],
  ['null', () => Response.json(null)],
  ['a null item', () => Response.json({ item: null })],
  ['no data', () => Response.json({ data: {} })],
  ['204', () => new Response(null, { status: 204 })],
])('a service that answers a missing script with %s gets new scripts', async (_how, absent) => {
  const { push, service } = await space(
    {},
    { 'a.topology.js': code('one'), 'b.topology.js': code('two') },
  )
  service.absent = absent
  expect(actions(await push())).toEqual(['created', 'created'])
  expect(actions(await push())).toEqual(['unchanged', 'unchanged'])
})

describe.each<[string, Partial<Habits>]>([
  ['tells no revisions', { revisions: 'none' }],
  ['refuses their key', { isStrict: true }],
  ['does both', { revisions: 'none', isStrict: true }],
  ['tells them in whole numbers, and refuses their key', { revisions: 'number', isStrict: true }],
  [
    'tells none, tidies, and answers nothing',
    { revisions: 'none', tidies: true, answers: 'nothing' },
  ],
])('a service that %s', (_name, habits) => {
  const files = { 'a.topology.js': code('one') }

  test('gets edits, and has nothing to do afterwards', async () => {
    const { push, write, status, service } = await space(habits, files)
    expect(actions(await push())).toEqual(['created'])
    expect(await status()).toMatchObject([{ state: 'in-sync', reason: 'same on both sides' }])
    write('a.topology.js', code('two'))
    expect(actions(await push())).toEqual(['updated'])
    expect(service.scripts.get('id-1')?.code.trim()).toBe(code('two').trim())
    expect(await status()).toMatchObject([{ state: 'in-sync', reason: 'same on both sides' }])
  })

  test('keeps a change that somebody made, before the plan and between plan and write', async () => {
    const { push, write, service } = await space(habits, files)
    await push()
    write('a.topology.js', code('two'))
    const theirs = { params: { id: 'id-1' }, body: { code: code('theirs') } }
    const change = async () => void (await service.as('them').scripts.update(theirs))
    const { outcomes } = await push([], 'fail', change)
    expect(outcomes).toMatchObject([{ action: 'conflict', exitCode: 6 }])
    expect((await push()).outcomes).toMatchObject([{ action: 'conflict', exitCode: 6 }])
    expect(service.scripts.get('id-1')?.code.trim()).toBe(code('theirs').trim())
    expect(actions(await push([], 'overwrite'))).toEqual(['updated'])
    expect(service.scripts.get('id-1')?.code.trim()).toBe(code('two').trim())
  })
})

test('a refused key of the revision is remembered for the run', async () => {
  const names = ['a', 'b', 'c', 'd', 'e2', 'f']
  const filesOf = (text: string) =>
    Object.fromEntries(names.map((name) => [`${name}.topology.js`, code(`${text} ${name}`)]))
  const { push, write, service } = await space({ isStrict: true }, filesOf('one'))
  await push()
  for (const [file, text] of Object.entries(filesOf('two'))) write(file, text)
  const before = service.log.length
  expect(actions(await push())).toEqual(names.map(() => 'updated'))
  const sent = service.log.slice(before)
  expect(sent.filter(({ fields }) => !('expectedUpdatedAt' in fields))).toHaveLength(names.length)
  // Those that started before the first refusal.
  expect(sent.length - names.length).toBeLessThan(names.length)
})

test('a script that was accepted and is not shown yet is not recorded, and found by the next push', async () => {
  const { push, service, records } = await space(
    { answers: 'nothing' },
    { 'a.topology.js': code('one') },
  )
  service.hides = true
  expect((await push()).outcomes).toMatchObject([{ action: 'failed', error: 'TOPO_NOT_VISIBLE' }])
  expect(await records()).toEqual({})
  service.hides = false
  expect(actions(await push())).toEqual(['unchanged'])
})

test.each([{}, { tidies: true }, { renames: true }, { renames: true, truncates: true }])(
  'two identical pushes at once are one result with %j',
  async (habits) => {
    const files = { 'a.topology.js': code('one') }
    const { open, service } = await space(habits, files)
    const ann = await open()
    const bob = await open()
    const both = async () =>
      (await Promise.all([ann.push(), bob.push()])).flatMap(({ outcomes }) =>
        outcomes.map(({ action, exitCode }) => `${action} ${exitCode}`),
      )
    expect((await both()).sort()).toEqual(['created 0', 'unchanged 0'])
    for (const one of [ann, bob]) one.write('a.topology.js', code('two'))
    expect((await both()).sort()).toEqual(['unchanged 0', 'updated 0'])
    expect([...service.scripts.values()].map(({ slug }) => slug)).toEqual(['e', 'a'])
    expect(await both()).toEqual(['unchanged 0', 'unchanged 0'])
  },
)

test("a slug that is a stranger's is refused, also by a service that would rename the script", async () => {
  for (const renames of [false, true]) {
    const { push, service } = await space({ renames }, { 'e.topology.js': code('one') })
    const { outcomes } = await push()
    expect(outcomes).toMatchObject([{ action: 'failed', error: 'TOPO_SLUG_TAKEN' }])
    expect([...service.scripts.keys()]).toEqual(['foreign'])
  }
})

describe("a stranger's script with the slug", () => {
  const files = { 'e.topology.js': code('one') }

  test.each(['another text', 'the same text'])(
    'and %s is not taken for the one that was accepted without an id',
    async (text) => {
      const { push, service, records } = await space({ renames: true }, files)
      if (text === 'the same text') service.changeForeign({ name: 'e', code: code('one') })
      service.isSilent = true
      expect((await push()).outcomes).toMatchObject([
        { action: 'failed', error: 'TOPO_NOT_VISIBLE' },
      ])
      expect(await records()).toEqual({})
    },
  )

  test('and the same text is not taken for the one whose answer was lost', async () => {
    const { push, service, records } = await space({ renames: true }, files)
    service.changeForeign({ name: 'e', code: code('one') })
    service.losesNext = true
    const { outcomes } = await push()
    expect(outcomes).toMatchObject([{ action: 'not-done', exitCode: 75 }])
    expect(await records()).toEqual({})
  })
})

test.each(['microseconds', 'postgres', 'number'] as const)(
  'revisions with %s go back as they came',
  async (revisions) => {
    const { push, write } = await space({ revisions }, { 'a.topology.js': code('one') })
    await push()
    write('a.topology.js', code('two'))
    expect(actions(await push())).toEqual(['updated'])
    expect(actions(await push())).toEqual(['unchanged'])
  },
)
