/** The daily loop of sync over every accent: nothing is doubled, lost or sent twice. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folder, script, start } from '../topo.ts'
import { accentedMock, files, slugs, variants } from './accented-mock.ts'

const edited = (slug: string) => script(slug).replace("'Web'", "'Edited'")

describe.each(variants)('%s', (_name, accents) => {
  const isTidy = accents.includes('tidy')
  const asStored = (code: string) => (isTidy ? code.trimEnd() : code)

  test('push creates, updates what changed, and never sends the same again', {
    timeout: 60_000,
  }, async () => {
    const { ok, run, sent, save, stored, one } = await accentedMock(accents)
    expect((await ok('push')).counts).toEqual({ created: slugs.length })
    expect(await sent()).toEqual(slugs.map(() => 'POST'))
    expect((await stored()).map(({ slug }) => slug).sort()).toEqual(slugs)
    expect((await one('flow-05')).code).toBe(asStored(script('flow-05')))

    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
    expect(await run(['status', '--exit-code'])).toMatchObject({ code: 0 })
    expect(await sent()).toEqual([])

    save('flow-05.topology.js', edited('flow-05'))
    save('flow-00.md', '# Other\n\n')
    const status = await run(['status', '--exit-code'])
    expect(status.code).toBe(3)
    expect((await ok('push')).counts).toEqual({ updated: 2, unchanged: slugs.length - 2 })
    expect(await sent()).toEqual(['PATCH', 'PATCH'])
    expect((await one('flow-05')).code).toBe(asStored(edited('flow-05')))
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
    expect(await sent()).toEqual([])
  })

  test('pull into a fresh folder brings everything, and neither side changes after it', {
    timeout: 60_000,
  }, async () => {
    const { ok, run, sent } = await accentedMock(accents)
    await ok('push')
    await sent()
    const fresh = folder({ '.git/HEAD': '' })
    const pulled = await run(['pull'], fresh)
    expect([pulled.code, pulled.data.counts]).toEqual([0, { pulled: slugs.length }])
    for (const slug of slugs.slice(1)) {
      const text = readFileSync(join(fresh, `${slug}.topology.js`), 'utf8')
      expect(text.trimEnd()).toBe(files[`${slug}.topology.js`]?.trimEnd())
    }
    const push = await run(['push'], fresh)
    expect([push.code, push.data.counts]).toEqual([0, { unchanged: slugs.length }])
    const again = await run(['pull'], fresh)
    expect([again.code, again.data.counts]).toEqual([0, { unchanged: slugs.length }])
    expect(await run(['status', '--exit-code'], fresh)).toMatchObject({ code: 0 })
    expect(await sent()).toEqual([])
  })

  test('push from a fresh clone without records sends nothing', { timeout: 60_000 }, async () => {
    const { ok, run, sent } = await accentedMock(accents)
    await ok('push')
    await sent()
    // `tidy` stores another content: without a record nobody knows which side is newer.
    const same = isTidy
      ? Object.fromEntries(
          Object.entries(files)
            .slice(1, -1)
            .map(([name, text]) => [name, text.trimEnd()]),
        )
      : files
    const clone = folder({ '.git/HEAD': '', ...same })
    const push = await run(['push'], clone)
    expect([push.code, push.data.counts]).toEqual([
      0,
      { unchanged: Object.keys(same).filter((name) => name.endsWith('.js')).length },
    ])
    expect(await sent()).toEqual([])
  })

  test('a change on both sides is a conflict, which overwrites only on request', {
    timeout: 60_000,
  }, async () => {
    const { ok, run, sent, save, one, cwd, changeElsewhere } = await accentedMock(accents)
    await ok('push')
    const theirs = script('flow-03').replace("'Web'", "'Theirs'")
    await changeElsewhere('flow-03', { code: theirs })
    await changeElsewhere('flow-04', { name: 'Renamed there' })
    save('flow-03.topology.js', edited('flow-03'))

    const refused = await run(['push'])
    expect(refused.code).toBe(6)
    expect(await sent()).toEqual([])
    expect((await one('flow-03')).code).toBe(asStored(theirs))

    // The other one has changed on the service alone.
    expect((await ok('pull', 'flow-04')).counts).toEqual({ pulled: 1 })
    expect(readFileSync(join(cwd, 'flow-04.topology.js'), 'utf8')).toContain('Renamed there')

    const replaced = await ok('push', '--on-conflict', 'overwrite')
    expect(replaced.counts).toMatchObject({ unchanged: slugs.length - 1 })
    expect(await sent()).toEqual(['PATCH'])
    expect((await one('flow-03')).code).toBe(asStored(edited('flow-03')))
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
  })

  test('publish and unpublish change the service and the file', { timeout: 60_000 }, async () => {
    const { ok, sent, one, cwd } = await accentedMock(accents)
    await ok('push')
    await ok('publish', 'flow-02')
    expect(await one('flow-02')).toMatchObject({ isPublic: true, publishedAt: expect.any(String) })
    expect(readFileSync(join(cwd, 'flow-02.topology.js'), 'utf8')).toContain('public: true')
    await sent()
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
    await ok('unpublish', 'flow-02')
    expect(await one('flow-02')).toMatchObject({ isPublic: false, publishedAt: null })
    expect(await sent()).toEqual(['PATCH'])
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
  })

  test('a removed file is reported, and deleted on the service with --delete', {
    timeout: 60_000,
  }, async () => {
    const { ok, sent, stored, cwd } = await accentedMock(accents)
    await ok('push')
    await sent()
    rmSync(join(cwd, 'flow-07.topology.js'))
    await ok('push')
    expect(await sent()).toEqual([])
    expect((await ok('push', '--delete', '--yes')).counts).toMatchObject({ deleted: 1 })
    expect(await sent()).toEqual(['DELETE'])
    expect((await stored()).map(({ slug }) => slug).sort()).toEqual(
      slugs.filter((slug) => slug !== 'flow-07'),
    )
    expect((await ok('push', '--delete', '--yes')).counts).toEqual({ unchanged: slugs.length - 1 })
    expect(await sent()).toEqual([])
  })

  test('watch sends a save', { tags: 'signals', timeout: 60_000 }, async () => {
    const { ok, sent, save, one, cwd, env } = await accentedMock(accents)
    await ok('push')
    await sent()
    const child = start(['watch', '--json'], { cwd, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    let lines = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      lines += text
    })
    const closed = new Promise<number | null>((done) => child.on('close', done))
    await expect.poll(() => lines, { timeout: 20_000 }).toContain('"watching"')
    save('flow-09.topology.js', edited('flow-09'))
    await expect.poll(() => lines, { timeout: 20_000 }).toContain('"updated"')
    child.kill('SIGINT')
    expect(await closed).toBe(0)
    expect(await sent()).toEqual(['PATCH'])
    expect((await one('flow-09')).code).toBe(asStored(edited('flow-09')))
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
  })
})
