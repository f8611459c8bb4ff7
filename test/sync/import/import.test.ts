/** Imports that succeed, meet conflicts, and are interrupted. */
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeOf, goodCode, importing, killedAt, rowsText, testService } from './workspace.ts'

const three = rowsText(
  { slug: 'a', code: codeOf('a'), tags: ['x'], public: true },
  { slug: 'b', code: codeOf('b'), readme: '# B' },
  { slug: 'c', code: codeOf('c'), name: 'See' },
)
const actions = ({ outcomes }: { outcomes: { slug: string; action: string }[] }) =>
  outcomes.map(({ slug, action }) => `${action} ${slug}`)

describe('an import', () => {
  it('creates new scripts, and leaves equal ones unchanged', async () => {
    const { start, service, at } = importing({ 'all.ndjson': three })
    expect(actions(await start('all.ndjson'))).toEqual(['created a', 'created b', 'created c'])
    const [a, b, c] = ['a', 'b', 'c'].map((name) =>
      service.database.scripts.all().find(({ slug }) => slug === name),
    )
    expect(a).toMatchObject({
      slug: 'a',
      name: 'a',
      tags: ['x'],
      isPublic: true,
      code: codeOf('a'),
    })
    expect([b?.readme, c?.name]).toEqual(['# B', 'See'])
    expect(actions(await start('all.ndjson'))).toEqual([
      'unchanged a',
      'unchanged b',
      'unchanged c',
    ])
    expect(readdirSync(at('.topo/import'))).toEqual([])
  })

  it('reads metadata from the header of a file if the row has none', async () => {
    const { start, service } = importing({
      'data/all.csv': 'file,name\nx.topology.js,Named\n',
      'data/x.topology.js': `/*---\nname: Header\ntags: [t]\n---*/\n${goodCode}`,
      'data/x.md': 'The readme',
    })
    await start('data/all.csv')
    expect(service.database.scripts.all()).toMatchObject([
      { slug: 'x', name: 'Named', tags: ['t'], readme: 'The readme', code: goodCode },
    ])
  })

  const importNamed = async (name: string) => {
    const { start, service } = importing({
      'data/all.csv': `slug,file\nshop,"${name}"\n`,
      [`data/${name}`]: goodCode,
    })
    await start('data/all.csv')
    return service.database.scripts.all()
  }
  const shop = { slug: 'shop', name: 'shop', code: goodCode }

  it.each(['My Shop.js', 'Über.topology.js', 'shop.txt', 'x', '100%,a;b.topology.ts'])(
    'takes the slug of the file %s from its column',
    async (name) => {
      expect(await importNamed(name)).toMatchObject([shop])
    },
  )

  it('reads files whose names Windows does not allow', { tags: 'posix' }, async () => {
    for (const name of ['::y.js', 'a\\b.js']) expect(await importNamed(name)).toMatchObject([shop])
  })

  it('reads paths of Windows', async () => {
    const { start, slugs } = importing({
      'data/all.csv': 'slug,file\na,sub\\deep\\a.js\nb,.\\b.js\n',
      'data/sub/deep/a.js': codeOf('a'),
      'data/b.js': codeOf('b'),
      'data/out.csv': 'slug,file\na,..\\..\\a.js\n',
    })
    await start('data/all.csv')
    expect(slugs()).toEqual(['a', 'b'])
    await expect(start('data/out.csv')).rejects.toMatchObject({
      details: { items: [{ message: expect.stringMatching(/is outside the folder/) }] },
    })
  })

  it('does not use the readme of a file for code in a cell', async () => {
    const { start, service } = importing({
      'all.ndjson': rowsText({ slug: 'x', code: goodCode }),
      'x.md': 'No',
    })
    await start('all.ndjson')
    expect(service.database.scripts.all()[0]?.readme).toBeNull()
  })

  it('writes nothing if one row is invalid, unless continueOnError is set', async () => {
    const text = rowsText({ slug: 'a', code: 'nonsense(' }, { slug: 'b', code: goodCode })
    const { start, slugs, at } = importing({ 'all.ndjson': text })
    await expect(start('all.ndjson')).rejects.toMatchObject({
      code: 'TOPO_IMPORT_INVALID',
      exitCode: 1,
      details: {
        items: [
          { row: 1, column: 'code', message: expect.stringMatching(/^line 1: .*\[syntax\]/) },
        ],
      },
    })
    expect([slugs(), existsSync(at('.topo'))]).toEqual([[], false])
    expect(actions(await start('all.ndjson', { continueOnError: true }))).toEqual([
      'invalid a',
      'created b',
    ])
  })

  it.each([
    ['../out.js', 'is outside'],
    ['/etc/passwd', 'is outside'],
    ['gone.js', 'not found'],
  ])('rejects the file %s', async (file, message) => {
    const { start } = importing({ 'in/all.ndjson': rowsText({ file }), 'out.js': goodCode })
    await expect(start('in/all.ndjson')).rejects.toMatchObject({
      details: { items: [{ row: 1, column: 'file', message: expect.stringContaining(message) }] },
    })
  })

  it('imports only the listed rows, and fails if one is missing', async () => {
    const { start, slugs } = importing({ 'all.ndjson': three })
    await start('all.ndjson', { only: new Set(['b']) })
    expect(slugs()).toEqual(['b'])
    await expect(start('all.ndjson', { only: new Set(['z']) })).rejects.toMatchObject({
      code: 'TOPO_NO_SOURCE',
      message: expect.stringContaining('No row with the slug "z"'),
    })
  })
})

describe('an import conflict: the script on the service differs', () => {
  const differing = async () => {
    const { start, service, ...rest } = importing({ 'all.ndjson': three })
    await service
      .as('carol')
      .scripts.create({ body: { slug: 'b', name: 'Theirs', type: 'topology', code: goodCode } })
    const theirs = () => service.database.scripts.all().find(({ slug }) => slug === 'b')?.name
    return { start, service, theirs, ...rest }
  }

  it('stops the import before anything is written', async () => {
    const { start, slugs } = await differing()
    await expect(start('all.ndjson')).rejects.toMatchObject({
      exitCode: 6,
      details: { items: [{ row: 2, slug: 'b' }] },
    })
    expect(slugs()).toEqual(['b'])
  })

  it('is skipped, or saved and overwritten, by the policy', async () => {
    const { start, theirs, at } = await differing()
    const all = await start('all.ndjson', { continueOnError: true })
    expect([actions(all), theirs()]).toEqual([['created a', 'conflict b', 'created c'], 'Theirs'])
    expect(actions(await start('all.ndjson', { policy: 'skip' }))).toEqual([
      'created a',
      'skipped b',
      'created c',
    ])
    await start('all.ndjson', { policy: 'overwrite' })
    expect(theirs()).toBe('b')
    const [stamp = ''] = readdirSync(at('.topo/backup'))
    expect(readdirSync(at('.topo/backup', stamp))).toEqual(['b.remote.json'])
  })

  it('is reported if the script changes after the plan', async () => {
    const { start, service, theirs } = await differing()
    const client = service.as('carol')
    const slow = {
      ...client,
      scripts: {
        ...client.scripts,
        update: async (input: Parameters<typeof client.scripts.update>[0]) => {
          service.advance(1)
          const { id } = input.params
          await client.scripts.update({ params: { id }, body: { name: 'Meanwhile' } })
          return client.scripts.update(input)
        },
      },
    }
    const { outcomes } = await start('all.ndjson', { policy: 'overwrite', client: slow })
    expect(outcomes[1]).toMatchObject({ action: 'conflict', exitCode: 6 })
    expect(theirs()).toBe('Meanwhile')
  })
})

describe('a row that the service refuses', () => {
  const text = rowsText(
    { slug: 'a', code: codeOf('a') },
    { slug: 'hello-topology', code: goodCode },
    { slug: 'c', code: codeOf('c') },
  )
  it.each([
    [false, 'not-done c'],
    [true, 'created c'],
  ])('ends the import, unless it has continueOnError: %s', async (continueOnError, last) => {
    const { start } = importing({ 'all.ndjson': text }, testService())
    const batch = await start('all.ndjson', { pace: { concurrency: 1 }, continueOnError })
    expect(actions(batch)).toEqual(['created a', 'failed hello-topology', last])
    const hint = expect.stringContaining('another user')
    expect(batch.outcomes[1]).toMatchObject({ error: 'TOPO_SLUG_TAKEN', hint })
  })
})

describe('an import that is interrupted', () => {
  const comments = JSON.stringify({
    comments: ['One', 'Two', 'One'].map((content) => ({
      author: 'carol',
      createdAt: null,
      targetType: 'script',
      targetId: null,
      content,
    })),
  })
  const files = {
    'in/a.topology.js': codeOf('a'),
    'in/a.comments.json': comments,
    'in/b.topology.js': codeOf('b'),
    'in/c.topology.js': codeOf('c'),
  }
  const choice = { policy: 'overwrite', commentsBy: 'carol' } as const
  /** An import that was killed after two scripts. */
  const interrupted = async () => {
    const all = importing({ 'all.ndjson': three })
    const client = killedAt(all.service.as('carol'), 2, 'before')
    await expect(all.start('all.ndjson', { client, pace: { concurrency: 1 } })).rejects.toThrow(
      'killed',
    )
    return all
  }

  it.each(
    Array.from({ length: 6 }, (_, n) => n).flatMap((n) => [
      [n, 'before'] as const,
      [n, 'after'] as const,
    ]),
  )('at write %i, %s the service does it, is resumed by another run', async (n, when) => {
    const { start, service, slugs } = importing(files)
    const theirs = { slug: 'b', name: 'Theirs', type: 'topology', code: goodCode }
    await service.as('carol').scripts.create({ body: theirs })
    const client = killedAt(service.as('carol'), n, when)
    await expect(start('in', { ...choice, client })).rejects.toThrow('killed')
    const again = await start('in', choice)
    expect(again.outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    expect(slugs()).toEqual(['a', 'b', 'c'])
    const codes = service.database.scripts.all().map(({ code }) => code)
    expect(codes.sort()).toEqual(['a', 'b', 'c'].map(codeOf))
    const said = service.database.comments.all().map(({ content }) => content)
    expect(said.sort()).toEqual(['One', 'One', 'Two'])
  })

  it('requests no script that its journal records, and trusts the journal only for its own scripts', async () => {
    const { start, service, slugs } = await interrupted()
    service.control.journal.clear()
    const { outcomes } = await start('all.ndjson')
    expect(outcomes.map(({ reason }) => reason)).toEqual([
      'imported by an earlier run',
      'imported by an earlier run',
      'not on the service yet',
    ])
    expect(service.control.journal.list().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/scripts/user',
      'POST /v1/scripts',
    ])
    expect(slugs()).toEqual(['a', 'b', 'c'])
  })

  it.each([[true], [false]])('creates a deleted script again (resume %s)', async (resume) => {
    const { start, service, slugs } = await interrupted()
    const [first] = service.database.scripts.all()
    await service.as('carol').scripts.delete({ params: { id: first?.id ?? '' } })
    const { outcomes } = await start('all.ndjson', { resume })
    expect(slugs()).toEqual(['a', 'b', 'c'])
    expect(outcomes.map(({ action }) => action)).toEqual([
      'created',
      resume ? 'created' : 'unchanged',
      'created',
    ])
  })

  it('does not trust the journal if another script has the slug', async () => {
    const { start, service } = await interrupted()
    const [first] = service.database.scripts.all()
    const { scripts } = service.as('carol')
    await scripts.delete({ params: { id: first?.id ?? '' } })
    await scripts.create({ body: { slug: 'a', name: 'Theirs', type: 'topology', code: goodCode } })
    await expect(start('all.ndjson')).rejects.toMatchObject({ code: 'TOPO_CONFLICT' })
  })

  it('resumes from a journal with a damaged last line', async () => {
    const { start, at, write, read } = await interrupted()
    const [name = ''] = readdirSync(at('.topo/import'))
    const journal = `.topo/import/${name}`
    write(journal, read(journal).slice(0, -20))
    const { outcomes } = await start('all.ndjson')
    expect(outcomes.map(({ action }) => action)).toEqual(['created', 'unchanged', 'created'])
  })

  it('adopts a script whose answer was lost', async () => {
    const { start, service, slugs } = importing({ 'all.ndjson': three })
    service.control.faults.add({
      method: 'POST',
      path: '/v1/scripts',
      kind: 'lost-response',
      times: 2,
    })
    expect(actions(await start('all.ndjson'))).toEqual(['created a', 'created b', 'created c'])
    expect(slugs()).toEqual(['a', 'b', 'c'])
  })
})

describe('an import quota that is used up', () => {
  const many = rowsText(
    ...Array.from({ length: 23 }, (_, n) => ({ slug: `s${n}`, code: codeOf(`s${n}`) })),
  )
  const imported = () => {
    const all = importing({ 'all.ndjson': many })
    return { ...all, client: all.service.as('alice') }
  }

  it('reports the remaining rows and when to retry; the next run resumes', async () => {
    const { start, service, client, slugs } = imported()
    const { ended, outcomes } = await start('all.ndjson', { client })
    expect(outcomes.filter(({ action }) => action === 'not-done')).toHaveLength(3)
    expect(ended).toMatchObject({
      exitCode: 5,
      message: 'The quota draftsPerDay of 20 is used up; 3 of 23 rows remain.',
      details: { remaining: 3, quota: 'draftsPerDay', retryAt: '2026-03-02T12:00:00.000Z' },
    })
    service.advance(86_401)
    expect((await start('all.ndjson', { client })).ended).toBeUndefined()
    expect(slugs()).toHaveLength(23)
  })

  it('is waited for with the wait option', async () => {
    const { start, service, client, slugs } = imported()
    const waitedFor: string[] = []
    const wait = {
      onWait: ({ key }: { key: string }) => {
        waitedFor.push(key)
        service.advance(86_401)
      },
    }
    const { ended, outcomes } = await start('all.ndjson', { client, wait })
    expect([ended, waitedFor, slugs().length]).toEqual([undefined, ['draftsPerDay'], 23])
    expect(outcomes.every(({ action }) => action === 'created')).toBe(true)
  })

  it('is not waited for longer than allowed', async () => {
    const { start, client } = imported()
    const wait = { maxWaitSeconds: 60, onWait: () => expect.unreachable() }
    expect((await start('all.ndjson', { client, wait })).ended).toMatchObject({ exitCode: 5 })
  })
})
