/** Any session of one account with the embedded service is verified without a difference. */
import fc from 'fast-check'
import type { Har } from 'har-format'
import { expect, test } from 'vitest'
import type { AccentName } from '../../../src/mock/accents/names.ts'
import { cases } from '../../cases.ts'
import { goodCode } from '../service.ts'
import { type RecordedService, recordService, verify } from './record-service.ts'

/** What a session has seen so far. */
interface Seen {
  scripts: { id: string; slug: string; updatedAt: string }[]
  comments: string[]
  collections: string[]
  tokens: string[]
}

/** A step takes what it needs from what was seen, by number. */
type Step = (
  recorded: RecordedService,
  seen: Seen,
  pick: <T>(from: readonly T[]) => T | undefined,
) => Promise<unknown>

const remember = (seen: Seen, ...items: ({ id?: string; slug: string; updatedAt: string } | undefined)[]) => {
  for (const item of items) {
    if (item?.id === undefined) continue
    seen.scripts = [
      ...seen.scripts.filter(({ id }) => id !== item.id),
      { id: item.id, slug: item.slug, updatedAt: item.updatedAt },
    ]
  }
}
const ofScript =
  (act: (ask: RecordedService['ask'], script: Seen['scripts'][0], seen: Seen) => Promise<unknown>): Step =>
  async ({ ask }, seen, pick) => {
    const script = pick(seen.scripts)
    if (script) await act(ask, script, seen)
  }

const steps: Record<string, Step> = {
  own: async ({ ask }, seen) => remember(seen, ...(await ask('GET /v1/scripts/user')).items),
  gallery: async ({ ask }, seen) =>
    remember(seen, ...(await ask('GET /v1/scripts/gallery?pageSize=3')).items),
  search: async ({ ask }, seen) => remember(seen, ...(await ask('GET /v1/scripts/search?query=a')).items),
  create: async ({ ask }, seen, pick) => {
    const slug = pick(['a', 'b', 'hello-topology', undefined])
    remember(
      seen,
      (
        await ask('POST /v1/scripts', {
          name: 'New',
          ...(slug ? { slug } : {}),
          type: 'topology',
          code: goodCode,
          isPublic: pick([true, false]),
        })
      ).item,
    )
  },
  invalid: ({ ask }) => ask('POST /v1/scripts', { name: 'x', type: 'topology', code: 'nothing' }),
  read: ofScript(async (ask, { id }, seen) => remember(seen, (await ask(`GET /v1/scripts/${id}`)).item)),
  readBySlug: ofScript(async (ask, { slug }, seen) =>
    remember(seen, (await ask(`GET /v1/scripts/${slug}`)).item),
  ),
  change: ofScript(async (ask, { id }, seen) =>
    remember(seen, (await ask(`PATCH /v1/scripts/${id}`, { name: 'Changed', tags: ['b', 'a'] })).item),
  ),
  guarded: ofScript(async (ask, { id, updatedAt }) =>
    ask(`PATCH /v1/scripts/${id}`, { description: 'x', expectedUpdatedAt: updatedAt }),
  ),
  stale: ofScript(async (ask, { id }) =>
    ask(`PATCH /v1/scripts/${id}`, { description: 'y', expectedUpdatedAt: '2020-01-01T00:00:00.000Z' }),
  ),
  rename: ofScript(async (ask, { id }) => ask(`PATCH /v1/scripts/${id}`, { slug: 'renamed' })),
  publish: ofScript((ask, { id }) => ask(`PATCH /v1/scripts/${id}`, { isPublic: true })),
  delete: ofScript((ask, { id }) => ask(`DELETE /v1/scripts/${id}`)),
  star: ofScript((ask, { id }) => ask(`POST /v1/scripts/${id}/star`)),
  starred: async ({ ask }, seen) => remember(seen, ...(await ask('GET /v1/scripts/starred')).items),
  pin: ofScript((ask, { id }) => ask(`POST /v1/scripts/${id}/pin`)),
  pins: ({ ask }) => ask('GET /v1/me/pins'),
  versions: ofScript((ask, { id }) => ask(`GET /v1/scripts/${id}/versions`)),
  share: ofScript(async (ask, { id }, seen) => {
    const { item } = await ask(`POST /v1/scripts/${id}/share-token`)
    if (item) seen.tokens.push(item.shareToken)
  }),
  unshare: ofScript((ask, { id }) => ask(`DELETE /v1/scripts/${id}/share-token`)),
  shared: async ({ ask }, seen, pick) => {
    const token = pick(seen.tokens)
    if (token) await ask(`GET /v1/share/${token}`, undefined, null)
  },
  comments: ofScript(async (ask, { id }, seen) => {
    const { items = [] } = await ask(`GET /v1/scripts/${id}/comments`)
    seen.comments.push(...items.map((item: { id: string }) => item.id))
  }),
  comment: ofScript(async (ask, { id }, seen) => {
    const { item } = await ask(`POST /v1/scripts/${id}/comments`, { content: 'x', targetType: 'script' })
    if (item) seen.comments.push(item.id)
  }),
  uncomment: async ({ ask }, seen, pick) => {
    const id = pick(seen.comments)
    if (id) await ask(`DELETE /v1/comments/${id}`)
  },
  collection: async ({ ask }, seen) => {
    seen.collections.push((await ask('POST /v1/collections', { name: 'c' })).item.id)
  },
  collect: async ({ ask }, seen, pick) => {
    const [id, script] = [pick(seen.collections), pick(seen.scripts)]
    if (id && script) await ask(`POST /v1/collections/${id}/scripts`, { scriptId: script.id })
  },
  collections: ({ ask }) => ask('GET /v1/collections'),
  quota: ({ ask }) => ask('GET /v1/quota/me'),
  anonymous: ofScript((ask, { id }) => ask(`GET /v1/scripts/${id}`, undefined, null)),
  other: async ({ ask }, seen) => remember(seen, (await ask('GET /v1/scripts/hello-topology')).item),
}

const session = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(50)), {
  minLength: 1,
  maxLength: 25,
})

/** Plays a session; returns the recording. */
async function play(
  chosen: readonly [string, number][],
  accents: readonly AccentName[] = [],
): Promise<string> {
  const recorded = recordService({ quotas: { draftsPerDay: 3 }, accents })
  const seen: Seen = { scripts: [], comments: [], collections: [], tokens: [] }
  for (const [name, number] of chosen) {
    await steps[name]?.(recorded, seen, (from) => from[number % from.length])
  }
  return recorded.har()
}

/** The requests of a recording, for the message of a failure. */
const requestsOf = (har: string): string =>
  (JSON.parse(har) as Har).log.entries
    .map(({ request, response }) => `${request.method} ${request.url} ${response.status}`)
    .join('\n')

test('any session of one account is verified without a difference', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(session, async (chosen) => {
    const har = await play(chosen)
    const { lines, unknown } = await verify(har)
    expect([unknown, ...lines], requestsOf(har)).toEqual([0])
  })
  // A slug that a script has lost.
  const renamed: [string, number][] = [
    ['own', 0],
    ['readBySlug', 0],
    ['rename', 3],
    ['readBySlug', 3],
  ]
  await fc.assert(property, { numRuns: cases(400), examples: [[renamed]] })
})

test('ids and revisions in other forms are found again in any session', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(session, async (chosen) => {
    const har = await play(chosen, ['legacy'])
    const { lines } = await verify(har)
    expect(
      lines.filter((line) => !/: (type|missing|extra) /.test(line)),
      requestsOf(har),
    ).toEqual([])
  })
  await fc.assert(property, { numRuns: cases(400) })
})
