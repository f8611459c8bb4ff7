/** Lists of a service that takes pages of 12 entries and refuses longer ones: the document shows no page size. */
import { expect, test } from 'vitest'
import { isAll, oneOf } from '../cases.ts'
import { script } from '../cli/topo.ts'
import { documentOnly, project } from './worlds.ts'

const slugs = Array.from({ length: 27 }, (_, n) => `flow-${String(n).padStart(2, '0')}`)
const files = Object.fromEntries(slugs.map((slug) => [`${slug}.topology.js`, script(slug)]))
const [, capped] = documentOnly

test.each(oneOf(2, ['capped', 'refused'] as const))(
  'all pages of a list are read, long ones are %s',
  { timeout: 60_000 },
  async (longPages) => {
    const { ok, running, written } = await project({ ...capped, longPages }, files)
    expect((await ok('push')).counts).toEqual({ created: slugs.length })
    const listed = await ok('script', 'list', '--all')
    expect(listed.items.map(({ slug }: { slug: string }) => slug).sort()).toEqual(slugs)
    expect((await ok('script', 'list', '--limit', '15')).items).toHaveLength(15)
    expect((await ok('status')).totalCount).toBe(slugs.length)
    if (!isAll) return
    written()
    expect((await ok('push')).counts).toEqual({ unchanged: slugs.length })
    const fresh = await project(undefined, {}, running)
    expect((await fresh.ok('pull')).counts).toEqual({ pulled: slugs.length })
    expect(written()).toEqual([])
  },
)

test.each(oneOf(2, ['refused', 'capped'] as const))(
  'the gallery is read, long pages are %s',
  async (longPages) => {
    const { ok, script: stored } = await project({ ...capped, longPages })
    expect(stored('payments-platform')?.isPublic).toBe(true)
    const { items, totalCount } = await ok('script', 'search', '--all')
    expect([items.length, items.length > 2]).toEqual([totalCount, true])
  },
)

test.each(oneOf(2, ['refused', 'capped'] as const))(
  'doctor --service reads lists, long pages are %s',
  async (longPages) => {
    const { ok } = await project({ ...capped, longPages })
    await ok('push')
    await ok('doctor', '--service')
  },
)
