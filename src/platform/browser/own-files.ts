/**
 * The files that ship with topo, in a page: the page fetches them, and gives them to its workers.
 */

const given = new Map<string, Uint8Array<ArrayBuffer>>()

/** Call it before anything reads the file. */
export function giveOwnFile(file: URL, bytes: Uint8Array<ArrayBuffer>): void {
  given.set(file.href, bytes)
}

/** @param file not packed: the server packs what it sends */
export async function readPackedFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = given.get(file.href)
  if (bytes === undefined) throw new Error(`The page has not given ${file} to its worker`)
  return bytes
}

export async function readInstalledFile(specifier: string): Promise<never> {
  throw new Error(`${specifier} is a file of a package, which a page cannot read`)
}
