/** A hundred compose files, generated from what they mean: no connection is invented, and none is lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompose } from '../../../src/convert/compose/read-compose.ts'
import { inventedConnection, readEvidence } from './second-reader.ts'

interface MeantService {
  readonly name: string
  /** Indexes of the services that it calls, and how the file says it. */
  readonly calls: readonly { readonly to: number; readonly how: number }[]
  readonly isMap: boolean
  readonly publishes: boolean
  readonly noise: number
}

const NAMES = ['web', 'api', 'db', 'cache', 'queue', 'mail', 'search', 'auth'] as const
const PORTS = [8080, 3000, 5432, 6379, 5672, 25, 9200, 7000] as const

/** What a call looks like in an environment; the last ones use variables. */
const CALLS: readonly ((to: string, port: number) => readonly [key: string, value: string])[] = [
  (to, port) => ['CALLED_URL', `http://${to}:${port}`],
  (to) => ['CALLED_HOST', to],
  (to, port) => ['CALLED', `${to}:${port}`],
  (to) => ['CALLED_DSN', `postgres://user:password@${to}/name`],
  (to) => ['CALLED_BY_DEFAULT', `http://\${NOT_SET:-${to}}/`],
  (to) => ['CALLED_BY_FILE', `http://\${HOST_OF_${to.toUpperCase()}}/`],
]

/** Lines that name services and call none. */
const NOISE: readonly (readonly [key: string, value: string])[] = [
  ['EMPTY', ''],
  ['ALLOWED_HOSTS', 'web,api,db'],
  ['CORS_ORIGIN', 'http://web:8080'],
  ['POSTGRES_DB', 'db'],
  ['MODE', 'queue'],
  ['NO_PROXY', 'db,cache,api'],
]

const services = fc.integer({ min: 1, max: NAMES.length }).chain((count) =>
  fc.tuple(
    ...NAMES.slice(0, count).map((name) =>
      fc.record({
        name: fc.constant(name),
        calls: fc.uniqueArray(
          fc.record({
            to: fc.integer({ min: 0, max: count - 1 }),
            how: fc.integer({ min: 0, max: CALLS.length + 1 }),
          }),
          { selector: ({ to }) => to, maxLength: 4 },
        ),
        isMap: fc.boolean(),
        publishes: fc.boolean(),
        noise: fc.integer({ min: 0, max: NOISE.length }),
      }),
    ),
  ),
)

const nameOf = (index: number) => NAMES[index] as string

function textOf(all: readonly MeantService[]): string {
  const head = ['x-log: &log', '  logging: { driver: none }', 'services:']
  return `${[...head, ...all.flatMap(linesOf)].join('\n')}\n`
}

function linesOf(service: MeantService): string[] {
  const { name, publishes } = service
  return [
    `  ${name}:`,
    '    <<: *log',
    `    image: example/${name}`,
    ...dependencyLines(service),
    ...linkLines(service),
    ...environmentLines(service),
    ...(publishes ? ['    ports: ["80:80"]'] : []),
  ]
}

function dependencyLines({ calls, isMap }: MeantService): string[] {
  const dependencies = calls.filter(({ how }) => how === CALLS.length)
  if (dependencies.length === 0) return []
  const lines = dependencies.map(({ to }) =>
    isMap ? `      ${nameOf(to)}: { condition: service_started }` : `      - ${nameOf(to)}`,
  )
  return ['    depends_on:', ...lines]
}

function linkLines({ calls }: MeantService): string[] {
  const links = calls.filter(({ how }) => how === CALLS.length + 1)
  if (links.length === 0) return []
  return [`    links: [${links.map(({ to }) => `${nameOf(to)}:other`).join(', ')}]`]
}

function environmentLines({ calls, isMap, noise }: MeantService): string[] {
  const variables = calls.flatMap(({ to, how }) => {
    const call = CALLS[how]
    if (call === undefined) return []
    const [key, value] = call(nameOf(to), PORTS[to] as number)
    return [[`${nameOf(to).toUpperCase()}_${key}`, value] as const]
  })
  const pairs = [...variables, ...NOISE.slice(0, noise)]
  if (pairs.length === 0) return []
  const lines = pairs.map(([key, value]) =>
    isMap ? `      ${key}: "${value}"` : `      - ${key}=${value}`,
  )
  return ['    environment:', ...lines]
}

const hosts = Object.fromEntries(NAMES.map((name) => [`HOST_OF_${name.toUpperCase()}`, name]))
const env = Object.entries(hosts)
  .map(([name, value]) => `${name}=${value}\n`)
  .join('')

const drawn = (text: string, envText = '') => {
  const [drawing] = readCompose(text, 'shop/compose.yaml', (path) =>
    path === '.env' ? envText : undefined,
  )
  return drawing?.connections ?? []
}

test('a hundred compose files have exactly the connections that they mean', () => {
  const sample = fc.sample(services, { numRuns: 100, seed: 54 })
  for (const all of sample) {
    const text = textOf(all)
    const meant = all.flatMap(({ name, calls, publishes }) => [
      ...calls
        .map(({ to }) => [name, NAMES[to] as string] as const)
        .filter(([from, to]) => from !== to),
      ...(publishes ? [['outside', name] as const] : []),
    ])
    const found = drawn(text, env).map(({ from, to }) => `${from} → ${to}`)
    expect(found.toSorted(), text).toEqual(meant.map(([from, to]) => `${from} → ${to}`).sort())

    const evidence = readEvidence(text, hosts)
    expect(drawn(text, env).flatMap((one) => inventedConnection(evidence, one) ?? [])).toEqual([])
  }
})

test.each(['observability', 'shop', 'voting', 'wordpress'])(
  'another reader finds every connection of %s in the file',
  (name) => {
    const text = readFileSync(join(import.meta.dirname, 'files', `${name}.yaml`), 'utf8')
    const evidence = readEvidence(text)
    expect(drawn(text).flatMap((one) => inventedConnection(evidence, one) ?? [])).toEqual([])
    for (const service of evidence.services) {
      const callees = drawn(text)
        .filter(({ from }) => from === service)
        .map(({ to }) => to)
      const named = evidence.namedBy(service).filter((one) => evidence.services.includes(one))
      expect(callees).toEqual(expect.arrayContaining(named))
    }
  },
)

test('the second reader would see an invented connection', () => {
  const evidence = readEvidence('services: { a: { image: x }, b: { image: x } }')
  expect(inventedConnection(evidence, { from: 'a', to: 'b' })).toBe('a does not name b')
  expect(inventedConnection(evidence, { from: 'outside', to: 'b' })).toBe(
    'nobody outside reaches b',
  )
})
