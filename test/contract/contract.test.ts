/**
 * Runs the examples, tables and numbered rules of the service's document over real HTTP, with `npm test` every fourth of
 * a file, and the others in this process. The JSON files here follow the document, not the code; `cases.ts` runs them.
 * Meanwhile each answer, and those to variants of each request, is compared with the OpenAPI document of the mock: each
 * documented answer occurs, and no field is missing in it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '../../src/mock/database/database.ts'
import { inProcessFetch } from '../../src/mock/http/connection.ts'
import { openApiDocument } from '../../src/mock/openapi/document.ts'
import { errorKinds } from '../../src/mock/openapi/error-kinds.ts'
import { type RunningServer, serve } from '../../src/mock/serve.ts'
import { isAll, oneOf } from '../cases.ts'
import { impatientClock } from '../clock.ts'
import { testService } from '../mock/service.ts'
import { callsOf, contractFiles, type Exchange, readJson, run } from './cases.ts'
import { type OpenApi, openApiChecker } from './openapi.ts'
import { probesOf, runner } from './probes.ts'

type ProbeInit = Pick<Exchange, 'headers' | 'body'> & { method?: string }

interface Endpoint {
  call: string
  auth: 'none' | 'key'
}

/** Index of the document, to check that the cases are complete. */
interface DocumentIndex {
  endpoints: Endpoint[]
  /** Endpoints of *Further endpoints*, with their area in the table. */
  further: (Endpoint & { area: string })[]
  /** Number of numbered rules by section. */
  rules: Record<string, number>
  /** `Section rule` with the reason why no case can test it. */
  unexpressed: Record<string, string>
}

const files = contractFiles()
const document = readJson('document.json') as DocumentIndex
const { rules, unexpressed } = document
const endpoints: Endpoint[] = [...document.endpoints, ...document.further]
const providers = [...new Set(files.map(({ provider }) => provider))]

const text = JSON.stringify(openApiDocument('http://localhost'))
const openApi = JSON.parse(text) as OpenApi
// Objects without described fields are open: the document of the service does not show the widget.
const closed = text.replace(
  /(?<!"properties":\{\},)"additionalProperties":\{\}/g,
  '"additionalProperties":false',
)
const checker = openApiChecker(JSON.parse(closed) as OpenApi)
/** Answers that occurred, such as `scriptsCreate SlugTaken`. */
const seen = new Set<string>()
const operations = Object.values(openApi.paths).flatMap((methods) => Object.values(methods))
const answersOf = (some: typeof operations) =>
  some.flatMap(({ operationId, responses }) =>
    Object.values(responses)
      .flatMap(({ $ref }) => (typeof $ref === 'string' ? namesIn($ref) : ['200']))
      .map((kind) => `${operationId} ${kind}`),
  )
const documented = answersOf(operations)
/** Those that probes look for. */
const wanted = answersOf(oneOf(3, operations))

describe.each(providers)('with the provider %s', (provider) => {
  const service = mockOf(provider)
  /** Gets the probes, so that they change nothing for the cases. */
  const other = testService({ provider, runner, rateLimit: Number.POSITIVE_INFINITY })
  let send = fetch
  const problemsOf = async ({ path, init, prepare }: ReturnType<typeof probesOf>[number]) => {
    const restore = prepare?.(other)
    const response = await other.request(path, init)
    const { method = 'GET', headers, body } = init as ProbeInit
    const problems = checker.find(method, path)
      ? check({ method, path, headers, body, response, answer: await response.json() })
      : []
    restore?.()
    return problems
  }
  const probe: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    if (pathname.startsWith('/__mock/')) return service.inProcess(input, init)
    const missing = missingOf(init.method ?? 'GET', pathname)
    const isVaried = pathname.startsWith('/v1/') && (isAll || missing.length > 0)
    const probes = isVaried ? probesOf(pathname + search, init, missing) : []
    const state = probes.length > 0 && service.control().state()
    const wrong: string[] = []
    let isChanged = true
    for (const { path, init: varied, prepare } of probes) {
      if (state && isChanged) other.control.restore(state)
      isChanged = prepare !== undefined || varied.method !== 'GET'
      wrong.push(...(await problemsOf({ path, init: varied, prepare })))
    }
    expect(wrong).toEqual([])
    return send(input, init)
  }
  for (const file of files.filter((one) => one.provider === provider)) {
    describe(file.section, () => {
      test.each(file.cases.map((one, at) => [one.checks, one, at] as const))(
        '%s',
        async (_, one, at) => {
          send = isAll || at % 4 === 1 ? fetch : service.inProcess
          // A socket that nobody needed for long is closed now, and not while it is used.
          await nextTurn()
          expect(await run({ url: service.url, fetch: probe, check }, file, one)).toEqual([])
        },
      )
    })
  }
})

test('every documented answer occurs, and every answer is documented', () => {
  expect([...seen].filter((answer) => !documented.includes(answer))).toEqual([])
  expect(wanted.filter((answer) => !seen.has(answer))).toEqual([])
})

/** Remembers the answer, and checks it. */
function check(exchange: Exchange): string[] {
  const found = checker.find(exchange.method, exchange.path)
  if (found)
    seen.add(`${found.operation.operationId} ${kindOf(exchange.response.status, exchange.answer)}`)
  return checker.check(exchange)
}

/** Kinds of documented answers that have not occurred. More probes only look for others: all of them with `test:all`. */
function missingOf(method: string, path: string): string[] {
  const id = checker.find(method, path)?.operation.operationId
  return wanted
    .filter((answer) => answer.startsWith(`${id} `) && !seen.has(answer))
    .map((answer) => answer.slice(`${id} `.length))
}

function kindOf(status: number, answer: unknown): string {
  if (status === 200) return '200'
  const found = Object.entries(errorKinds).find(
    ([, kind]) => kind.status === status && kind.body.safeParse(answer).success,
  )
  return found?.[0] ?? `${status} ${JSON.stringify(answer)}`
}

/** `#/components/responses/ForbiddenOrNotFound` */
function namesIn(reference: string): string[] {
  return (reference.split('/').at(-1) ?? '').split(/Or(?=[A-Z])/)
}

describe('Authentication, rule 6', () => {
  const service = mockOf('bank')
  const ask = async (
    call: string,
    headers: Record<string, string>,
    send = isAll ? fetch : service.inProcess,
  ) => {
    const [method = '', path = ''] = call.split(' ')
    const response = await send(service.url + path.replace(/\{\w+\}/g, 'hello-topology'), {
      method,
      headers,
    })
    const body = (await response.json()) as { error?: string }
    return `${response.status} ${body.error}`
  }

  test.each(endpoints.filter(({ auth }) => auth === 'key').map(({ call }) => call))(
    '%s needs credentials',
    async (call) => {
      expect(await ask(call, {}, fetch)).toBe('401 unauthorized')
      expect(await ask(call, { authorization: 'Bearer ca_unknown' })).toBe('401 unauthorized')
      expect(await ask(call, { 'x-api-key': 'ca_demo_revoked' })).toBe('401 unauthorized')
      expect(await ask(call, { cookie: 'session=unknown' })).toBe('401 unauthorized')
    },
  )

  test.each(endpoints.filter(({ auth }) => auth === 'none').map(({ call }) => call))(
    '%s needs no credentials',
    async (call) => {
      expect(await ask(call, {}, fetch)).not.toMatch(/^401/)
    },
  )
})

describe('the cases are complete', () => {
  const all = files.flatMap(({ section, cases }) => cases.map((one) => ({ section, ...one })))
  // Paths without parameters first.
  const patterns = endpoints
    .map(({ call }) => ({ call, parts: call.split('/') }))
    .sort((a, b) => a.call.split('{').length - b.call.split('{').length)
  const answering = new Set(
    all
      .flatMap(({ steps }) => callsOf(steps))
      .filter(({ status = 200 }) => status === 200)
      .map(({ call }) => endpointOf(call)),
  )

  test.each(endpoints.map(({ call }) => call))(
    '%s is called with success by a case',
    (endpoint) => {
      expect(answering).toContain(endpoint)
    },
  )

  test('every numbered rule has a case, or a reason why not', () => {
    const numbered = Object.entries(rules).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section} ${index + 1}`),
    )
    const covered = all.map(({ section, rule }) => `${section} ${rule}`)
    expect(numbered.filter((rule) => !covered.includes(rule))).toEqual(
      Object.keys(unexpressed).filter((rule) => numbered.includes(rule)),
    )
  })

  /** Documented endpoint of a call. */
  function endpointOf(call: string): string | undefined {
    const asked = call.replace(/\?.*/, '').split('/')
    return patterns.find(
      ({ parts }) =>
        parts.length === asked.length &&
        parts.every((part, at) => part === asked[at] || (part.startsWith('{') && asked[at] !== '')),
    )?.call
  }
})

/** A mock on a port for the tests of a block, with a fixed clock. */
function mockOf(provider: Provider) {
  let mock: RunningServer
  const inProcess: typeof fetch = (input, init) =>
    inProcessFetch(mock.url, mock.answer)(input, init)
  const service = { url: '', control: () => mock.control, inProcess }
  beforeAll(async () => {
    const now = () => Date.parse('2026-03-01T12:00:00Z')
    mock = await serve({
      clock: impatientClock,
      port: 0,
      host: '127.0.0.1',
      now,
      seed: 1,
      provider,
      runner,
    })
    service.url = mock.url
  })
  afterAll(() => mock?.close())
  return service
}
