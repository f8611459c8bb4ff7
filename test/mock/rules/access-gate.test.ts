/** Access gate over the whole contract: no request reveals the code or the readme of a case. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/contract/contract.ts'
import type { ScriptRow, UserRow } from '../../../src/mock/database/rows.ts'
import { demoWorld } from '../../../src/mock/fixtures/demo-world.ts'
import { operations } from '../../../src/mock/operations.ts'
import { testService } from '../service.ts'
import { rowsOf } from '../visibility.ts'

const secret = 'for-its-owners-only'
const scripts = rowsOf<ScriptRow>(demoWorld, 'scripts')
const users = rowsOf<UserRow>(demoWorld, 'users')
const idOf = (rows: readonly { id: string }[], fits: (row: never) => boolean) =>
  rows.find((row) => fits(row as never))?.id ?? ''
const premium = idOf(scripts, ({ slug }: ScriptRow) => slug === 'kafka-at-scale')
const owner = idOf(users, ({ username }: UserRow) => username === 'carol')
const workspace = rowsOf<{ id: string }>(demoWorld, 'workspaces')[0]?.id ?? ''
const token = '0d9e7b6a-5c4f-4e3d-8a2b-1c0f9e8d7b6a'

/** The case is in every list; dave is an administrator and still not entitled. */
const fixtures = {
  ...demoWorld,
  tables: {
    ...demoWorld.tables,
    users: users.map((row) => (row.username === 'dave' ? { ...row, isAdmin: true } : row)),
    scripts: scripts.map((row) =>
      row.id === premium
        ? {
            ...row,
            code: `${row.code}// ${secret}`,
            readme: `${row.readme}\n${secret}\n`,
            tags: [...row.tags, 'template'],
            isFeatured: true,
            shareToken: token,
            workspaceId: null,
          }
        : row,
    ),
    versions: [1, 2].map((versionNumber) => ({
      id: `${premium} ${versionNumber}`,
      scriptId: premium,
      versionNumber,
      code: secret,
      message: secret,
      createdAt: '2026-02-07T10:00:00.000Z',
    })),
    ...Object.fromEntries(
      ['stars', 'pins'].map((table) => [
        table,
        users.map(({ id }) => ({ id: `${id} ${premium}`, userId: id, scriptId: premium })),
      ]),
    ),
  },
}

/** Fields of all requests at once: a schema picks those that it knows. */
const body = JSON.stringify({
  name: 'n',
  code: 'x',
  type: 'sketch',
  content: 'c',
  message: 'm',
  targetType: 'script',
  scriptId: premium,
  targetId: premium,
  reason: 'Ten letters',
  username: 'bob',
  userId: owner,
  contentType: 'image/png',
  data: 'iVBORw0KGgo=',
  event: 'e',
  step: 's',
  section: 'cases',
  policy: 'p',
  version: '1',
  accepted: true,
  status: 'open',
  isFeatured: true,
})

function pathsOf({ path }: Operation): string[] {
  const values: Record<string, string[]> = {
    id: [premium, 'kafka-at-scale', workspace],
    idOrSlug: [premium, 'kafka-at-scale'],
    token: [token],
    userId: [owner],
    slug: ['kafka-at-scale', 'first-steps'],
    versionNumber: ['1', '2'],
    username: ['carol'],
  }
  let paths = [path as string]
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    paths = paths.flatMap((one) =>
      (values[name] ?? ['x']).map((value) => one.replace(`{${name}}`, value)),
    )
  }
  return paths.map((one) => (one.endsWith('/by-slugs') ? `${one}?slugs=kafka-at-scale` : one))
}

describe.each([undefined, 'alice', 'bob', 'dave'])('to %s', (caller) => {
  const statuses: number[] = []
  const answers = new Map<string, string>()
  beforeAll(async () => {
    const service = testService({ fixtures })
    for (const { operation } of operations) {
      // No earlier request has deleted anything.
      service.control.reset()
      for (const path of pathsOf(operation)) {
        const response = await service.request(path, {
          method: operation.method,
          ...(caller === undefined ? {} : { key: `ca_demo_${caller}` }),
          ...(operation.method === 'GET' ? {} : { body }),
        })
        statuses.push(response.status)
        answers.set(`${operation.method} ${path}`, await response.text())
      }
    }
  })

  test('no endpoint reveals the code or the readme of a case', () => {
    const telling = [...answers].filter(([, text]) => text.includes(secret)).map(([asked]) => asked)
    expect(telling).toEqual([])
    const listing = [...answers].filter(([, text]) => text.includes('"slug":"kafka-at-scale"'))
    // Guards against an empty check: an entitled caller does find the case.
    expect(listing.length).toBeGreaterThan(caller === undefined ? 3 : 12)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(
      caller === undefined ? 8 : 60,
    )
  })
})

test('its owner reads the code and the readme', async () => {
  const service = testService({ fixtures })
  const response = await service.request(`/v1/share/${token}`, { key: 'ca_demo_carol' })
  expect(await response.text()).toContain(secret)
})
