/** Generates field values for requests: mostly valid, often strange. */
import fc from 'fast-check'
import * as z from 'zod/mini'
import { anyCharacter } from '../any-character.ts'
import { goodCode } from './service.ts'

export const kinds = [
  ...(['script', 'own', 'slug', 'revision', 'comment', 'written', 'collection'] as const),
  ...(['foreign', 'collected', 'user', 'username', 'payment', 'share', 'workspace'] as const),
  ...(['invitation', 'schema', 'report'] as const),
]
export const reference = (...of: (typeof kinds)[number][]) =>
  fc.tuple(fc.constantFrom(...of), fc.nat(30)).map(([kind, n]) => `@${kind}:${n}`)

export const strangeText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '-0',
    '1e999',
    'NaN',
    '../../etc/passwd',
    '..',
    '.',
    'gallery',
    'user',
    'search',
    "'; drop table scripts; --",
    '🚀'.repeat(50),
    '<script>alert(1)</script>',
    '\u202etxt.exe',
    'İstanbul',
    'ﷺ',
    '%',
    '%2e%2e%2f',
    'a b',
    '@long',
  ),
)
export const strangeValue = fc.oneof(
  strangeText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    -1,
    0,
    1e21,
    2 ** 53,
    true,
    [[[[]]]],
    { $ne: null },
    { length: -1 },
  ),
)

/** Fields whose values must fit together for any effect. */
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
  // Validating a topology is slow compared to everything else.
  type: fc.oneof(
    { weight: 19, arbitrary: fc.constant('sketch') },
    { weight: 1, arbitrary: fc.constant('topology') },
  ),
  slug: fc.oneof(
    { weight: 8, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,3}$/) },
    { weight: 2, arbitrary: reference('slug', 'script') },
    { weight: 1, arbitrary: strangeText },
  ),
  message: strangeText.map((text) => `@mark ${text}`),
  slugs: fc
    .array(reference('slug', 'own'), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(',')),
  username: reference('username'),
  userId: reference('user'),
  paymentId: reference('payment'),
  data: fc.constantFrom('iVBORw0KGgo=', '/9j/', 'UklGRgAAAABXRUJQ', ''),
  scriptId: reference('script', 'own'),
  targetId: reference('script'),
  // JSON omits undefined; other values are rarely valid here.
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

/** Value that the schema accepts. */
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
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 40, 40),
      })
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

export function objectOf({
  properties = {},
  required = [],
}: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, valueFor(schema, name)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

export const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema
