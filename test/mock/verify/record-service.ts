/** Records requests to an embedded service in this process, and verifies the recording. */
import { Recorder } from '../../../src/api/har/recorder.ts'
import type { MockSettings } from '../../../src/mock/create-mock.ts'
import { readHar } from '../../../src/mock/verify/read-har.ts'
import { likelyBase, selectCalls } from '../../../src/mock/verify/recorded-call.ts'
import { verifyCalls } from '../../../src/mock/verify/verify.ts'
import { type TestService, testService } from '../service.ts'

export interface RecordedService {
  readonly service: TestService
  /** Sends a request as a user, by default as Alice; returns the answer as JSON. */
  ask(call: string, body?: unknown, user?: string | null): Promise<Json>
  /** The recording as a HAR file. */
  har(): string
}
// biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint.
type Json = any

export function recordService(settings: Partial<MockSettings> = {}): RecordedService {
  const service = testService(settings)
  const recorder = new Recorder()
  const fetch = recorder.wrap((request) => {
    const { method, headers, url, body } = request as Request
    const { pathname, search } = new URL(url)
    return service.request(pathname.slice('/api'.length) + search, {
      method,
      headers: Object.fromEntries(headers),
      ...(body ? { body, duplex: 'half' } : {}),
    } as RequestInit)
  }, [])
  return {
    service,
    ask: async (call, body, user = 'alice') => {
      const [method = '', path = ''] = call.split(' ')
      const response = await fetch(`https://example.com/api${path}`, {
        method,
        headers: {
          ...(user === null ? {} : { authorization: `Bearer ca_demo_${user}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return /^[{[]/.test(text) ? JSON.parse(text) : undefined
    },
    har: () => JSON.stringify(recorder.toHar({ name: 'topo', version: '1' })),
  }
}

export interface Verified {
  /** `#1 GET /v1/x: kind path recorded → embedded` */
  lines: string[]
  compared: number
  unknown: number
  skipped: Record<string, number>
}

/** @param text a HAR file */
export async function verify(text: string | object): Promise<Verified> {
  const har = readHar(typeof text === 'string' ? JSON.parse(text) : text, 'a.har')
  const { calls, skipped } = selectCalls(har, likelyBase(har))
  const { different, compared, unknown } = await verifyCalls(calls)
  const lines = different.flatMap(({ index, differences }) =>
    differences.map(
      ({ kind, path, recorded, embedded }) =>
        `#${calls[index]?.number} ${calls[index]?.method} ${calls[index]?.path}: ${kind} ${path} ${recorded} → ${embedded}`,
    ),
  )
  const some = Object.fromEntries(Object.entries(skipped).filter(([, count]) => count > 0))
  return { lines, compared, unknown, skipped: some }
}
