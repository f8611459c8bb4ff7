/** The base of a change: the given revision, else the last one seen, else the current one. */
import { expect, test } from 'vitest'
import { RevisionTracker } from '../../src/mcp/revision-tracker.ts'
import type { ScriptContent } from '../../src/project/script/content.ts'
import { contentHash } from '../../src/project/script/content-hash.ts'

const content = (code: string): ScriptContent => ({
  slug: 'shop',
  name: 'Shop',
  description: '',
  type: 'topology',
  code,
  tags: [],
  isPublic: false,
  readme: null,
  engineVersion: '1.0',
})
const at = (updatedAt: string, code: string) => ({
  id: '1',
  slug: 'shop',
  updatedAt,
  content: content(code),
})

const then = at('2026-01-01T10:00:00Z', 'old')
const now = at('2026-01-02T10:00:00Z', 'new')

test('an unseen diagram has its current revision as base', () => {
  expect(new RevisionTracker().baseFor(now, undefined)).toMatchObject({
    updatedAt: now.updatedAt,
    hash: contentHash(now.content),
  })
})

test('a seen diagram has the seen revision as base, even if it changed since', () => {
  const revisions = new RevisionTracker()
  revisions.remember(then)
  expect(revisions.baseFor(now, undefined)).toMatchObject({
    updatedAt: then.updatedAt,
    hash: contentHash(then.content),
  })
  revisions.forget('1')
  expect(revisions.baseFor(now, undefined)).toMatchObject({ updatedAt: now.updatedAt })
})

test('a given revision overrides the seen one, with any UTC offset', () => {
  const revisions = new RevisionTracker()
  revisions.remember(then)
  expect(revisions.baseFor(now, '2026-01-02T11:00:00+01:00')).toMatchObject({
    hash: contentHash(now.content),
  })
  expect(revisions.baseFor(now, then.updatedAt)).toMatchObject({ hash: contentHash(then.content) })
})

test('an unknown revision has an empty hash', () => {
  expect(new RevisionTracker().baseFor(now, '2025-05-05T05:05:05Z')).toMatchObject({ hash: '' })
  expect(new RevisionTracker().baseFor(now, 'yesterday')).toMatchObject({ hash: '' })
})
