/** Checks that every documented endpoint has a contract, a handler, a command and a case. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { furtherSection } from '../../src/api/contract/contract.ts'
import { commandsOf } from '../../src/cli/manifest.ts'
import { apiRequest } from '../../src/commands/api/request.ts'
import { operations } from '../../src/mock/operations.ts'
import { type TestService, testService } from '../mock/service.ts'
import { readJson } from './cases.ts'

interface Endpoint {
  call: string
  area?: string
}
const document = readJson('document.json') as { endpoints: Endpoint[]; further: Endpoint[] }
const named = [...document.endpoints, ...document.further]
const all = commandsOf<{ flags: object; aliases: string[] }>(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../oclif.manifest.json'), 'utf8')),
)
const commands = Object.fromEntries(
  Object.entries(all).flatMap(([id, command]) =>
    [id, ...command.aliases].map((name) => [name, command]),
  ),
)

/** Parameter names may differ. */
const shape = (call: string) => call.replace(/\{\w+\}/g, '{}')
const served = new Map(
  operations.map((one) => [shape(`${one.operation.method} ${one.operation.path}`), one]),
)
/** The rows of docs/endpoints.md, which has quotes around words that a shell would interpret, and its paths outside of them. */
const rowsIn = (text: string) => [
  ...[...text.matchAll(/^\| `(.+)` \| `topo (.+)` \|$/gm)].map(
    ([, call = '', use = '']) => [shape(call), use.replaceAll("'", '')] as const,
  ),
  ...[...text.matchAll(/`(\/v1\/\S+)`/g)].map(
    ([, path]) => [`GET ${path}`, `api ${path}`] as const,
  ),
]
const page = readFileSync(join(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
const uses = new Map(rowsIn(page))

test('docs/endpoints.md has each endpoint once, those that are only named below the others', () => {
  expect(rowsIn(page)).toHaveLength(served.size)
  const [modelled = '', inferred = ''] = page.split('## Inferred')
  const isFurther = (text: string) =>
    new Set(rowsIn(text).map(([call]) => served.get(call)?.operation.section === furtherSection))
  expect([isFurther(modelled), isFurther(inferred)]).toEqual([new Set([false]), new Set([true])])
})

test('every served endpoint is in the document', () => {
  const known = new Set(named.map(({ call }) => shape(call)))
  expect([...served.keys(), ...uses.keys()].filter((call) => !known.has(call))).toEqual([])
})

test.each(named.map(({ call }) => call))('%s has a contract and a handler', (call) => {
  const { operation, handler } = served.get(shape(call)) ?? {}
  expect(handler).toBeTypeOf('function')
  const isFurther = document.further.some((one) => one.call === call)
  expect(operation?.section === furtherSection).toBe(isFurther)
})

describe('every endpoint has a command', () => {
  const ids: Record<string, string> = {}
  let service: TestService
  beforeAll(async () => {
    service = testService()
    Object.assign(ids, await idsOf(service))
  })
  const examples = named.map(({ call }) => [call, uses.get(shape(call)) ?? ''] as const)

  test.each(examples.filter(([, use]) => !use.startsWith('api ')))(
    '%s by "topo %s"',
    (_call, use) => {
      const [words = '', flag] = use.split(' --')
      expect(commands).toHaveProperty([words.replaceAll(' ', ':')])
      const { flags } = commands[words.replaceAll(' ', ':')] ?? {}
      if (flag !== undefined) expect(flags).toHaveProperty([flag])
    },
  )

  test.each(examples.filter(([, use]) => use.startsWith('api ')))(
    '%s by "topo %s"',
    async (call, use) => {
      const filled = use.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? `no ${name}`)
      const { method, path, body } = await exchangeOf(filled.split(' ').slice(1))
      const pattern = shape(call).replace(/\{\}/g, '[^/?]+')
      expect(`${method} ${path}`).toMatch(new RegExp(`^${pattern}(\\?|$)`))
      const key = /\/(admin|audit)\//.test(path) ? 'ca_demo_carol' : 'ca_demo_alice'
      const response = await service.request(path, {
        method,
        key,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(response.status, await response.text()).toBe(200)
    },
  )
})

/** Exchange that the command makes of the example. */
async function exchangeOf(words: readonly string[]) {
  const pairs = (flag: string) =>
    words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
  const flags = { field: pairs('-F'), 'raw-field': pairs('-f') }
  const positional = words.filter((word, at) => !/^-/.test(word) && !/^-/.test(words[at - 1] ?? ''))
  return apiRequest([positional[0] ?? '', positional[1]], flags, 'http://localhost')
}

/** Ids for the examples, created by their owners. */
async function idsOf(service: TestService): Promise<Record<string, string>> {
  const ask = async (user: string, path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await service.request(path, { key: `ca_demo_${user}`, ...init })
    const answer = (await response.json()) as Record<string, string> & {
      item?: { id: string; userId: string }
    }
    expect(response.status, path).toBe(200)
    return { ...answer, ...answer.item } as Record<string, string>
  }
  const script = async (slug: string) => (await ask('alice', `/v1/scripts/${slug}`)).id ?? ''
  const ID = await script('alice-shop')
  const CONCEPT = await script('caching-basics')
  const workspace = async (user: string) =>
    (await ask(user, '/v1/workspaces', { name: 'w' })).id ?? ''
  const invite = async (user: string, id: string, username: string) =>
    ask(user, `/v1/workspaces/${id}/invitations`, { username })
  const WORKSPACE = await workspace('alice')
  const OTHER = await workspace('bob')
  const bob = await invite('alice', WORKSPACE, 'bob')
  await ask('bob', `/v1/workspaces/${WORKSPACE}/invitations/${bob.id}/accept`, {})
  const report = { targetType: 'script', targetId: ID, reason: 'Ten letters' }
  const payment = await ask('alice', '/v1/billing/purchase-bundle', { bundleId: 'kafka-cases' })
  service.control.settle(payment.paymentId ?? '', 'succeeded')
  return {
    ID,
    CONCEPT,
    WORKSPACE,
    OTHER,
    USER: bob.userId ?? '',
    MEMBER: bob.userId ?? '',
    COMMENT:
      (await ask('alice', `/v1/scripts/${ID}/comments`, { content: 'c', targetType: 'script' }))
        .id ?? '',
    SCHEMA: (await ask('alice', '/v1/schemas', { name: 's', code: 'c' })).id ?? '',
    INVITATION: (await invite('alice', WORKSPACE, 'erin')).id ?? '',
    INVITED: (await invite('bob', OTHER, 'alice')).id ?? '',
    REPORT: (await ask('bob', '/v1/reports', report)).id ?? '',
    PAYMENT: payment.paymentId ?? '',
  }
}
