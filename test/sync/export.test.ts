/** Export: scripts import identically into another service, and no file is written outside the folder. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScriptRow } from '../../src/mock/database/rows.ts'
import { anyCharacter } from '../any-character.ts'
import { cases } from '../cases.ts'
import { makeFolder } from '../project/folder.ts'
import { codeOf, exporting, goodCode, importing, testService } from './import/workspace.ts'

const carried = (row: ScriptRow) => {
  const { slug, name, description, type, code, readme, tags, isPublic, engineVersion } = row
  return { slug, name, description, type, code, readme, tags, isPublic, engineVersion }
}

type Given = Partial<Omit<ReturnType<typeof carried>, 'tags'>> & { slug: string; tags?: string[] }

async function serviceWith(scripts: readonly Given[], user = 'carol') {
  const service = testService({ fixtures: 'none' })
  const { scripts: calls } = service.as(user)
  for (const { readme, ...given } of scripts) {
    const body = { name: given.slug, type: 'topology', code: goodCode, ...given }
    await calls.create({ body: readme ? { ...body, readme } : body })
  }
  return service
}

/** Exports from one service, imports into a second, and returns the scripts of both. */
async function roundTrip(scripts: readonly Given[]) {
  const service = await serviceWith(scripts)
  const {
    start,
    root,
    service: second,
  } = importing({ 'topo.config.json': '{"defaults":{"public":true}}' })
  await exporting(service.as('carol'), join(root, 'out'))
  await start('out', { policy: 'fail' })
  const all = ({ database }: typeof service) =>
    database.scripts
      .all()
      .map(carried)
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return [all(service), all(second)] as const
}

describe('export and import round trip', () => {
  it.each<[string, Given]>([
    ['a name of a device', { slug: 'con' }],
    ['a slug that looks like a flag', { slug: '--force' }],
    ['a public script', { slug: 'a', isPublic: true, tags: ['x, y', '*/', ''] }],
    ['a readme', { slug: 'readme', readme: '\uFEFF# Read\r\nme' }],
    ['a name that is not a slug', { slug: 'a', name: '*/ "--- \u202E\u0007' }],
    ['line ends of Windows', { slug: 'a', code: goodCode.replaceAll('\n', '\r\n') }],
    ['code that looks like a header', { slug: 'a', code: `/*---\nname: B\n---*/\n${goodCode}` }],
    ['a byte order mark', { slug: 'a', code: `\uFEFF${goodCode}` }],
    ['another version', { slug: 'a', engineVersion: '2.5' }],
    ['another type, in another language', { slug: 'a', type: 'diagram', code: 'A --> B: hello' }],
  ])('keeps %s', async (_what, given) => {
    const [before, after] = await roundTrip([given])
    expect(after).toEqual(before)
  })

  it('keeps scripts with any content', async () => {
    const text = fc
      .string({ unit: anyCharacter, maxLength: 30 })
      .filter((all) => !/\p{Surrogate}/u.test(all))
    const script = fc.record({
      // Ends in a digit, since no reserved slug does.
      slug: fc.stringMatching(/^[a-z0-9-]{1,11}[0-9]$/),
      name: text.filter((name) => name !== ''),
      description: text,
      tags: fc.array(text, { maxLength: 3 }),
      isPublic: fc.boolean(),
      readme: fc.option(text.filter((readme) => readme !== '')),
      code: text.map((comment) => `${goodCode}//${comment.replace(/[\n\r\u2028\u2029]/g, '')}`),
    })
    const scripts = fc.uniqueArray(script, {
      minLength: 1,
      maxLength: 3,
      selector: ({ slug }) => slug,
    })
    await fc.assert(
      fc.asyncProperty(scripts, async (all) => {
        const [before, after] = await roundTrip(all)
        expect(after).toEqual(before)
      }),
      { numRuns: cases(25) },
    )
  })

  it('reads many pages', async () => {
    const service = await serviceWith([{ slug: 's0' }])
    const { database } = service
    const [row] = database.scripts.all()
    if (!row) throw new Error('no s0')
    database.transaction(() => {
      for (let n = 1; n < 101; n++) database.scripts.put({ ...row, id: `id${n}`, slug: `s${n}` })
    })
    const { outcomes } = await exporting(service.as('carol'), makeFolder().at('out'))
    expect(new Set(outcomes.map(({ slug }) => slug)).size).toBe(101)
  })

  it('restores comments of the named user, once', async () => {
    const service = await serviceWith([
      { slug: 's6' },
      { slug: 's7', code: codeOf('s7'), isPublic: true },
    ])
    const { id = '' } = service.database.scripts.all().find(({ slug }) => slug === 's7') ?? {}
    const say = (user: string, content: string, node?: string) =>
      service.as(user).comments.create({
        params: { id },
        body:
          node === undefined
            ? { content, targetType: 'script' }
            : { content, targetType: 'node', targetId: node },
      })
    await say('carol', 'Twice')
    await say('carol', 'Twice')
    await say('carol', 'Here\n"quoted"', 'web')
    await say('bob', 'Not mine')
    const { start, root, service: second } = importing({})
    await exporting(service.as('carol'), join(root, 'out'))
    const { planned } = await start('out', { commentsBy: 'carol' })
    expect(planned.skippedComments).toBe(1)
    await start('out', { commentsBy: 'carol' })
    expect(second.database.scripts.all()).toHaveLength(2)
    const said = second.database.comments.all().map(({ content, targetId }) => [content, targetId])
    expect(said).toEqual([
      ['Twice', null],
      ['Twice', null],
      ['Here\n"quoted"', 'web'],
    ])
  })
})

describe('an export into an existing folder', () => {
  const exported = async () => {
    const service = await serviceWith([
      { slug: 'a', readme: 'Read', isPublic: true },
      { slug: 'b' },
    ])
    const [a] = service.database.scripts.all()
    const body = { content: 'Said', targetType: 'script' as const }
    await service.as('carol').comments.create({ params: { id: a?.id ?? '' }, body })
    const { root, at } = makeFolder()
    const run = async (force = false) => {
      const { outcomes } = await exporting(service.as('carol'), root, force)
      return outcomes.map(({ action }) => action)
    }
    expect(await run()).toEqual(['exported', 'exported'])
    return { service, run, root, at }
  }

  it('changes nothing if the scripts are unchanged', async () => {
    const { run, root } = await exported()
    const before = readdirSync(root)
    expect(await run()).toEqual(['unchanged', 'unchanged'])
    expect(before.join(' ')).toBe(
      '.topo a.comments.json a.md a.topology.js b.topology.js topo.config.json',
    )
    expect(readdirSync(root)).toEqual(before)
  })

  it.each(['a.topology.js', 'a.md', 'a.comments.json', 'b.md', 'b.comments.json'])(
    'keeps a local %s, or saves it before --force overwrites it',
    async (name) => {
      const { run, at } = await exported()
      const before = existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined
      writeFileSync(at(name), 'mine')
      expect((await run()).sort()).toEqual(['conflict', 'unchanged'])
      expect(readFileSync(at(name), 'utf8')).toBe('mine')
      expect((await run(true)).sort()).toEqual(['exported', 'unchanged'])
      expect(existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined).toBe(before)
      const [stamp = ''] = readdirSync(at('.topo/backup'))
      expect(readFileSync(at('.topo/backup', stamp, name), 'utf8')).toBe('mine')
    },
  )

  it.each(['b.md', 'b.comments.json'])('keeps a %s without a script beside it', async (name) => {
    const { run, at } = await exported()
    rmSync(at('b.topology.js'))
    writeFileSync(at(name), 'mine')
    expect(await run()).toEqual(['unchanged', 'conflict'])
    expect([readFileSync(at(name), 'utf8'), existsSync(at('b.topology.js'))]).toEqual([
      'mine',
      false,
    ])
  })

  it('resumes after the service failed', async () => {
    const { service, run, at } = await exported()
    for (const slug of ['c', 'd']) {
      await service
        .as('carol')
        .scripts.create({ body: { slug, name: slug, type: 'topology', code: goodCode } })
    }
    service.control.faults.add({ method: 'GET', path: '/v1/scripts/*/comments', status: 503 })
    expect(new Set(await run())).toEqual(new Set(['not-done']))
    service.control.faults.clear()
    expect(await run()).toEqual(['unchanged', 'unchanged', 'exported', 'exported'])
    expect(existsSync(at('d.topology.js'))).toBe(true)
  })

  it('F9: writes no file outside the folder for hostile slugs', async () => {
    const { service, run, root } = await exported()
    for (const [index, slug] of ['../evil', 'a/../../evil', 'C:evil', 'Evil', '.', ''].entries()) {
      const [row] = service.database.scripts.all()
      if (row)
        service.database.transaction(() =>
          service.database.scripts.put({ ...row, id: `evil-${index}`, slug }),
        )
    }
    const before = readdirSync(root)
    expect((await run()).sort()).toEqual([...Array(6).fill('failed'), 'unchanged', 'unchanged'])
    expect(readdirSync(root)).toEqual(before)
    expect(existsSync(join(root, '../evil.topology.js'))).toBe(false)
  })
})
