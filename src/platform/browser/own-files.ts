/** Fetches files that ship with topo. */

export async function readOwnFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(file)
  if (!response.ok) throw new Error(`${file} is answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** @param file not packed: the server packs what it sends */
export const readPackedFile = (file: URL) => readOwnFile(file)

export async function readInstalledFile(specifier: string): Promise<never> {
  throw new Error(`${specifier} is a file of a package, which a page cannot read`)
}
