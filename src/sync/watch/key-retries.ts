/** Decides whether a watch goes on after the service refused the key: a gateway may refuse a single request by mistake. */
import { ExitCode, type KnownError } from '../../errors.ts'

/** Retries in a row. A key that is refused each time is not valid any more. */
const MOST = 2

export class KeyRetries {
  #count = 0
  #isRefused = false

  /** False also if there is no key: nothing was asked. */
  allows({ exitCode, status }: KnownError): boolean {
    return exitCode === ExitCode.auth && status === 401 && this.#count < MOST
  }

  /** Several requests may be refused at the same time: they are retried together. */
  refused(): void {
    this.#isRefused = true
  }

  retrying(): void {
    if (this.#isRefused) this.#count++
    this.#isRefused = false
  }

  accepted(): void {
    this.#count = 0
  }
}
