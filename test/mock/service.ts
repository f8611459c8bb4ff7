/** The embedded service in a test: a client per user, on a clock that the test moves. */
import { type Client, createClient } from '../../src/api/client.ts'
import { createTransport } from '../../src/api/transport.ts'
import { type EmbeddedOptions, embedded } from '../../src/mock/embedded.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

export interface TestService {
  as(user: string): Client
  /** A request by hand, for what the client would not send. */
  request(path: string, init?: RequestInit & { key?: string }): Promise<Response>
  advance(seconds: number): void
  close(): void
}

export function testService(options: Partial<EmbeddedOptions> = {}): TestService {
  let now = start
  const service = embedded({ now: () => now, seed: 1, ...options })
  const baseUrl = 'http://localhost'
  return {
    as: (user) =>
      createClient(
        createTransport({
          baseUrl,
          apiKey: user === '' ? undefined : `ca_demo_${user}`,
          fetch: (input, init) => service.fetch(new Request(input as Request, init)),
          retries: 0,
        }),
        baseUrl,
      ),
    request: (path, { key, ...init } = {}) =>
      service.fetch(
        new Request(baseUrl + path, {
          ...init,
          headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...init.headers },
        }),
      ),
    advance: (seconds) => {
      now += seconds * 1000
    },
    close: () => service.close(),
  }
}

/** The smallest script that the service accepts. */
export const goodCode = `const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'web', label: 'Web' })
await topology.apply()
`
