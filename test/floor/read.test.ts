/** `status`, `pull`, `script diff`, `script list` and `script restore` without revisions. */
import { describe, expect, test } from 'vitest'
import { script } from '../cli/topo.ts'
import { edited, project, shop, worlds } from './worlds.ts'

/** A sentence that ends where a date is missing. */
const withoutDate = /since \W*$/im
const states = ({ items }: { items: { slug: string; state: string }[] }) =>
  Object.fromEntries(items.map(({ slug, state }) => [slug, state]))

describe.each(worlds)('%s', (_name, document) => {
  test('status tells the state of each script, again and again', async () => {
    const names = ['here', 'both', 'gone', 'same', 'there']
    const files = Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)]))
    const { ok, text, save, remove, change, written } = await project(document, files)
    await ok('push')
    for (const name of ['both', 'there']) change(name, { description: 'There' })
    for (const name of ['both', 'here']) save(script(name, 'tags: [here]'), `${name}.topology.js`)
    save(script('new'), 'new.topology.js')
    remove('gone.topology.js')
    written()
    for (const _again of [1, 2]) {
      expect(states(await ok('status'))).toEqual({
        both: 'conflict',
        here: 'local-ahead',
        new: 'new',
        same: 'in-sync',
        there: 'remote-ahead',
        gone: 'orphaned',
      })
    }
    expect(await text('status')).not.toMatch(withoutDate)
    expect(written()).toEqual([])
  })

  test('pull brings a remote change; a local change is kept unless --force', async () => {
    const { ok, run, text, change, save, read } = await project(document)
    await ok('push')
    change('shop', { code: edited('Theirs') })
    expect((await ok('pull', 'shop')).counts).toEqual({ pulled: 1 })
    expect(read()).toContain(edited('Theirs'))
    expect((await ok('pull')).counts).toEqual({ unchanged: 1 })
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })

    change('shop', { code: edited('Theirs again') })
    save(edited('Ours'))
    expect((await run('pull', 'shop')).code).toBe(6)
    expect(await text('pull', 'shop')).not.toMatch(withoutDate)
    expect(read()).toBe(edited('Ours'))
    expect((await ok('pull', 'shop', '--force')).counts).toEqual({ pulled: 1 })
    expect(read()).toContain(edited('Theirs again'))
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
  })

  test('pull into a fresh folder brings everything, and neither side changes after it', async () => {
    const files = {
      'shop.topology.js': script('shop', 'tags: [a]\npublic: true'),
      'shop.md': '# Shop\n',
    }
    const { ok, running, written } = await project(document, files)
    await ok('push')
    written()
    const fresh = await project(document, {}, running)
    expect((await fresh.ok('pull')).counts).toEqual({ pulled: 1 })
    expect(fresh.read('shop.md')).toBe('# Shop\n')
    for (const command of ['pull', 'push'])
      expect((await fresh.ok(command)).counts).toEqual({ unchanged: 1 })
    expect(states(await fresh.ok('status'))).toEqual({ shop: 'in-sync' })
    expect(written()).toEqual([])
  })

  test('pull --merge merges both changes, and marks a conflict with a name', async () => {
    const { ok, run, save, change, read, code } = await project(document)
    await ok('push')
    change('shop', { description: 'Theirs' })
    save(edited('Ours'))
    expect((await run('pull', 'shop', '--merge')).code).toBe(0)
    expect(read()).toContain('description: Theirs')
    expect((await ok('push')).counts).toEqual({ updated: 1 })
    expect(code()).toBe(edited('Ours'))
    change('shop', { code: edited('Theirs') })
    save(read().replace("'Ours'", "'Mine'"))
    expect((await run('pull', 'shop', '--merge')).code).toBe(6)
    expect(read()).toMatch(/^>{7} remote( since \d.*)?$/m)
  })

  test('script diff shows nothing if both sides are the same, and who changed what if not', async () => {
    const { ok, text, save, change } = await project(document)
    await ok('push')
    expect(await text('script', 'diff', 'shop.topology.js')).toBe('(exit 0)')
    save(edited('Ours'))
    expect(await text('script', 'diff', 'shop.topology.js')).toContain('label Web → Ours')
    change('shop', { code: shop.replace("'Database'", "'Theirs'") })
    const both = await text('script', 'diff', 'shop.topology.js')
    expect(both).toContain('Both sides changed since the last sync')
    expect(both).not.toMatch(withoutDate)
    const markdown = await text('script', 'diff', 'shop.topology.js', '--format', 'markdown')
    expect(markdown).toContain('<summary>Both sides changed since the last sync</summary>')
    expect(markdown).not.toMatch(withoutDate)
  })

  test('script list and script show tell no date that the service does not', async () => {
    const { ok, text } = await project(document)
    await ok('push')
    expect((await ok('script', 'list')).items).toMatchObject([{ slug: 'shop' }])
    expect(await ok('script', 'show', 'shop')).toMatchObject({ slug: 'shop', code: shop })
    for (const words of ['list', 'show shop'])
      expect(await text('script', ...words.split(' '))).not.toMatch(/undefined|Invalid|NaN|1970/)
  })
})

describe.each(worlds.filter(([, document]) => document?.further !== 'absent'))(
  '%s',
  (_name, document) => {
    test('restore brings back older code, and is a conflict if the script changes meanwhile', async () => {
      const { ok, run, change, whenAnswered, save, code } = await project(document)
      await ok('push')
      save(edited('Ours'))
      await ok('push')
      await ok('script', 'restore', 'shop', '1')
      expect(code()).toBe(shop)
      expect((await ok('pull', 'shop')).counts).toEqual({ pulled: 1 })
      whenAnswered(/^GET \/v1\/scripts\/shop$/, () => change('shop', { code: edited('Theirs') }))
      expect((await run('script', 'restore', 'shop', '2')).code).toBe(6)
      expect(code()).toBe(edited('Theirs'))
    })
  },
)
