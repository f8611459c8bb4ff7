/** Where a player keeps what it shows: in the address of its page, or only for itself. */
import { emptyAddress, type PlayerAddress } from './address.ts'

export interface AddressKeeper {
  read(): PlayerAddress
  /** The target of a link to what an address names. */
  hrefOf(address: PlayerAddress): string
  /** False if no URL names what one looks at. */
  readonly hasUrls: boolean
  /** The whole address, to be copied. */
  urlOf(address: PlayerAddress): string
  /** @param isNew adds it to the history */
  write(address: PlayerAddress, isNew: boolean): void
}

/** For a player in a page of somebody else, whose address says something else. */
export class OwnAddress implements AddressKeeper {
  readonly hasUrls = false
  #address: PlayerAddress

  /** @param scenario the one to open */
  constructor(scenario: string | undefined) {
    this.#address = { ...emptyAddress, scenario }
  }

  read(): PlayerAddress {
    return this.#address
  }

  /** In a new tab, such a link opens the page. */
  hrefOf(): string {
    return location.href
  }

  urlOf(): string {
    return location.href
  }

  write(address: PlayerAddress): void {
    this.#address = address
  }
}
