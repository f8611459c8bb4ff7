/** Generates requests for every operation of the contract from its schemas: mostly well-formed, often malformed. */
import fc from 'fast-check'
import type { Operation } from '../../src/api/contract/contract.ts'
import { contract } from '../../src/api/resources/index.ts'
import { anyCharacter } from '../any-character.ts'
import {
  kinds,
  objectOf,
  reference,
  schemaOf,
  strangeText,
  strangeValue,
} from './arbitrary-values.ts'

/** Written with placeholders, so that failures stay readable. */
export const hugeBodies: Readonly<Record<string, string>> = {
  '@objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@arrays': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '@long': 'x'.repeat(100_000),
}

/**
 * Request with placeholders, before the rows are known: `@script:3` is the id of the third script (modulo the
 * number of scripts), `@own:3` one of the caller's, `@mark` a word that occurs in no other text.
 */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
export type Step =
  | { readonly request: SentRequest }
  | { readonly advanceSeconds: number }
  | { readonly payment: string; readonly becomes: 'succeeded' | 'failed' }

const operations = Object.values(contract).flatMap((resource) => Object.values<Operation>(resource))

/** Operation of a request; paths with fewer parameters first. */
export function operationAt(method: string, pathname: string): Operation | undefined {
  const given = pathname.split('/')
  const fits = ({ path }: Operation) => {
    const parts = path.split('/')
    return (
      parts.length === given.length &&
      parts.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
    )
  }
  return operations
    .filter((operation) => operation.method === method && fits(operation))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

const strangeBodies = fc.oneof(
  fc.json(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '{',
    '{"name":',
    '[]',
    'null',
    '"text"',
    '0',
    '\ufeff{}',
    '{"a":1}{"a":2}',
    'NaN',
    "{'name': 'x'}",
    '{"__proto__":{"isAdmin":true},"name":"x","type":"sketch","code":"x"}',
    '{"constructor":{"prototype":{"isAdmin":true}},"name":"x","type":"sketch","code":"x"}',
    '@objects',
    '{"planId":"pro-month","consent":@arrays}',
    '{"name":"@long","type":"sketch","code":"@long@long@long"}',
  ),
)

function bodyOf({ method, body }: Operation): fc.Arbitrary<string | undefined> {
  const good = objectOf(schemaOf(body))
  if (method === 'GET') return fc.constant(undefined)
  const spoilt = fc
    .tuple(
      good,
      fc.oneof(
        fc.constantFrom(...Object.keys(body.shape), '__proto__', 'ownerId', 'id'),
        fc.string(),
      ),
      strangeValue,
    )
    .map(([fields, name, value]) =>
      JSON.stringify(Object.fromEntries([...Object.entries(fields), [name, value]])),
    )
  return fc.oneof(
    { weight: 12, arbitrary: good.map((fields) => JSON.stringify(fields)) },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: strangeBodies },
  )
}

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const pairs = (fields: Record<string, unknown>) =>
    Object.entries(fields).map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
  const good = objectOf(schemaOf(query)).map((fields) => pairs(fields).join('&'))
  const strange = fc
    .dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(query.shape), '__proto__'), fc.string()),
      strangeText,
    )
    .map((fields) => pairs(fields).join('&'))
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 1, arbitrary: strange },
    {
      weight: 1,
      arbitrary: fc.constantFrom('&&&', 'a=%', '=', 'limit=-1', 'page=1e308', 'limit=&offset='),
    },
  )
}

/** Keeps references. */
const encode = (text: string) =>
  text.startsWith('@') ? text : encodeURIComponent(text.toWellFormed())

const parameters: Record<string, fc.Arbitrary<string>> = {
  idOrSlug: reference('slug', 'script'),
  id: reference('script', 'own'),
  scriptId: reference('script', 'own', 'collected'),
  commentId: reference('comment', 'written'),
  username: reference('username'),
  userId: reference('user'),
  token: reference('share'),
  versionNumber: fc.constantFrom('1', '2', '3'),
  invitationId: reference('invitation'),
  slug: fc.oneof(fc.constant('first-steps'), reference('slug')),
}

/** Kind of an id, by the path that it occurs in. */
const idsBelow: [below: string, ids: fc.Arbitrary<string>][] = [
  ['/v1/collections/', reference('collection', 'collection', 'foreign')],
  ['/v1/workspaces/', reference('workspace')],
  ['/v1/schemas/', reference('schema')],
  ['/v1/admin/users/', reference('user')],
  ['/v1/admin/reports/', reference('report')],
]

function pathOf({ path }: Operation): fc.Arbitrary<string> {
  const parts = path.split(/\{(\w+)\}/)
  const filled = parts.map((part, at) => {
    if (at % 2 === 0) return fc.constant(part)
    const below = part === 'id' ? idsBelow.find(([start]) => path.startsWith(start)) : undefined
    const fit = below?.[1] ?? parameters[part]
    return fc.oneof(
      { weight: 12, arbitrary: fit ?? reference(...kinds) },
      { weight: 1, arbitrary: reference(...kinds) },
      { weight: 1, arbitrary: strangeText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '%ED%A0%80', '..%2f..', '%252e') },
    )
  })
  return fc.tuple(...filled).map((texts) => texts.join(''))
}

const credentials = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .constantFrom('alice', 'bob', 'carol', 'dave', 'erin')
      .map((user) => ({ authorization: `Bearer ca_demo_${user}` })),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'x-api-key': 'ca_demo_alice' },
      { cookie: 'session=demo-bob' },
      { cookie: 'session=demo-alice', authorization: 'Bearer ca_demo_dave' },
      { cookie: 'session=nobody' },
      { authorization: 'Bearer ca_demo_revoked' },
      { authorization: 'Bearer __proto__' },
      { 'x-api-key': 'constructor' },
    ),
  },
)
const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-16',
      'x',
    ),
  },
)

const requestTo = (operation: Operation): fc.Arbitrary<SentRequest> =>
  fc
    .record({
      path: pathOf(operation),
      query: queryOf(operation),
      body: bodyOf(operation),
      user: credentials,
      contentType,
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'POST', 'OPTIONS') },
      ),
    })
    .map(({ path, query, body, user, contentType: sentType, method }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: body === undefined ? user : { ...user, 'content-type': sentType },
      body,
    }))

const anyRequest = fc.oneof(
  // Requests that create rows, more often than those that read or delete.
  ...operations.map((operation) => ({
    weight: operation.method === 'POST' || operation.method === 'PATCH' ? 3 : 1,
    arbitrary: requestTo(operation),
  })),
  {
    weight: 2,
    arbitrary: fc
      .record({ slug: reference('slug'), headers: credentials })
      .map(({ slug, headers }) => ({
        method: 'GET',
        path: `/v/${slug}`,
        headers,
        body: undefined,
      })),
  },
)

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 20, arbitrary: anyRequest.map((request) => ({ request })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(1, 3600, 86_400, 40 * 86_400)
        .map((advanceSeconds) => ({ advanceSeconds })),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        payment: reference('payment'),
        becomes: fc.constantFrom('succeeded', 'failed'),
      }),
    },
  ),
  { maxLength: 30, size: 'max' },
)
