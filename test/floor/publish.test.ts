/** `publish` and `unpublish` need no guard, so they work without revisions. */
import { describe, expect, test } from 'vitest'
import { edited, project, worlds } from './worlds.ts'

const one = (item: object) => ({ items: [item], totalCount: 1 })

describe.each(worlds)('%s', (_name, document) => {
  test('publish makes a script public, unpublish private, and the file follows', async () => {
    const { ok, read, written, script: stored } = await project(document)
    await ok('push')
    written()
    expect(await ok('publish', 'shop')).toMatchObject(one({ isPublic: true, changed: true }))
    expect(stored('shop')).toMatchObject({ isPublic: true, publishedAt: expect.any(String) })
    expect(read()).toContain('public: true')
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
    expect(await ok('publish', 'shop')).toMatchObject(one({ isPublic: true, changed: false }))
    expect(written()).toEqual(['PATCH'])

    expect(await ok('unpublish', 'shop')).toMatchObject(one({ isPublic: false, changed: true }))
    expect(stored('shop')).toMatchObject({ isPublic: false })
    expect(read()).not.toContain('public: true')
    expect((await ok('push')).counts).toEqual({ unchanged: 1 })
    expect(written()).toEqual(['PATCH'])
  })

  test('publish keeps what somebody else changed', async () => {
    const { ok, change, written, script: stored } = await project(document)
    await ok('push')
    change('shop', { code: edited('Theirs') })
    written()
    await ok('publish', 'shop')
    expect(stored('shop')).toMatchObject({ isPublic: true, code: edited('Theirs') })
    expect(written()).toEqual(['PATCH'])
    // The file only has the new header, so the remote change is to be pulled.
    expect((await ok('push')).counts).toEqual({ 'remote-ahead': 1 })
    expect(stored('shop')).toMatchObject({ code: edited('Theirs') })
  })
})
