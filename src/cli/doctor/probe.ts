/** The requests of `topo doctor`: one without a key, one with it; several checks share the responses. */

import { createClient } from '../../api/client/client.ts'
import type { ServiceCredentials } from '../../api/transport/credentials.ts'
import type { Fetch } from '../../api/transport/request-attempt.ts'
import { createTransport, type TransportEvent } from '../../api/transport/transport.ts'
import type { Clock } from '../../clock.ts'
import { once } from '../../grouped.ts'
import { type AccountLimits, readAccount } from '../../sync/remote/read-account.ts'
import { checkNoConflict, readCredentials } from '../service/headers.ts'
import type { ServiceChoice } from '../service/settings.ts'

/** Milliseconds; a slower service counts as unreachable. */
const requestMs = 4000
/** Milliseconds; enough for a password manager that is unlocked. */
const keyMs = 4000

type Response = Extract<TransportEvent, { type: 'response' }>

/** A response: the answer as the client returns it, headers and timing. */
export interface ProbeResponse<T> {
  readonly answer: T
  readonly headers: Headers
  readonly milliseconds: number
  /** Local time when the response arrived. */
  readonly at: number
}

export interface Probe {
  readonly url: URL
  /** @throws KnownError for a wrong address. */
  readonly anonymous: () => Promise<ProbeResponse<unknown>>
  /**
   * Undefined without a key.
   * @throws KnownError for a rejected key.
   */
  readonly withKey: () => Promise<ProbeResponse<AccountLimits> | undefined>
}

export interface ProbeOptions {
  clock: Clock
  choice: ServiceChoice
  userAgent: string
  /** Opens the way through the proxy, if there is one. @throws KnownError for a value that is no proxy. */
  openFetch: () => Promise<Fetch | undefined>
  /** Called for every response, for `--debug`. */
  onResponse: (event: Response) => void
}

export function openProbe(options: ProbeOptions): Probe {
  const { choice, clock, userAgent, openFetch, onResponse } = options
  const baseUrl = choice.address
  const proxied = once(openFetch)
  const ask = async <T>(
    credentials: ServiceCredentials,
    call: (client: ReturnType<typeof createClient>) => Promise<T>,
  ): Promise<ProbeResponse<T>> => {
    let response: Response | undefined
    const transport = createTransport({
      ...credentials,
      baseUrl,
      clock,
      userAgent,
      fetch: await proxied(),
      retries: 0,
      timeoutMs: requestMs,
      onEvent: (event) => {
        if (event.type !== 'response') return
        response = event
        onResponse(event)
      },
    })
    const answer = await call(createClient(transport, baseUrl))
    const { headers = new Headers(), milliseconds = 0 } = response ?? {}
    return { answer, headers, milliseconds, at: clock.now() }
  }
  // A gateway in front of the service needs its headers for every request.
  const gateway = once(() => readCredentials({ ...choice, key: undefined }, keyMs))
  const anonymous = once(async () =>
    ask(await gateway(), (client) => client.scripts.gallery({ query: { pageSize: 1 } })),
  )
  return {
    url: new URL(baseUrl),
    anonymous,
    withKey: once(async () => {
      const { key } = choice
      if (!key) return undefined
      const credentials = { ...(await gateway()), apiKey: await key.read(keyMs) }
      checkNoConflict(credentials, choice.headers?.source ?? '')
      // The key is sent only after this request: anything but the service must not get it.
      await anonymous()
      return ask(credentials, readAccount)
    }),
  }
}
