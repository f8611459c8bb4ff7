/** Ids of nodes and edges in a script, and suggestions for misspelt ones. */
import { expect, test } from 'vitest'
import { type CommentTarget, checkTarget } from '../../../src/api/calls/comment-target.ts'

const code = `const topology = new TopologyBuilder(true)
const group = topology.createGroup('backend', { label: 'Backend' })
group.addProcess({ id: 'api', label: 'API', replicas: 3 }).addProcess({ id: 'queue', label: 'Queue' })
topology.connect('api', 'queue', { type: 'tcp' }).connect('api', 'queue', { type: 'http' })
await topology.apply()
`
const script = { id: 'id', slug: 'slug', name: 'Name', type: 'topology', code }
const check = (kind: CommentTarget['kind'], id: string) => checkTarget(script, { kind, id })

test.each([
  ['node', 'backend'],
  ['node', 'api'],
  ['node', 'api-3'],
  ['edge', 'api->queue'],
  ['edge', 'api->queue#2'],
] as const)('comment target %s %s is drawn', async (kind, id) => {
  expect(await check(kind, id)).toEqual({ known: true })
})

test.each([
  ['node', 'quee', { kind: 'node', id: 'queue' }],
  ['node', 'api-4', { kind: 'node', id: 'api-1' }],
  ['node', 'api->queue', { kind: 'edge', id: 'api->queue' }],
  ['node', '', undefined],
  ['node', 'constructor', undefined],
  ['edge', 'api->queue#3', { kind: 'edge', id: 'api->queue#2' }],
  ['edge', 'api → queue', { kind: 'edge', id: 'api->queue' }],
  ['edge', 'queue -> api', { kind: 'edge', id: 'api->queue' }],
  ['edge', 'api-', { kind: 'edge', id: 'api->queue' }],
  ['edge', 'backend', { kind: 'node', id: 'backend' }],
  ['edge', 'api->queue->elsewhere', undefined],
] as const)(
  'comment target %s "%s" is not drawn, with the suggestion %j',
  async (kind, id, near) => {
    expect(await check(kind, id)).toMatchObject({ known: false, near })
  },
)

test.each([
  [{ userCanAccess: false, code: '' }, 'may not read its code'],
  [{ type: 'erd' }, 'not a topology'],
  [{ code: '' }, 'did not return its code'],
  [{ code: 'const = 1' }, 'does not run'],
  [{ code: 'throw 1' }, 'does not run'],
])('a comment target cannot be checked in a script with %j', async (fields, why) => {
  const verdict = await checkTarget({ ...script, ...fields }, { kind: 'node', id: 'api' })
  expect(verdict).toEqual({ known: undefined, why: expect.stringContaining(why) })
})
