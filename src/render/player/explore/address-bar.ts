/** Keeps the address of the page true: what the player shows is in its hash. */
import { formatAddress, type PlayerAddress, parseAddress, unnamedParts } from './address.ts'
import type { AddressKeeper } from './player-address.ts'

export class AddressBar implements AddressKeeper {
  readonly hasUrls = true
  #known = location.hash
  readonly #isOfPage: (part: string) => boolean

  /**
   * @param changed called if the hash is changed by a link, by the reader or by the history
   * @param isOfPage true for a part without a name that the page reads itself; another one is meant as a node
   */
  constructor(changed: () => void, isOfPage: (part: string) => boolean = () => true) {
    this.#isOfPage = isOfPage
    addEventListener('hashchange', () => {
      if (location.hash === this.#known) return
      this.#known = location.hash
      changed()
    })
  }

  /** A change that is read before it is reported is not reported again. */
  read(): PlayerAddress {
    this.#known = location.hash
    const node = unnamedParts(location.hash).find((part) => !this.#isOfPage(part))
    return { ...parseAddress(location.hash), ...(node !== undefined && { node }) }
  }

  hrefOf(address: PlayerAddress): string {
    return `#${formatAddress(address, unnamedParts(location.hash).filter(this.#isOfPage))}`
  }

  /** The whole address, to be copied. */
  urlOf(address: PlayerAddress): string {
    return new URL(this.hrefOf(address), location.href).href
  }

  /** Replaces the parts that the page reads itself. Those of the player stay. */
  writeOwn(parts: readonly string[]): void {
    // The reader has followed a link, which is about to be reported.
    if (location.hash !== this.#known) return
    const href = `#${formatAddress(parseAddress(location.hash), parts)}`
    if (href !== (location.hash === '' ? '#' : location.hash)) setHash(href)
    this.#known = location.hash
  }

  /** True after a step through the history to what this page has shown, false after a link. */
  get isOwnEntry(): boolean {
    return history.state === OWN
  }

  /** @param isNew adds it to the history */
  write(address: PlayerAddress, isNew: boolean): void {
    const href = this.hrefOf(address)
    if (href === (location.hash === '' ? '#' : location.hash)) return
    setHash(href, isNew)
    this.#known = location.hash
  }
}

/** The state of entries of the history that a page has written. */
const OWN = 'topo'

/** @param isNew adds it to the history, so that the browser can go back */
export function setHash(hash: string, isNew = false): void {
  // `#` alone would stay visible.
  const url = hash === '#' ? location.pathname + location.search : hash
  try {
    if (isNew) history.pushState(OWN, '', url)
    else history.replaceState(OWN, '', url)
  } catch {
    // Some browsers refuse many changes in a short time, and pages that are not served.
  }
}
