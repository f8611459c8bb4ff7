/** The daily loop of sync on other deployments: nothing is doubled, lost or sent twice. */
import { describe, expect, test } from 'vitest'
import { oneOf, testAll } from '../cases.ts'
import { heard, script, startLive } from '../cli/topo.ts'
import { project } from '../floor/worlds.ts'
import { deployed, files, slugs, variants } from './deployed.ts'
import type { DifferenceName } from './differences.ts'

const edited = (slug: string, label = 'Edited') => script(slug).replace("'Web'", `'${label}'`)
const all = slugs.length

describe.each(oneOf(2, variants))('%s', (_name, differences) => {
  const isTidy = differences.includes('tidy')
  const asStored = (code: string) => (isTidy ? code.trimEnd() : code)

  test('push, status and pull transfer each change once', { timeout: 60_000 }, async () => {
    const { ok, run, written, save, stored, code, running } = await deployed(differences)
    expect((await ok('push')).counts).toEqual({ created: all })
    expect([written(), stored()]).toEqual([slugs.map(() => 'POST'), slugs])
    expect(code('flow-05')).toBe(asStored(script('flow-05')))
    expect((await ok('push')).counts).toEqual({ unchanged: all })
    await ok('status', '--exit-code')

    save(edited('flow-05'), 'flow-05.topology.js')
    save('# Other\n\n', 'flow-00.md')
    expect((await run('status', '--exit-code')).code).toBe(3)
    expect(written()).toEqual([])
    expect((await ok('push')).counts).toEqual({ updated: 2, unchanged: all - 2 })
    expect((await ok('push')).counts).toEqual({ unchanged: all })
    expect([written(), code('flow-05')]).toEqual([['PATCH', 'PATCH'], asStored(edited('flow-05'))])

    const fresh = await project(undefined, {}, running)
    expect((await fresh.ok('pull')).counts).toEqual({ pulled: all })
    for (const slug of slugs.slice(6))
      expect(fresh.read(`${slug}.topology.js`).trimEnd()).toBe(
        files[`${slug}.topology.js`]?.trimEnd(),
      )
    for (const command of ['push', 'pull'])
      expect((await fresh.ok(command)).counts).toEqual({ unchanged: all })
    await fresh.ok('status', '--exit-code')

    // `tidy` stores another content: without a record nobody knows which side is newer.
    const same = slugs.slice(6).map((slug) => [`${slug}.topology.js`, asStored(script(slug))])
    const clone = await project(undefined, Object.fromEntries(same), running)
    expect((await clone.ok('push')).counts).toEqual({ unchanged: same.length })
    expect(written()).toEqual([])
  })

  test('conflict, publish, unpublish and delete change the service only on request', {
    timeout: 60_000,
  }, async () => {
    const {
      ok,
      run,
      written,
      save,
      read,
      remove,
      change,
      code,
      stored,
      script: row,
    } = await deployed(differences)
    await ok('push')
    change('flow-03', { code: edited('flow-03', 'Theirs') })
    change('flow-04', { name: 'Renamed there' })
    save(edited('flow-03'), 'flow-03.topology.js')
    written()
    expect((await run('push')).code).toBe(6)
    expect([written(), code('flow-03')]).toEqual([[], edited('flow-03', 'Theirs')])
    // The other one has changed on the service alone.
    expect((await ok('pull', 'flow-04')).counts).toEqual({ pulled: 1 })
    expect(read('flow-04.topology.js')).toContain('Renamed there')
    const replaced = await ok('push', '--on-conflict', 'overwrite')
    expect(replaced.counts).toEqual({ updated: 1, unchanged: all - 1 })
    expect([written(), code('flow-03')]).toEqual([['PATCH'], asStored(edited('flow-03'))])

    await ok('publish', 'flow-02')
    expect(row('flow-02')).toMatchObject({ isPublic: true, publishedAt: expect.any(String) })
    expect(read('flow-02.topology.js')).toContain('public: true')
    expect((await ok('push')).counts).toEqual({ unchanged: all })
    await ok('unpublish', 'flow-02')
    expect(row('flow-02')).toMatchObject({ isPublic: false, publishedAt: null })
    written()

    remove('flow-07.topology.js')
    expect((await ok('push')).counts).toMatchObject({ unchanged: all - 1 })
    expect(written()).toEqual([])
    expect((await ok('push', '--delete', '--yes')).counts).toMatchObject({ deleted: 1 })
    expect((await ok('push', '--delete', '--yes')).counts).toEqual({ unchanged: all - 1 })
    expect([written(), stored()]).toEqual([['DELETE'], slugs.filter((slug) => slug !== 'flow-07')])
  })

  testAll('watch sends a save', { tags: 'signals', timeout: 60_000 }, async () => {
    const name = 'flow-00.topology.js'
    const { ok, written, save, code, cwd, env } = await deployed(differences, {
      [name]: script('flow-00'),
    })
    await ok('push')
    written()
    const child = await startLive(['watch', '--json'], { cwd, env })
    const lines = heard(child.stdout)
    await expect.poll(lines, { timeout: 20_000 }).toContain('"watching"')
    save(edited('flow-00'), name)
    await expect.poll(lines, { timeout: 20_000 }).toContain('"updated"')
    child.kill('SIGINT')
    expect((await child.ended).code).toBe(0)
    expect([written(), code('flow-00')]).toEqual([['PATCH'], asStored(edited('flow-00'))])
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  })
})

test('a push says what is lost where the service keeps the slug of a renamed file, and keeps the script', async () => {
  const {
    ok,
    run,
    save,
    remove,
    script: stored,
  } = await deployed(['fixed'], { 'cart.topology.js': script('cart') })
  await ok('push')
  const { id } = stored('cart') ?? {}
  remove('cart.topology.js')
  save(edited('cart'), 'basket.topology.js')
  const { code, data } = await run('push')
  expect([code, data.items]).toMatchObject([
    1,
    [
      {
        slug: 'basket',
        action: 'failed',
        error: 'TOPO_SLUG_KEPT',
        hint: expect.stringMatching(/"slug: cart" .* comments and stars/),
      },
    ],
  ])
  expect([stored('cart'), stored('basket')]).toMatchObject([
    { id, code: edited('cart') },
    undefined,
  ])
  save(`/*---\nslug: cart\n---*/\n${edited('cart')}`, 'basket.topology.js')
  await ok('push')
  expect(stored('cart')).toMatchObject({ id })
})

const cart = { 'cart.topology.js': script('cart') }

test.each([[['narrow']], [['narrow', 'lean']]] as DifferenceName[][][])(
  'a push to a service that is %j names what was not changed',
  async (differences) => {
    const {
      ok,
      run,
      save,
      change,
      written,
      code,
      script: stored,
    } = await deployed(differences, cart)
    const tagged = (text: string) => save(`/*---\ntags: [new]\n---*/\n${text}`, 'cart.topology.js')
    const failure = [
      1,
      [
        {
          action: 'failed',
          error: 'TOPO_FIELDS_KEPT',
          reason: expect.stringContaining('kept its tags.'),
        },
      ],
    ]
    const pushed = async () => {
      const { code: exit, data } = await run('push')
      return [exit, data.items]
    }
    await ok('push')
    tagged(script('cart'))
    written()
    for (let time = 1; time <= 2; time++) expect(await pushed()).toMatchObject(failure)
    expect(written()).toEqual(['PATCH', 'PATCH'])
    expect((await run('status', '--exit-code')).code).toBe(3)
    save(script('cart'), 'cart.topology.js')
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
    // What was taken back is not ours when somebody else does it.
    change('cart', { tags: ['new'] })
    expect((await ok('pull')).counts).toEqual({ pulled: 1 })
    expect(stored('cart')).toMatchObject({ tags: ['new'] })
    change('cart', { tags: [] })
    await ok('pull')

    tagged(edited('cart'))
    // Nobody can say what happened to a readme that was not there: some services do not show it.
    save('# Cart\n', 'cart.md')
    expect(await pushed()).toMatchObject(failure)
    expect(code('cart')).toContain('Edited')
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  },
)

test.each([[['deaf']], [['deaf', 'lean']]] as DifferenceName[][][])(
  'no pull overwrites what a service that is %j accepted, but did not change',
  async (differences) => {
    const { ok, run, save, read } = await deployed(differences, cart)
    await ok('push')
    save(edited('cart'), 'cart.topology.js')
    const { code, data } = await run('push')
    expect([code, data.items]).toMatchObject([1, [{ action: 'failed', error: 'TOPO_FIELDS_KEPT' }]])
    await ok('pull')
    expect(read('cart.topology.js')).toBe(edited('cart'))
    expect((await run('publish', 'cart')).data.error).toBeDefined()
    expect(read('cart.topology.js')).not.toContain('public')
  },
)

test('a push is no failure where the service tidies a text in its own way, or does not show it', async () => {
  const { ok, save, written } = await deployed(['terse'], cart)
  const described = (description: string) =>
    `/*---\ndescription: ${description}\n---*/\n${script('cart')}`
  save(described('a  b'), 'cart.topology.js')
  await ok('push')
  for (const description of ['a   b', 'a  b', 'a b']) {
    save(described(description), 'cart.topology.js')
    save(`# ${description}\n`, 'cart.md')
    expect((await ok('push')).counts).toEqual({ updated: 1 })
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  }
  expect(written()).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'])
})
