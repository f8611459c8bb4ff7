/** Shares one connection to the service between tool calls, and limits concurrent work. */
import pLimit from 'p-limit'
import { type Client, createClient } from '../api/client/client.ts'
import type { Service } from '../cli/service/service.ts'
import { localAddress, requireKey, type ServiceChoice } from '../cli/service/settings.ts'
import { KnownError } from '../errors.ts'

export interface ServicePoolOptions {
  /** Called for each request: a person may log in while the server runs. */
  choose: () => Promise<ServiceChoice>
  open: (choice: ServiceChoice) => Promise<Service>
}

/** Client for one tool call; aborts its requests when the call is cancelled. */
export interface ServiceAccess extends Pick<Service, 'webAddress' | 'address'> {
  readonly client: Client
}

/** Maximum of concurrent calls; further calls wait. */
const AT_ONCE = 8

interface Opened {
  readonly choice: ServiceChoice
  readonly service: Promise<Service>
  users: number
}

export class ServicePool {
  readonly #options: ServicePoolOptions
  readonly #limit = pLimit(AT_ONCE)
  /** Reused by the next calls for the same service and key. */
  #kept: Opened | undefined

  constructor(options: ServicePoolOptions) {
    this.#options = options
  }

  /**
   * @param key `required` fails before anything is sent if no key is configured.
   * @throws KnownError if the service cannot be reached.
   */
  run<T>(
    key: 'required' | 'optional',
    signal: AbortSignal,
    work: (reach: ServiceAccess) => Promise<T>,
  ): Promise<T> {
    return this.#limit(async () => {
      const choice = await this.#options.choose()
      if (key === 'required') requireKey(choice, false)
      const opened = this.#take(choice)
      try {
        return await work(accessFor(await opened.service, signal))
      } catch (error) {
        // The next call opens a new connection: the key or the URL may have changed.
        if (error instanceof KnownError && error.code === 'TOPO_UNAUTHORIZED') this.#forget(opened)
        throw error
      } finally {
        this.#release(opened)
      }
    })
  }

  #take(choice: ServiceChoice): Opened {
    const kept = this.#kept
    if (kept && isSame(kept.choice, choice)) {
      kept.users++
      return kept
    }
    const opened: Opened = { choice, service: this.#options.open(choice), users: 1 }
    opened.service.catch(() => this.#forget(opened))
    this.#kept = opened
    if (kept?.users === 0) close(kept)
    return opened
  }

  #release(opened: Opened): void {
    opened.users--
    if (opened.users > 0) return
    const { address, key } = opened.choice
    // Release the lock on local data for other commands. Without a key, choose again: there may be one next time.
    if (address === localAddress || !key) this.#forget(opened)
    if (this.#kept !== opened) close(opened)
  }

  #forget(opened: Opened): void {
    if (this.#kept === opened) this.#kept = undefined
  }
}

const isSame = (a: ServiceChoice, b: ServiceChoice): boolean =>
  a.address === b.address &&
  a.webUrl?.value === b.webUrl?.value &&
  a.unconfirmedWebUrl?.value === b.unconfirmedWebUrl?.value &&
  a.key?.identity === b.key?.identity &&
  a.keyHeader?.value === b.keyHeader?.value &&
  a.headers?.identity === b.headers?.identity

/** Ignores a service that failed to open. */
function close({ service }: Opened): void {
  service.then(
    (opened) => opened.close(),
    () => {},
  )
}

function accessFor(
  { transport, baseUrl, address, webAddress }: Service,
  signal: AbortSignal,
): ServiceAccess {
  const { clock } = transport
  const send: Service['transport']['send'] = (exchange, onReply) =>
    transport.send({ ...exchange, signal }, onReply)
  return { client: createClient({ send, clock }, baseUrl), address, webAddress }
}
