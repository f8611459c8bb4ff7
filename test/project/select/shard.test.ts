import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { inShard, parseShard } from '../../../src/project/select/shard.ts'
import type { PlannedFile } from '../../../src/sync/plan/input.ts'
import { planSync } from '../../../src/sync/plan/plan.ts'

const slug = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
const count = fc.integer({ min: 1, max: 12 })
const shardsOf = (of: number) => Array.from({ length: of }, (_, n) => ({ index: n + 1, of }))

describe('a shard', () => {
  it('contains each slug exactly once among all shards', () => {
    fc.assert(
      fc.property(slug, count, (one, of) => {
        expect(shardsOf(of).filter((shard) => inShard(one, shard))).toHaveLength(1)
      }),
    )
  })

  it('is about as large as the other shards', () => {
    const slugs = Array.from({ length: 1000 }, (_, n) => `script-${n}`)
    for (const shard of shardsOf(8)) {
      const size = slugs.filter((one) => inShard(one, shard)).length
      expect(size).toBeGreaterThan(90)
      expect(size).toBeLessThan(160)
    }
  })

  it.each(['0/8', '9/8', '8', '1/0', 'a/b', '-1/8', '1/8/2', '1.5/8', '1/10000', ''])(
    'cannot be %j',
    (text) => {
      expect(() => parseShard(text)).toThrow(
        expect.objectContaining({
          code: 'TOPO_USAGE',
          exitCode: 2,
          message: `"${text}" is not a valid shard.`,
        }),
      )
    },
  )

  it('is parsed from 2/8, and has numbers of four digits at most', () => {
    expect(parseShard('2/8')).toEqual({ index: 2, of: 8 })
    expect(parseShard('9999/9999')).toEqual({ index: 9999, of: 9999 })
  })

  it('contains the same slugs on every machine and in every version', () => {
    // The first four bytes of SHA-256, computed with another program.
    const shards = {
      shop: 4,
      SHOP: 5,
      'order-pipeline': 7,
      größe: 8,
      a: 3,
    }
    for (const [one, index] of Object.entries(shards)) {
      expect(inShard(one, { index, of: 8 }), one).toBe(true)
    }
  })
})

describe('the shards of a plan', () => {
  const content = (name: string, code: string): ScriptContent => ({
    slug: name,
    name,
    description: '',
    type: 'topology',
    code,
    tags: [],
    isPublic: false,
    readme: null,
    engineVersion: '1.0',
  })
  const file = (name: string): PlannedFile => {
    const sent = content(name, 'here')
    return { path: `${name}.topology.js`, slug: name, content: sent, hash: contentHash(sent) }
  }
  /** Some scripts are only local, some only remote with a record (deleted locally), some on both sides. */
  const database = fc
    .uniqueArray(fc.tuple(slug, fc.constantFrom('here', 'there', 'both', 'moved')), {
      maxLength: 12,
      selector: ([name]) => name,
    })
    .map((scripts) => ({
      files: scripts.filter(([, where]) => where !== 'there').map(([name]) => file(name)),
      remotes: scripts
        .filter(([, where]) => where !== 'here')
        .map(([name]) => ({
          id: `id-${name}`,
          slug: name,
          updatedAt: 't1',
          content: content(name, 'there'),
        })),
      records: Object.fromEntries(
        scripts
          .filter(([, where]) => where !== 'here')
          .map(([name, where]) => [
            where === 'moved' ? `old/${name}.topology.js` : `${name}.topology.js`,
            {
              id: `id-${name}`,
              slug: name,
              updatedAt: 't1',
              hash: contentHash(content(name, 'there')),
            },
          ]),
      ),
    }))

  it('are together the whole plan, including deletes, without duplicate steps', () => {
    fc.assert(
      fc.property(database, count, (input, of) => {
        const parts = shardsOf(of).flatMap((shard) => planSync({ ...input, shard }))
        const inOrder = (steps: typeof parts) =>
          steps.toSorted((a, b) => (a.path < b.path ? -1 : 1))
        expect(inOrder(parts)).toEqual(inOrder(planSync(input)))
      }),
    )
  })

  it('keep a script in its shard when others are added', () => {
    fc.assert(
      fc.property(database, slug, count, (input, added, of) => {
        const more = {
          ...input,
          files: [...input.files.filter((one) => one.slug !== added), file(added)],
        }
        for (const shard of shardsOf(of)) {
          const slugs = (steps: ReturnType<typeof planSync>) =>
            steps.map((step) => step.slug).filter((one) => one !== added)
          expect(slugs(planSync({ ...more, shard }))).toEqual(slugs(planSync({ ...input, shard })))
        }
      }),
    )
  })
})
