// Puts the fonts of PNG pictures into dist. HarfBuzz reads TrueType, the packages contain WOFF, and Brotli makes them smaller.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, inflateSync } from 'node:zlib'

/** A file of the package that the fonts are from. */
export const fontLicense = 'node_modules/@fontsource/inter/LICENSE'

const weights = [500, 600]
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']

/** Writes the fonts of PNG pictures in the weights that pictures use. Packing them takes a second, so other threads do it. */
export async function writeFonts(root) {
  const from = join(root, 'node_modules', '@fontsource', 'inter')
  const to = join(root, 'dist', 'fonts')
  mkdirSync(to, { recursive: true })
  copyFileSync(join(from, 'LICENSE'), join(to, 'LICENSE'))
  const names = scripts.flatMap((script) =>
    weights.map((weight) => `inter-${script}-${weight}-normal`),
  )
  const write = async (name) => {
    const font = unpackWoff(readFileSync(join(from, 'files', `${name}.woff`)))
    writeFileSync(join(to, `${name}.ttf.br`), await promisify(brotliCompress)(font))
  }
  await Promise.all(names.map(write))
}

/** Tables that only systems need; HarfBuzz makes outlines without them. Browsers want OS/2 in a font of an SVG. */
const unneeded = new Set(['STAT', 'gasp', 'name', 'post'])

/** WOFF → TrueType: the tables that HarfBuzz needs, decompressed. */
export function unpackWoff(woff) {
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, i) => 44 + 20 * i).filter(
    (entry) => !unneeded.has(woff.toString('latin1', entry, entry + 4)),
  )
  const count = entries.length
  const header = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(16 << power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * count - (16 << power), 10)
  const parts = [header]
  let end = header.length
  for (const [i, entry] of entries.entries()) {
    const [offset, packed, size, sum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at))
    const bytes = woff.subarray(offset, offset + packed)
    const table = packed < size ? inflateSync(bytes) : bytes
    woff.copy(header, 12 + 16 * i, entry, entry + 4)
    header.writeUInt32BE(sum, 16 + 16 * i)
    header.writeUInt32BE(end, 20 + 16 * i)
    header.writeUInt32BE(size, 24 + 16 * i)
    const padded = Buffer.alloc((size + 3) & ~3)
    table.copy(padded)
    parts.push(padded)
    end += padded.length
  }
  return Buffer.concat(parts)
}
