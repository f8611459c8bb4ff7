/** The service, for as long as an assistant works with it: opened when it is asked, never by more than a few at once. */
import pLimit from 'p-limit'
import { type Client, createClient } from '../api/client.ts'
import type { Service } from '../cli/service/service.ts'
import { localAddress, requireKey, type ServiceChoice } from '../cli/service/settings.ts'
import { KnownError } from '../errors.ts'

export interface ServicePoolOptions {
  /** Which service and key are meant now: a person may log in while the assistant works. */
  choose: () => Promise<ServiceChoice>
  open: (choice: ServiceChoice) => Promise<Service>
}

/** What a tool asks, and stops asking when its call is cancelled. */
export interface Reach extends Pick<Service, 'webAddress' | 'address'> {
  readonly client: Client
}

/** Work at the service that is under way at the same time; what comes above it waits. */
const AT_ONCE = 8

interface Opened {
  readonly choice: ServiceChoice
  readonly service: Promise<Service>
  users: number
}

export class ServicePool {
  readonly #options: ServicePoolOptions
  readonly #limit = pLimit(AT_ONCE)
  /** For those who come next, as long as they mean the same service and key. */
  #kept: Opened | undefined

  constructor(options: ServicePoolOptions) {
    this.#options = options
  }

  /**
   * @param key without one `required` is refused before anything is sent.
   * @throws KnownError whatever keeps the service from being asked.
   */
  ask<T>(key: 'required' | 'optional', signal: AbortSignal, work: (reach: Reach) => Promise<T>): Promise<T> {
    return this.#limit(async () => {
      const choice = await this.#options.choose()
      if (key === 'required') requireKey(choice, false)
      const opened = this.#take(choice)
      try {
        return await work(reachOf(await opened.service, signal))
      } catch (error) {
        // The next one tries anew: with another key, or another address.
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
    // Other commands want the local data too; and where there was no key, there may be one by the next time.
    if (address === localAddress || !key) this.#forget(opened)
    if (this.#kept !== opened) close(opened)
  }

  #forget(opened: Opened): void {
    if (this.#kept === opened) this.#kept = undefined
  }
}

const isSame = (a: ServiceChoice, b: ServiceChoice): boolean =>
  a.address === b.address && a.webUrl?.value === b.webUrl?.value && a.key?.identity === b.key?.identity

/** One that never opened need not be closed. */
function close({ service }: Opened): void {
  service.then(
    (opened) => opened.close(),
    () => {},
  )
}

function reachOf({ transport, baseUrl, address, webAddress }: Service, signal: AbortSignal): Reach {
  const send: Service['transport']['send'] = (exchange, onReply) =>
    transport.send({ ...exchange, signal }, onReply)
  return { client: createClient({ send }, baseUrl), address, webAddress }
}
