/** Lists the caller's scripts for a plan: all pages, or the first one where asking for the few wanted scripts costs less. */
import type { Client } from '../../api/client/client.ts'
import type { CountedList } from '../../api/client/read-list.ts'
import { toScripts } from '../../api/client/untyped.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { KnownError } from '../../errors.ts'
import { assertComplete, isProvedOwn } from './find-unlisted.ts'
import { ownScripts } from './read-remote.ts'
import type { RemoteHashes } from './remote-hashes.ts'

export interface Wanted {
  id?: string
  slug?: string
  /** Hash of the content of its file. */
  hash?: string
}

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
   * @param lacked wanted scripts that a list lacks, each of which costs a request; undefined if the whole list is wanted
   * @throws KnownError `TOPO_LIST_INCOMPLETE` if the service promised more scripts than it listed.
   */
  static async read(
    client: Client,
    hashes: RemoteHashes,
    lacked: (list: CountedList<ListedScript>) => readonly Wanted[] | undefined,
  ): Promise<OwnList> {
    let known: ListedScript[] = []
    const isEnough = async (page: CountedList<ListedScript>) => {
      const further = pagesAfter(page)
      const wanted = lacked(page)
      if (further === 0 || !wanted) return false
      const { contents } = hashes
      // The others are read in any case.
      const unchanged = wanted.filter(({ hash = '' }) => contents.has(hash))
      const slugs = unchanged.flatMap(({ slug = [] }) => slug)
      if (slugs.length > 1 && slugs.length <= further * SLUGS_AT_ONCE)
        known = await knownAmong(slugs, client, hashes)
      const named = new Set(known.map(({ slug }) => slug))
      return wanted.filter(({ slug = '' }) => !named.has(slug)).length <= further
    }
    const list = await ownScripts(client, Number.POSITIVE_INFINITY, isEnough)
    if (list.isPart) list.items.push(...known)
    else assertComplete(list)
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

/** Keeps the address of a request short enough for proxies. */
const SLUGS_AT_ONCE = 50

/**
 * Asks for many scripts at once. Only revisions that this project knows count: the service's document does not say how
 * the answer looks, or whose scripts it contains. A deployment without this is asked once.
 */
async function knownAmong(
  slugs: readonly string[],
  client: Client,
  hashes: RemoteHashes,
): Promise<ListedScript[]> {
  const known: ListedScript[] = []
  for (let at = 0; at < slugs.length; at += SLUGS_AT_ONCE) {
    const asked = slugs.slice(at, at + SLUGS_AT_ONCE)
    try {
      const { items } = await client.discovery.bySlugs({ query: { slugs: asked.join(',') } })
      const fresh = toScripts(items).filter(
        ({ id, slug, updatedAt = '' }) =>
          asked.includes(slug) && hashes.of({ id, updatedAt }) !== undefined,
      )
      if (fresh.length === 0) return known
      known.push(...fresh)
    } catch (error) {
      // An outage meets the next request too.
      if (!(error instanceof KnownError)) throw error
      return known
    }
  }
  return known
}
