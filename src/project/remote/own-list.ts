/** Lists the caller's scripts for a plan: all pages, or the first one where asking for the few wanted scripts costs less. */
import type { Client } from '../../api/client.ts'
import type { CountedList } from '../../api/read-list.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { assertComplete, isProvedOwn } from './find-unlisted.ts'
import { ownScripts } from './read-remote.ts'
import type { RemoteHashes } from './remote-hashes.ts'

export class OwnList {
  readonly #client: Client
  readonly #hashes: RemoteHashes
  #list: CountedList<ListedScript>
  #whole: Promise<CountedList<ListedScript>> | undefined

  private constructor(client: Client, hashes: RemoteHashes, list: CountedList<ListedScript>) {
    this.#client = client
    this.#hashes = hashes
    this.#list = list
  }

  /**
   * @param lacked number of wanted scripts that a list lacks; each costs one request
   * @throws KnownError `TOPO_LIST_INCOMPLETE` if the service promised more scripts than it listed.
   */
  static async read(
    client: Client,
    hashes: RemoteHashes,
    lacked: (list: CountedList<ListedScript>) => number,
  ): Promise<OwnList> {
    const isEnough = (page: CountedList<ListedScript>) => {
      const further = pagesAfter(page)
      return further > 0 && lacked(page) <= further
    }
    const list = await ownScripts(client, Number.POSITIVE_INFINITY, isEnough)
    if (!list.isPart) assertComplete(list)
    return new OwnList(client, hashes, list)
  }

  get list(): CountedList<ListedScript> {
    return this.#list
  }

  /** Reads the whole list, once. */
  async complete(): Promise<void> {
    if (!this.#list.isPart) return
    this.#whole ??= ownScripts(this.#client)
    const list = await this.#whole
    assertComplete(list)
    this.#list = list
  }

  /** Strangers see public scripts too. Only the whole list tells whose they are, unless this project knows them. */
  isOwn = async (script: Script): Promise<boolean> => {
    const proved = isProvedOwn(script, this.#list)
    if (proved !== undefined) return proved
    if (this.#hashes.knows(script.id)) return true
    await this.complete()
    return isProvedOwn(script, this.#list) ?? this.#list.promised === undefined
  }
}

/** Requests for the rest of a list; 0 if the service does not tell its length. */
const pagesAfter = ({ items, promised = 0 }: CountedList<ListedScript>): number =>
  items.length === 0 ? 0 : Math.ceil((promised - items.length) / items.length)
