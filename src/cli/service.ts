/** The service that a command talks to: over the network, or the embedded one in this very process. */
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '../api/base-url.ts'
import { type Client, createClient } from '../api/client.ts'
import { createTransport, type TransportEvent } from '../api/transport.ts'
import { KnownError } from '../errors.ts'
import type { Environment } from './environment.ts'
import { localAddress, type ServiceChoice } from './settings.ts'
import type { Terminal } from './terminal.ts'

export interface Service {
  readonly client: Client
  /** `local` or the base URL: the name under which state remembers it. */
  readonly address: string
  /** Where a public script is seen, if that is known. */
  webAddress(slug: string): string | undefined
  /** Lets go of what the embedded service holds. */
  close(): void
}

export interface ServiceOptions {
  environment: Environment
  terminal: Terminal
  debug: boolean
  /** Where the embedded service keeps its data. */
  localData: string
  userAgent: string
}

/** Nothing but the loopback address ever stands for the embedded service. */
const localBaseUrl = 'http://localhost'

export async function openService(choice: ServiceChoice, options: ServiceOptions): Promise<Service> {
  const { terminal, debug, environment } = options
  const local = choice.address === localAddress
  const embedded = local ? await openEmbedded(options.localData, terminal) : undefined
  if (!local && environment.proxied) (await import('./proxy.ts')).useProxies()
  const baseUrl = local ? localBaseUrl : choice.address
  const transport = createTransport({
    baseUrl,
    apiKey: choice.key?.value,
    userAgent: options.userAgent,
    fetch: embedded?.fetch,
    onEvent: (event) => report(event, terminal, debug),
  })
  const webUrl = choice.webUrl ?? (!local && isLoopback(new URL(baseUrl).hostname) ? baseUrl : undefined)
  return {
    client: createClient(transport, baseUrl),
    address: choice.address,
    webAddress: (slug) => webUrl && `${webUrl.replace(/\/+$/, '')}/v/${encodeURIComponent(slug)}`,
    close: () => embedded?.close(),
  }
}

/** Another command may have the data for a moment, so this waits a little before it gives up. */
async function openEmbedded(data: string, terminal: Terminal) {
  const { embedded } = await import('../mock/embedded.ts')
  const { inProcessFetch } = await import('../mock/wire.ts')
  const { randomInt } = await import('node:crypto')
  for (let attempt = 0; ; attempt++) {
    try {
      const options = { now: Date.now, seed: randomInt(2 ** 31), data, rateLimit: Number.POSITIVE_INFINITY }
      const { answer, close } = embedded(options)
      return { fetch: inProcessFetch(localBaseUrl, answer), close }
    } catch (error) {
      if (attempt === 10) terminal.note('waiting for another command to let go of the local data')
      if (!(error instanceof KnownError) || error.code !== 'TOPO_DATA_LOCKED' || attempt >= 100) throw error
      // Two who come at the same time both step back; they must not come back together.
      await wait(randomInt(20, 120))
    }
  }
}

function report(event: TransportEvent, terminal: Terminal, debug: boolean): void {
  if (event.type === 'retry') {
    terminal.note(`${event.reason}, trying again (${event.attempt}/${event.of})`)
  } else if (debug) {
    const { method, url, status, milliseconds, requestId } = event
    terminal.err.line(`${method} ${url} ${status} ${milliseconds} ms${requestId ? ` ${requestId}` : ''}`)
  }
}
