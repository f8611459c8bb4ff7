/**
 * Runs the examples, tables and numbered rules of the service's document over real HTTP against
 * `topo mock start`. The JSON files here follow the document, not the code; `cases.ts` runs them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../cli/topo.ts'
import { callsOf, contractFiles, readJson, run } from './cases.ts'
import { type OpenApi, openApiChecker } from './openapi.ts'

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

describe.each(providers)('with the provider %s', (provider) => {
  const service = mockOf(provider)
  /** The document that the mock answers holds for each of its answers. */
  let check: ReturnType<typeof openApiChecker>['check']
  beforeAll(async () => {
    const response = await fetch(`${service.url}/openapi.json`)
    check = openApiChecker((await response.json()) as OpenApi).check
  })
  for (const file of files.filter((one) => one.provider === provider)) {
    describe(file.section, () => {
      test.each(file.cases.map((one) => [one.checks, one] as const))('%s', async (_, one) => {
        expect(await run({ url: service.url, check }, file, one)).toEqual([])
      })
    })
  }
})

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

/** `topo mock start` for the tests of a block, with a fixed clock. */
function mockOf(provider: string): { url: string } {
  const service = { url: '' }
  const home = mkdtempSync(join(tmpdir(), 'topo contract '))
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    const child = start(
      ['mock', 'start', '--port', '0', '--json', '--clock', '2026-03-01T12:00:00Z', '--seed', '1'].concat(
        provider === 'bank' ? [] : ['--provider', provider],
      ),
      { cwd: home },
    )
    const closed = new Promise((done) => child.on('close', done))
    stop = () => {
      child.kill('SIGTERM')
      return closed
    }
    service.url = await new Promise<string>((ready, failed) => {
      let [stdout, stderr] = ['', '']
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
        if (stdout.includes('\n')) ready((JSON.parse(stdout) as { url: string }).url)
      })
      closed.then(() => failed(new Error(`the mock ended: ${stdout}${stderr}`)))
    })
  })
  afterAll(async () => {
    await stop?.()
    rmSync(home, { recursive: true, force: true })
  })
  return service
}
