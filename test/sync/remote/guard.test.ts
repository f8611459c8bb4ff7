/** Versions of a script: what counts as a change between two reads, and what a write does then. */
import { describe, expect, test } from 'vitest'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { guardedWrite, isSameVersion, type SeenVersion } from '../../../src/sync/remote/guard.ts'
import { content, revision, sending, stored } from '../send/sending.ts'

const other = { ...content, name: 'Market' }
const later = '2026-03-02T12:00:00.000Z'
const hash = contentHash(content)

describe('a version', () => {
  test.each<[string, SeenVersion, SeenVersion]>([
    ['equal content', { updatedAt: revision, content }, { updatedAt: later, content }],
    ['an equal hash', { updatedAt: revision, hash }, { updatedAt: later, content }],
    [
      'a hash beside older content',
      { updatedAt: '', content: other, hash },
      { updatedAt: '', content },
    ],
    [
      'what the service stored',
      { updatedAt: '', content: other, stored: content },
      { updatedAt: '', content },
    ],
    ['its revision, unread before', { updatedAt: revision }, { updatedAt: revision, content }],
    ['its revision, unread now', { updatedAt: revision, hash }, { updatedAt: revision }],
  ])('is the same by %s', (_by, seen, now) => {
    expect([isSameVersion(seen, now), isSameVersion(now, seen)]).toEqual([true, true])
  })

  test.each<[string, SeenVersion, SeenVersion]>([
    ['other content', { updatedAt: revision, content }, { updatedAt: revision, content: other }],
    [
      'another hash',
      { updatedAt: revision, content: other, hash },
      { updatedAt: revision, content: other },
    ],
    [
      'other stored content',
      { updatedAt: revision, content, stored: other },
      { updatedAt: revision, content },
    ],
    ['its revision, unread before', { updatedAt: revision }, { updatedAt: later, content }],
    ['no revision, and unread', { updatedAt: '' }, { updatedAt: '', content }],
  ])('is another by %s', (_by, seen, now) => {
    expect([isSameVersion(seen, now), isSameVersion(now, seen)]).toEqual([false, false])
  })
})

describe('a write without a revision to replace', () => {
  const guarded = async (seen: SeenVersion) => {
    const { sent, options } = sending(() => Response.json({ item: stored }))
    const write = async (guard: object) => sent.push(`write ${JSON.stringify(guard)}`)
    const error = await guardedWrite(options.client, stored.id, seen, write).then(
      () => undefined,
      ({ code }: { code?: string }) => code,
    )
    return { sent, error }
  }

  test('is sent if the content is as it was read', async () => {
    expect(await guarded({ updatedAt: '', hash })).toEqual({
      sent: ['GET', 'write {}'],
      error: undefined,
    })
  })

  test('is not sent if the content is another', async () => {
    expect(await guarded({ updatedAt: '', content: other })).toEqual({
      sent: ['GET'],
      error: 'TOPO_CONFLICT',
    })
  })
})
