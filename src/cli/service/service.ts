/** Opens the service for a command: over the network, or the mock in this process. */
import { createHash, randomInt } from 'node:crypto'
import { type Client, createClient } from '../../api/client/client.ts'
import { isLoopback } from '../../api/transport/base-url.ts'
import type { ServiceCredentials } from '../../api/transport/credentials.ts'
import {
  createTransport,
  type Transport,
  type TransportEvent,
} from '../../api/transport/transport.ts'
import type { Environment } from '../io/process/environment.ts'
import type { Terminal } from '../io/terminal.ts'
import { debugLine } from './debug-log.ts'
import { proxyFetch } from './proxy/proxy-fetch.ts'
import { directHosts } from './proxy/proxy-variables.ts'
import { localAddress } from './settings.ts'
import { unconfirmedWebUrl, type WebChoice } from './web-url.ts'

export interface Service {
  readonly client: Client
  /** For endpoints that the client does not know. */
  readonly transport: Transport
  /** `local` or the base URL; the name of the service in sync records. */
  readonly address: string
  /** The URL that paths are added to. */
  readonly baseUrl: string
  /** Address of the web app, if it is known. The mock has its own pages; only its answers tell that it is one. */
  webUrl(): string | undefined
  /** The mock in this process, which no browser reaches. */
  readonly isInProcess: boolean
  /** Address of a public script in the web app, if that is known. */
  webAddress(slug: string): string | undefined
  /** Tells keys apart in sync records, without telling the key; undefined without a key. */
  readonly keyMark: string | undefined
  /** Unlocks the data of the mock. */
  close(): void
}

export interface ServiceOptions {
  /** `local`, or a normalized base URL. */
  address: string
  credentials: ServiceCredentials
  web: WebChoice
  environment: Environment
  terminal: Terminal
  debug: boolean
  /** Data folder of the mock. */
  localData: string
  version: string
  /** Sends no request that could change anything. */
  readOnly: boolean
  limits: RequestLimits
}

/** Times in seconds; undefined for the default. */
export interface RequestLimits {
  /** Number of requests. */
  budget?: number | undefined
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
  const baseUrl = embedded?.baseUrl ?? address
  const fetch = embedded?.fetch ?? (await proxyFetch(new URL(baseUrl), environment.proxy))
  if (fetch !== undefined && !local) noteUnreadableHosts(environment, terminal)
  const web = new WebAddresses(options.web, terminal, baseUrl)
  const transport = createTransport({
    baseUrl,
    clock: terminal.clock,
    // The local service is topo itself: no gateway is before it.
    ...(local ? { apiKey: options.credentials.apiKey } : options.credentials),
    userAgent: userAgent(options.version, environment),
    fetch,
    readOnly: options.readOnly,
    timeoutMs: milliseconds(limits.timeout),
    totalTimeoutMs: milliseconds(limits['total-timeout']),
    maxWaitSeconds: limits['max-wait'],
    budget: limits.budget,
    // Nobody waits for a pipeline, and a job that fails has to be started again by hand.
    patient: environment.ci,
    onEvent: (event) => {
      if (event.type === 'response') web.read(event.headers)
      logTransportEvent(event, terminal, debug)
    },
  })
  if (!local) terminal.activity.begin(`Asking ${new URL(baseUrl).host}`)
  return {
    client: createClient(transport, baseUrl),
    transport,
    address,
    baseUrl,
    webUrl: () => web.url,
    isInProcess: embedded?.fetch !== undefined,
    webAddress: (slug) => web.addressOf(slug),
    keyMark: markOf(options.credentials.apiKey, address),
    close: () => embedded?.close(),
  }
}

/** A mock on a port of this machine. The one in this process has no address for a browser. */
const mayHavePages = (baseUrl: string): boolean =>
  baseUrl !== localBaseUrl && isLoopback(new URL(baseUrl).hostname)

/** Addresses of public scripts. Says once why it has none, if somebody asks for one. */
class WebAddresses {
  readonly #choice: WebChoice
  readonly #terminal: Terminal
  readonly #baseUrl: string
  #hasOwnPages = false
  #isExplained = false

  constructor(choice: WebChoice, terminal: Terminal, baseUrl: string) {
    this.#choice = choice
    this.#terminal = terminal
    this.#baseUrl = baseUrl
  }

  /** Every answer of the mock says that it comes from one. */
  read(headers: Headers): void {
    this.#hasOwnPages ||= headers.has('x-topo-mock') && mayHavePages(this.#baseUrl)
  }

  get url(): string | undefined {
    const { webUrl, unconfirmedWebUrl: unconfirmed } = this.#choice
    if (webUrl !== undefined) return webUrl.value
    return unconfirmed === undefined && this.#hasOwnPages ? this.#baseUrl : undefined
  }

  addressOf(slug: string): string | undefined {
    const { unconfirmedWebUrl: unconfirmed, confirmingHint } = this.#choice
    if (unconfirmed !== undefined && !this.#isExplained) {
      const { message, hint } = unconfirmedWebUrl(unconfirmed, confirmingHint)
      this.#terminal.note(`${message} ${hint}`)
      this.#isExplained = true
    }
    return this.url && `${this.url.replace(/\/+$/, '')}/v/${encodeURIComponent(slug)}`
  }
}

/** They match nothing, so that a request may go through the proxy that was not meant to. */
function noteUnreadableHosts({ proxy }: Environment, terminal: Terminal): void {
  const { unreadable } = directHosts(proxy)
  if (unreadable.length === 0) return
  terminal.note(`entries of NO_PROXY that are not hosts or networks: ${unreadable.join(', ')}`)
}

const markOf = (key: string | undefined, address: string): string | undefined =>
  key && createHash('sha256').update(`${address}\n${key}`).digest('hex').slice(0, 16)

const milliseconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : seconds * 1000

/** Identifies topo in the logs of the service. */
export function userAgent(version: string, { ci }: Environment): string {
  const platform = `${process.platform}-${process.arch}; node ${process.versions.node}`
  return `topo/${version} (${platform}${ci ? '; ci' : ''})`
}

interface EmbeddedAccess {
  readonly baseUrl: string
  /** Undefined for a service that another process serves. */
  readonly fetch: typeof globalThis.fetch | undefined
  close(): void
}

/** How long to wait for another command that uses the data, in milliseconds. */
const patience = 7000

/** Opens the data in this process, or reaches the `topo mock start` that serves it. */
async function openEmbedded(data: string, terminal: Terminal): Promise<EmbeddedAccess> {
  const [{ openMock }, { inProcessFetch }, { whenUnlocked }, { reachHolder }] = await Promise.all([
    import('../../mock/create-mock.ts'),
    import('../../mock/http/connection.ts'),
    import('../../mock/persist/wait-for-lock.ts'),
    import('./running-mock.ts'),
  ])
  const { clock } = terminal
  return whenUnlocked<EmbeddedAccess>(
    async () => {
      const options = {
        clock,
        now: clock.now,
        seed: randomInt(2 ** 31),
        data,
        rateLimit: Number.POSITIVE_INFINITY,
      }
      const onWarning = (text: string) => terminal.warn(text)
      const { answer, close } = await openMock({ ...options, onWarning })
      return { baseUrl: localBaseUrl, fetch: inProcessFetch(localBaseUrl, answer), close }
    },
    {
      clock,
      patience,
      onWait: () => terminal.note('waiting for another command that uses the local data'),
      instead: async (holder) => {
        const baseUrl = await reachHolder(data, holder, clock)
        return baseUrl === undefined ? undefined : { baseUrl, fetch: undefined, close: () => {} }
      },
    },
  )
}

function logTransportEvent(event: TransportEvent, terminal: Terminal, debug: boolean): void {
  if (event.type === 'response') {
    if (debug) terminal.err.line(debugLine(event))
  } else {
    const seconds = event.seconds < 1 ? 'at once' : `in ${Math.ceil(event.seconds)} s`
    terminal.note(
      event.type === 'pause'
        ? `no request is left for now, continuing ${seconds}`
        : `${event.reason}, retrying ${seconds} (${event.attempt}${event.of === undefined ? '' : `/${event.of}`})`,
    )
  }
}
