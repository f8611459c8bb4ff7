/** Reads files that ship with topo. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'

/** @param file packed with Brotli */
export async function readPackedFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  return brotliDecompressSync(readFileSync(file))
}

/** @param specifier a file of an installed package, where topo runs from its sources */
export async function readInstalledFile(specifier: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFileSync(createRequire(import.meta.url).resolve(specifier))
}
