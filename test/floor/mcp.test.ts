/** The tools for assistants on a service without revisions. */
import { describe, expect, test } from 'vitest'
import { assistant, codeOf, textOf } from '../cli/mcp/client.ts'
import { edited, project, shop, worlds } from './worlds.ts'

const slug = 'shop'

async function started(document: (typeof worlds)[number][1]) {
  const folder = await project(document, {})
  const server = await assistant(['--allow-writes'], { cwd: folder.cwd, env: folder.env })
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await server.call(name, given)
    return { code: codeOf(result), text: textOf(result), data: result.structuredContent }
  }
  const created = await call('create_diagram', { slug, description: 'Shop', code: shop })
  expect(created).toMatchObject({ code: undefined, data: { action: 'created' } })
  return { ...folder, call }
}

describe.each(worlds)('%s', (_name, document) => {
  test('diagrams are created, listed, read, changed and deleted', async () => {
    const { call, code, script: stored } = await started(document)
    const same = await call('create_diagram', { slug, description: 'Shop', code: shop })
    expect(same).toMatchObject({ data: { action: 'unchanged' } })
    const listed = await call('list_diagrams')
    expect(listed.data).toMatchObject({ items: [{ slug }], totalCount: 1 })
    const read = await call('get_diagram', { slug })
    expect(read.data).toMatchObject({ slug, code: shop })
    for (const label of ['One', 'Two']) {
      const updated = await call('update_diagram', { slug, code: edited(label) })
      expect([updated.code, updated.text]).toEqual([undefined, expect.stringContaining('pdated')])
      expect(code()).toBe(edited(label))
    }
    expect(await call('update_diagram', { slug, isPublic: true })).toMatchObject({
      code: undefined,
    })
    expect(stored(slug)).toMatchObject({ isPublic: true, code: edited('Two') })
    expect(await call('update_diagram', { slug, isPublic: true })).toMatchObject({
      data: { action: 'unchanged' },
    })
    expect(await call('delete_diagram', { id: slug, confirmSlug: slug })).toMatchObject({
      code: undefined,
      data: { deleted: true },
    })
    expect(stored(slug)).toBeUndefined()
  })

  test('list_diagrams calls a public diagram private only if the service says so', async () => {
    const { call } = await started(document)
    const open = { slug: 'open', description: 'Open', code: shop, isPublic: true }
    expect(await call('create_diagram', open)).toMatchObject({ code: undefined })
    const { text } = await call('list_diagrams')
    expect(text).toMatch(/^- open \(/m)
    expect(text).not.toMatch(/^- open \(private/m)
  })

  test('a change of somebody else since the last read is a conflict, until it was read', async () => {
    const { call, code, change } = await started(document)
    await call('get_diagram', { slug })
    change(slug, { code: edited('Theirs') })
    const refused = await call('update_diagram', { slug, code: edited('Mine') })
    expect(refused.code).toBe('TOPO_CONFLICT')
    expect(refused.text).not.toMatch(/\bat \W*(Nothing|$)/)
    expect(code()).toBe(edited('Theirs'))
    await call('get_diagram', { slug })
    expect(await call('update_diagram', { slug, code: edited('Mine') })).toMatchObject({
      code: undefined,
    })
    expect(code()).toBe(edited('Mine'))
  })

  test('a change during the update is a conflict', async () => {
    const { call, code, change, whenAnswered } = await started(document)
    await call('get_diagram', { slug })
    whenAnswered(/^GET \/v1\/scripts\/(shop|[0-9a-f-]{36})$/i, () =>
      change(slug, { code: edited('Theirs') }),
    )
    expect((await call('update_diagram', { slug, code: edited('Mine') })).code).toBe(
      'TOPO_CONFLICT',
    )
    expect(code()).toBe(edited('Theirs'))
  })

  test('a change before the deletion is confirmed is a conflict', async () => {
    const { call, change, whenAnswered, script: stored } = await started(document)
    whenAnswered(/^GET \/v1\/scripts\/shop$/, () => change(slug, { code: edited('Theirs') }))
    const refused = await call('delete_diagram', { id: slug, confirmSlug: slug })
    expect(refused.code).toBe('TOPO_CONFLICT')
    expect(stored(slug)).toBeDefined()
  })
})
