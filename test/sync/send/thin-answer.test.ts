/** A script that the service does not name in its answer: only one that is surely the user's is taken for the written one. */
import { describe, expect, test } from 'vitest'
import { createScript } from '../../../src/sync/send/send-script.ts'
import { isSurelyOwn } from '../../../src/sync/send/thin-answer.ts'
import { codeOf, content, sending, stored } from './sending.ts'

const list = (ids: readonly string[]) => {
  const items = ids.map((id) => ({ ...stored, id, slug: `slug-${id}` }))
  return Response.json({ items, total: items.length })
}

describe("a script is the user's own", () => {
  test.each([
    { name: 'a private one, which nobody else sees', isPublic: false, isOwn: true, requests: [] },
    { name: 'a public one in the list', isPublic: true, own: [stored.id] },
    { name: 'a public one that is not in the list', isPublic: true, isOwn: false },
    { name: 'one of unknown visibility in the list', own: [stored.id] },
    { name: 'one of unknown visibility that is not in the list', isOwn: false },
  ])('$name', async ({ isPublic, own = ['id-0'], isOwn = true, requests = ['GET'] }) => {
    const { sent, options } = sending(() => list(own))
    expect(await isSurelyOwn({ ...stored, isPublic }, options.client)).toBe(isOwn)
    expect(sent).toEqual(requests)
  })
})

test.each([
  ['a private script with the slug is the new one', false, [], 'done'],
  ["a public one with the slug, of nobody's list, is not", true, [], 'TOPO_NOT_VISIBLE'],
])('after an answer without an id, %s', async (_which, isPublic, own, expected) => {
  const { clock, options } = sending((method, url) => {
    if (method === 'POST') return Response.json({ ok: true })
    return url.includes(content.slug) ? Response.json({ item: { ...stored, isPublic } }) : list(own)
  })
  expect(await clock.run(codeOf(createScript(content, options)))).toBe(expected)
})
