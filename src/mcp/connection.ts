/** The service, for as long as an assistant works with it: opened when it is asked, never by more than a few at once. */
import pLimit from 'p-limit'
import { type Client, createClient } from '../api/client.ts'
import type { Service } from '../cli/service.ts'
import { localAddress, requireKey, type ServiceChoice } from '../cli/settings.ts'
import { KnownError } from '../errors.ts'

export interface ConnectionOptions {
  /** Which service and key are meant now: a person may log in while the assistant works. */
  choose: () => Promise<ServiceChoice>
  open: (choice: ServiceChoice) => Promise<Service>
}

/** What a tool asks, and stops asking when its call is cancelled. */
export interface Reach extends Pick<Service, 'webAddress'> {
  readonly client: Client
}

/** Work at the service that is under way at the same time; what comes above it waits. */
const AT_ONCE = 8

export class Connection {
  readonly #options: ConnectionOptions
  readonly #limit = pLimit(AT_ONCE)
  #opened: Promise<Service> | undefined
  #users = 0

  constructor(options: ConnectionOptions) {
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
      this.#users++
      try {
        const service = await this.#service(choice)
        return await work(reachOf(service, signal))
      } catch (error) {
        // The next one tries anew: with another key, or another address.
        if (error instanceof KnownError && error.code === 'TOPO_UNAUTHORIZED') this.#letGo()
        throw error
      } finally {
        this.#users--
        // Other commands want the local data too.
        if (this.#users === 0 && choice.address === localAddress) this.#letGo()
      }
    })
  }

  #service(choice: ServiceChoice): Promise<Service> {
    if (this.#opened) return this.#opened
    const opening = this.#options.open(choice)
    // Without a key it is opened anew each time, for there may be one by then.
    if (choice.key || choice.address === localAddress) {
      this.#opened = opening
      opening.catch(() => this.#letGo())
    }
    return opening
  }

  #letGo(): void {
    this.#opened?.then(
      (service) => service.close(),
      () => {},
    )
    this.#opened = undefined
  }
}

function reachOf({ transport, baseUrl, webAddress }: Service, signal: AbortSignal): Reach {
  const send: Service['transport']['send'] = (exchange, onReply) =>
    transport.send({ ...exchange, signal }, onReply)
  return { client: createClient({ send }, baseUrl), webAddress }
}
