/** Opens the service for a command: over the network, or the mock in this process. */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '../../api/base-url.ts'
import { type Client, createClient } from '../../api/client.ts'
import type { ServiceCredentials } from '../../api/credentials.ts'
import { createTransport, type Transport, type TransportEvent } from '../../api/transport.ts'
import { KnownError } from '../../errors.ts'
import type { Environment } from '../io/environment.ts'
import type { Terminal } from '../io/terminal.ts'
import { debugLine } from './debug-log.ts'
import type { Recording } from './recording.ts'
import { localAddress } from './settings.ts'

export interface Service {
  readonly client: Client
  /** For endpoints that the client does not know. */
  readonly transport: Transport
  /** `local` or the base URL; the name of the service in sync records. */
  readonly address: string
  /** The URL that paths are added to. */
  readonly baseUrl: string
  /** Address of the web app, if it is configured. */
  readonly webUrl: string | undefined
  /** Address of a public script in the web app, if that is known. */
  webAddress(slug: string): string | undefined
  /** Unlocks the data of the mock. */
  close(): void
}

export interface ServiceOptions {
  /** `local`, or a normalized base URL. */
  address: string
  credentials: ServiceCredentials
  webUrl: string | undefined
  environment: Environment
  terminal: Terminal
  debug: boolean
  /** Data folder of the mock. */
  localData: string
  version: string
  /** Sends no request that could change anything. */
  readOnly: boolean
  limits: TimeLimits
  /** Records the requests. */
  recording?: Pick<Recording, 'wrap'> | undefined
}

/** Seconds; undefined for the default. */
export interface TimeLimits {
  timeout?: number | undefined
  'total-timeout'?: number | undefined
  'max-wait'?: number | undefined
}

/** Base URL of the mock in this process; nothing is sent to it over the network. */
const localBaseUrl = 'http://localhost'

export async function openService(options: ServiceOptions): Promise<Service> {
  const { address, terminal, debug, environment, limits } = options
  const local = address === localAddress
  const embedded = local ? await openEmbedded(options.localData, terminal) : undefined
  const proxied = !local && environment.proxied ? (await import('./proxy.ts')).proxyFetch() : undefined
  const baseUrl = local ? localBaseUrl : address
  const fetch = embedded?.fetch ?? proxied
  const transport = createTransport({
    baseUrl,
    // The local service is topo itself: no gateway is before it.
    ...(local ? { apiKey: options.credentials.apiKey } : options.credentials),
    userAgent: userAgent(options.version, environment),
    fetch: options.recording?.wrap(fetch ?? globalThis.fetch, secretsOf(options.credentials)) ?? fetch,
    readOnly: options.readOnly,
    timeoutMs: milliseconds(limits.timeout),
    totalTimeoutMs: milliseconds(limits['total-timeout']),
    maxWaitSeconds: limits['max-wait'],
    onEvent: (event) => logTransportEvent(event, terminal, debug),
  })
  const webUrl = options.webUrl ?? (!local && isLoopback(new URL(baseUrl).hostname) ? baseUrl : undefined)
  if (!local) terminal.activity.begin(`Asking ${new URL(baseUrl).host}`)
  return {
    client: createClient(transport, baseUrl),
    transport,
    address,
    baseUrl,
    webUrl: options.webUrl,
    webAddress: (slug) => webUrl && `${webUrl.replace(/\/+$/, '')}/v/${encodeURIComponent(slug)}`,
    close: () => embedded?.close(),
  }
}

/** The key, and what a gateway wants. */
const secretsOf = ({ apiKey, headers = {} }: ServiceCredentials) => [apiKey, ...Object.values(headers)]

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** Identifies topo in the logs of the service. */
export function userAgent(version: string, { ci }: Environment): string {
  const platform = `${process.platform}-${process.arch}; node ${process.versions.node}`
  return `topo/${version} (${platform}${ci ? '; ci' : ''})`
}

/** Retries for some seconds, because another command may have locked the data. */
async function openEmbedded(data: string, terminal: Terminal) {
  const { createMock } = await import('../../mock/create-mock.ts')
  const { inProcessFetch } = await import('../../mock/http/connection.ts')
  for (let attempt = 0; ; attempt++) {
    try {
      const options = { now: Date.now, seed: randomInt(2 ** 31), data, rateLimit: Number.POSITIVE_INFINITY }
      const { answer, close } = createMock(options)
      return { fetch: inProcessFetch(localBaseUrl, answer), close }
    } catch (error) {
      if (attempt === 10) terminal.note('waiting for another command that uses the local data')
      if (!(error instanceof KnownError) || error.code !== 'TOPO_DATA_LOCKED' || attempt >= 100) throw error
      // Two processes that start together both back off; random waits keep them from colliding again.
      await wait(randomInt(20, 120))
    }
  }
}

function logTransportEvent(event: TransportEvent, terminal: Terminal, debug: boolean): void {
  if (event.type === 'response') {
    if (debug) terminal.err.line(debugLine(event))
  } else {
    const seconds = event.seconds < 1 ? 'at once' : `in ${Math.ceil(event.seconds)} s`
    terminal.note(
      event.type === 'pause'
        ? `no request is left for now, continuing ${seconds}`
        : `${event.reason}, retrying ${seconds} (${event.attempt}/${event.of})`,
    )
  }
}
