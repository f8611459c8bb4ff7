/** Requests for every operation of the contract: mostly well-formed, made from its schemas, and often not at all. */
import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '../../src/api/contract.ts'
import { contract } from '../../src/api/resources/index.ts'
import { goodCode } from './service.ts'

/** Written by name, so that what fails stays readable. */
export const monsters: Readonly<Record<string, string>> = {
  '@objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@arrays': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '@long': 'x'.repeat(100_000),
}

/**
 * What is sent, before it is known which rows there will be: `@script:3` stands for the id of the third script,
 * counted around, `@own:3` for one of the caller's, `@mark` for a word that is in no other text.
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

/** The operation that is reached: those with fewer parameters go before others. */
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

const kinds = [
  ...(['script', 'own', 'slug', 'revision', 'comment', 'written', 'collection'] as const),
  ...(['foreign', 'collected', 'user', 'username', 'payment'] as const),
]
const reference = (...of: (typeof kinds)[number][]) =>
  fc.tuple(fc.constantFrom(...of), fc.nat(30)).map(([kind, n]) => `@${kind}:${n}`)

const strangeText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    ...['', ' ', '\u0000', '\ud800', '__proto__', 'constructor', 'toString', 'null', '-0', '1e999', 'NaN'],
    ...[
      '../../etc/passwd',
      '..',
      '.',
      'gallery',
      'user',
      'search',
      "'; drop table scripts; --",
      '🚀'.repeat(50),
    ],
    ...['<script>alert(1)</script>', '\u202etxt.exe', 'İstanbul', 'ﷺ', '%', '%2e%2e%2f', 'a b', '@long'],
  ),
)
const strangeValue = fc.oneof(
  strangeText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, [], {}, -1, 0, 1e21, 2 ** 53, true, [[[[]]]], { $ne: null }, { length: -1 }),
)

/** Fields whose values have to fit together for anything to happen. */
const fitting: Record<string, fc.Arbitrary<unknown>> = {
  name: strangeText.map((text) => `@mark ${text}`),
  description: fc.constant('@mark'),
  content: strangeText.map((text) => `@mark ${text}`),
  readme: fc
    .oneof(strangeText, fc.constant(`# One\n\n## Two\n\ntext\n\n${'more\n'.repeat(50)}`))
    .map((text) => `${text}\n@mark`),
  reason: fc.constant('@mark is not theirs'),
  code: fc.oneof(
    { weight: 9, arbitrary: strangeText.map((text) => `// @mark\n${text}`) },
    { weight: 1, arbitrary: fc.constant(`// @mark\n${goodCode}`) },
    { weight: 1, arbitrary: fc.constantFrom('SAVE20', 'ONCE', 'SUBONLY', 'OLD') },
  ),
  // Validation of a topology is slow beside all the rest.
  type: fc.oneof(
    { weight: 19, arbitrary: fc.constant('sketch') },
    { weight: 1, arbitrary: fc.constant('topology') },
  ),
  slug: fc.oneof(
    { weight: 8, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,3}$/) },
    { weight: 2, arbitrary: reference('slug', 'script') },
    { weight: 1, arbitrary: strangeText },
  ),
  scriptId: reference('script', 'own'),
  targetId: reference('script'),
  // Left out by JSON where it is undefined, and where it is not it seldom fits.
  expectedUpdatedAt: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: reference('revision') },
  ),
  color: fc.constantFrom('#1f6feb', '#ABC'),
  planId: fc.constantFrom('pro-month', 'pro-year'),
  bundleId: fc.constantFrom('kafka-cases', 'databases-cases'),
  promoCode: fc.constantFrom('SAVE20', 'FLAT100', 'ONCE', 'SUBONLY', 'OLD', 'nothing'),
  consent: fc.constant({ acceptedRecurring: true, recurringPolicyVersion: '1', locale: 'en' }),
}

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** A value that the schema takes, as far as the schema says what it takes. */
function valueFor(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const fit = fitting[name]
  if (fit) return fc.oneof({ weight: 19, arbitrary: fit }, { weight: 1, arbitrary: strangeValue })
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueFor(one)))
  if (schema.format === 'uuid') return reference('script')
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), { maxLength: 4 })
    case 'string':
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 40) })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: 0, max: 30 })
    case 'null':
      return fc.constant(null)
    default:
      return strangeValue
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema

const strangeBodies = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...['{', '{"name":', '[]', 'null', '"text"', '0', '\ufeff{}', '{"a":1}{"a":2}', 'NaN', "{'name': 'x'}"],
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
      fc.oneof(fc.constantFrom(...Object.keys(body.shape), '__proto__', 'ownerId', 'id'), fc.string()),
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
    .dictionary(fc.oneof(fc.constantFrom(...Object.keys(query.shape), '__proto__'), fc.string()), strangeText)
    .map((fields) => pairs(fields).join('&'))
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: fc.constantFrom('&&&', 'a=%', '=', 'limit=-1', 'page=1e308', 'limit=&offset=') },
  )
}

/** Leaves references alone. */
const encode = (text: string) => (text.startsWith('@') ? text : encodeURIComponent(text.toWellFormed()))

const parameters: Record<string, fc.Arbitrary<string>> = {
  idOrSlug: reference('slug', 'script'),
  id: reference('script', 'own'),
  scriptId: reference('script', 'own', 'collected'),
  commentId: reference('comment', 'written'),
  username: reference('username'),
}

function pathOf({ path }: Operation): fc.Arbitrary<string> {
  const parts = path.split(/\{(\w+)\}/)
  const filled = parts.map((part, at) => {
    if (at % 2 === 0) return fc.constant(part)
    const fit =
      path.startsWith('/v1/collections/{id}') && part === 'id'
        ? reference('collection', 'collection', 'foreign')
        : parameters[part]
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
    .map(({ path, query, body, user, contentType, method }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: body === undefined ? user : { ...user, 'content-type': contentType },
      body,
    }))

const anyRequest = fc.oneof(
  // What makes rows, more often than what reads or removes them.
  ...operations.map((operation) => ({
    weight: operation.method === 'POST' || operation.method === 'PATCH' ? 3 : 1,
    arbitrary: requestTo(operation),
  })),
  {
    weight: 2,
    arbitrary: fc.record({ slug: reference('slug'), headers: credentials }).map(({ slug, headers }) => ({
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
      arbitrary: fc.constantFrom(1, 3600, 86_400, 40 * 86_400).map((advanceSeconds) => ({ advanceSeconds })),
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
