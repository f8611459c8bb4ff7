/**
 * Runs the examples, tables and numbered rules of the service's document over real HTTP. The JSON files here follow the
 * document, not the code; `cases.ts` runs them. Meanwhile each answer, and those to variants of each request, is compared
 * with the OpenAPI document of the mock: each documented answer occurs, and no field is missing in it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '../../src/mock/database/database.ts'
import { openApiDocument } from '../../src/mock/openapi/document.ts'
import { errorKinds } from '../../src/mock/openapi/error-kinds.ts'
import { type RunningServer, serve } from '../../src/mock/serve.ts'
import { isAll } from '../cases.ts'
import { testService } from '../mock/service.ts'
import { callsOf, contractFiles, type Exchange, readJson, run } from './cases.ts'
import { type OpenApi, openApiChecker } from './openapi.ts'
import { probesOf, runner } from './probes.ts'

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
const documented = Object.values(openApi.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.values(responses)
      .flatMap(({ $ref }) => (typeof $ref === 'string' ? namesIn($ref) : ['200']))
      .map((kind) => `${operationId} ${kind}`),
  )

describe.each(providers)('with the provider %s', (provider) => {
  const service = mockOf(provider)
  /** Gets the probes, so that they change nothing for the cases. */
  const other = testService({ provider, runner, rateLimit: Number.POSITIVE_INFINITY })
  const probe: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const isNeeded = pathname.startsWith('/v1/') && !isComplete(init.method ?? 'GET', pathname)
    const probes =
      pathname.startsWith('/v1/') && (isAll || isNeeded) ? probesOf(pathname + search, init, isNeeded) : []
    const state = probes.length > 0 && service.control().state()
    let isChanged = true
    for (const { path, init: varied, prepare } of probes) {
      if (state && isChanged) other.control.restore(state)
      isChanged = prepare !== undefined || varied.method !== 'GET'
      const restore = prepare?.(other)
      const exchange = await note(path, varied, await other.request(path, varied))
      restore?.()
      expect(exchange && checker.check(exchange)).toEqual(exchange && [])
    }
    const response = await fetch(input, init)
    await note(pathname + search, init, response)
    return response
  }
  for (const file of files.filter((one) => one.provider === provider)) {
    describe(file.section, () => {
      test.each(file.cases.map((one) => [one.checks, one] as const))('%s', async (_, one) => {
        expect(await run({ url: service.url, fetch: probe, check: checker.check }, file, one)).toEqual([])
      })
    })
  }
})

test('every documented answer occurs, and every answer is documented', () => {
  expect([...seen].sort()).toEqual(documented.sort())
})

/** Remembers the answer; undefined if the document does not know the request. */
async function note(path: string, init: RequestInit, response: Response): Promise<Exchange | undefined> {
  const method = init.method ?? 'GET'
  const found = checker.find(method, path)
  if (!found) return undefined
  const answer = (await response.clone().json()) as { error: string }
  const headers = init.headers as Record<string, string>
  seen.add(`${found.operation.operationId} ${kindOf(response.status, answer)}`)
  return { method, path, headers, body: init.body as string | undefined, response, answer }
}

/** More probes of an operation only look for answers that are not documented: all of them with `test:all`. */
function isComplete(method: string, path: string): boolean {
  const id = checker.find(method, path)?.operation.operationId
  return documented.every((answer) => seen.has(answer) || !answer.startsWith(`${id} `))
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
  const ask = async (call: string, headers: Record<string, string>) => {
    const [method = '', path = ''] = call.split(' ')
    const response = await fetch(service.url + path.replace(/\{\w+\}/g, 'hello-topology'), {
      method,
      headers,
    })
    const body = (await response.json()) as { error?: string }
    return `${response.status} ${body.error}`
  }

  test.each(endpoints.filter(({ auth }) => auth === 'key').map(({ call }) => call))(
    '%s needs credentials',
    async (call) => {
      expect(await ask(call, {})).toBe('401 unauthorized')
      expect(await ask(call, { authorization: 'Bearer ca_unknown' })).toBe('401 unauthorized')
      expect(await ask(call, { 'x-api-key': 'ca_demo_revoked' })).toBe('401 unauthorized')
      expect(await ask(call, { cookie: 'session=unknown' })).toBe('401 unauthorized')
    },
  )

  test.each(endpoints.filter(({ auth }) => auth === 'none').map(({ call }) => call))(
    '%s needs no credentials',
    async (call) => {
      expect(await ask(call, {})).not.toMatch(/^401/)
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

  test.each(endpoints.map(({ call }) => call))('%s is called with success by a case', (endpoint) => {
    expect(answering).toContain(endpoint)
  })

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
  const service = { url: '', control: () => mock.control }
  beforeAll(async () => {
    const now = () => Date.parse('2026-03-01T12:00:00Z')
    mock = await serve({ port: 0, host: '127.0.0.1', now, seed: 1, provider, runner })
    service.url = mock.url
  })
  afterAll(() => mock?.close())
  return service
}
