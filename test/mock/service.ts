/** Embedded service in a test: a client per user, and a clock that the test sets. */
import type * as z from 'zod/mini'
import { type Client, createClient } from '../../src/api/client/client.ts'
import type { Contract } from '../../src/api/resources/index.ts'
import { createTransport } from '../../src/api/transport/transport.ts'
import type { Clock } from '../../src/clock.ts'
import type { Control } from '../../src/mock/control/control.ts'
import {
  createMock,
  type EmbeddedService,
  type MockSettings,
  openMock,
  type StorageSettings,
} from '../../src/mock/create-mock.ts'
import { inProcessFetch } from '../../src/mock/http/connection.ts'
import { impatientClock } from '../clock.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** The embedded service answers in full, also to writes. */
type FullClient = {
  readonly [R in keyof Contract]: {
    readonly [K in keyof Contract[R]]: Client[R][K & keyof Client[R]] extends (
      ...input: infer Input
    ) => Promise<infer Output>
      ? (...input: Input) => Promise<FullAnswer<Contract[R][K], Output>>
      : never
  }
} & Pick<Client, 'clock'>
type FullAnswer<O, Output> = O extends { lenient: true }
  ? Output
  : O extends { response: infer S extends z.ZodMiniType }
    ? z.output<S> & { paymentId: string }
    : never

export interface TestService {
  as(user: string): FullClient
  /** Raw request, for what the client would refuse to send. */
  request(path: string, init?: RequestInit & { key?: string }): Promise<Response>
  advance(seconds: number): void
  readonly control: Control
  readonly database: Control['database']
  close(): void
}

/** @param clock of the clients: their pauses */
export const testService = (
  options: Partial<MockSettings> = {},
  clock: Clock = impatientClock,
): TestService =>
  testable(createMock({ clock: impatientClock, now: () => start, seed: 1, ...options }), clock)

/** With its state in a data folder. */
export const storedService = async (
  options: Partial<MockSettings> & StorageSettings,
): Promise<TestService> =>
  testable(
    await openMock({ clock: impatientClock, now: () => start, seed: 1, ...options }),
    impatientClock,
  )

function testable(service: EmbeddedService, clock: Clock): TestService {
  const { control } = service
  const baseUrl = 'http://localhost'
  const fetch = inProcessFetch(baseUrl, service.answer)
  return {
    as: (user) =>
      createClient(
        createTransport({
          clock,
          baseUrl,
          apiKey: user === '' ? undefined : `ca_demo_${user}`,
          fetch,
          retries: 0,
        }),
        baseUrl,
      ) as FullClient,
    request: (path, { key, ...init } = {}) =>
      fetch(path, {
        ...init,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...init.headers,
        },
      }),
    advance: (seconds) => void control.advance(seconds),
    control,
    database: control.database,
    close: () => service.close(),
  }
}

/** Minimal script that the service accepts. */
export const goodCode = `const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'web', label: 'Web' })
await topology.apply()
`
