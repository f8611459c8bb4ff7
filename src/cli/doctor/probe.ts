/** The requests of `topo doctor`: one without a key, one with it; several checks look at their answers. */
import type { Fetch } from '../../api/attempt.ts'
import type { Output } from '../../api/client.ts'
import { createClient } from '../../api/client.ts'
import type { quota } from '../../api/resources/quota.ts'
import { createTransport, type TransportEvent } from '../../api/transport.ts'
import type { ServiceChoice } from '../service/settings.ts'

/** Milliseconds; a service that needs longer is as good as away. */
const requestMs = 4000
/** Enough for a password manager that is unlocked. */
const keyMs = 4000

type Response = Extract<TransportEvent, { type: 'response' }>

/** An answer as the client takes it, and what else came with it. */
export interface Answered<T> {
  readonly answer: T
  readonly headers: Headers
  readonly milliseconds: number
  /** Of the local clock, when the answer had come. */
  readonly at: number
}

export interface Probe {
  readonly url: URL
  /** @throws KnownError what is wrong with the address. */
  readonly anonymous: () => Promise<Answered<unknown>>
  /**
   * Undefined where there is no key.
   * @throws KnownError what is wrong with the key.
   */
  readonly withKey: () => Promise<Answered<Output<typeof quota.me>> | undefined>
}

export interface ProbeOptions {
  choice: ServiceChoice
  userAgent: string
  /** The way through a proxy, where there is one. */
  fetch: Fetch | undefined
  /** Told of every answer, for `--debug`. */
  onResponse: (event: Response) => void
}

export function openProbe({ choice, userAgent, fetch, onResponse }: ProbeOptions): Probe {
  const baseUrl = choice.address
  const ask = async <T>(
    apiKey: string | undefined,
    call: (client: ReturnType<typeof createClient>) => Promise<T>,
  ): Promise<Answered<T>> => {
    let seen: Response | undefined
    const transport = createTransport({
      ...{ baseUrl, apiKey, userAgent, fetch, retries: 0, timeoutMs: requestMs },
      onEvent: (event) => {
        if (event.type !== 'response') return
        seen = event
        onResponse(event)
      },
    })
    const answer = await call(createClient(transport, baseUrl))
    const { headers = new Headers(), milliseconds = 0 } = seen ?? {}
    return { answer, headers, milliseconds, at: Date.now() }
  }
  const anonymous = once(() => ask(undefined, (client) => client.scripts.gallery({ query: { pageSize: 1 } })))
  return {
    url: new URL(baseUrl),
    anonymous,
    withKey: once(async () => {
      const { key } = choice
      if (!key) return undefined
      const value = await key.read(keyMs)
      // A key is for the service only: not for whatever else answers there.
      await anonymous()
      return ask(value, (client) => client.quota.me())
    }),
  }
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= act()
    return begun
  }
}
