/** Writes a web font with some glyphs of a TrueType font. Glyphs keep their numbers, so that kerning works unchanged. */

import { zlibSync } from 'fflate'
import { sortedBy } from '../../grouped.ts'

/** Bytes of a table; undefined if the font has no such table. */
export type FontTable = (tag: string) => Uint8Array | undefined

/** Tables that are copied. A browser wants those with names and metrics of systems too: `post` and `name` are empty. */
const COPIED = ['GDEF', 'GPOS', 'GSUB', 'OS/2', 'cmap', 'head', 'hhea', 'hmtx', 'maxp'] as const

/**
 * Returns a WOFF file; the same bytes on every machine, because its compression is not that of Node.
 * @param glyphs numbers of glyphs; parts of composite glyphs are added
 * @throws RangeError if the font is damaged
 */
export function subsetFont(table: FontTable, glyphs: ReadonlySet<number>): Uint8Array {
  const tables = new Map<string, Uint8Array>()
  for (const tag of COPIED) {
    const bytes = table(tag)
    if (bytes) tables.set(tag, bytes)
  }
  const outlines = new Outlines(table)
  for (const [tag, bytes] of outlines.only(withParts(outlines, glyphs))) tables.set(tag, bytes)
  // Format 0, no names, whose text would start after these 6 bytes.
  tables.set('name', Buffer.from([0, 0, 0, 0, 0, 6]))
  // Version 3: glyphs have no names.
  tables.set('post', Buffer.concat([Buffer.from([0, 3])], 32))
  return woffOf(tables)
}

/** The tables `glyf` and `loca`. */
class Outlines {
  readonly #glyf: Buffer
  readonly #loca: Buffer
  readonly #isLong: boolean

  constructor(table: FontTable) {
    this.#glyf = bufferOf(table('glyf'))
    this.#loca = bufferOf(table('loca'))
    this.#isLong = bufferOf(table('head')).readInt16BE(50) === 1
  }

  get count(): number {
    return this.#loca.length / (this.#isLong ? 4 : 2) - 1
  }

  /** Empty for a glyph without outline, such as a space. */
  of(glyph: number): Buffer {
    return this.#glyf.subarray(this.#offset(glyph), this.#offset(glyph + 1))
  }

  #offset(glyph: number): number {
    return this.#isLong
      ? this.#loca.readUInt32BE(4 * glyph)
      : 2 * this.#loca.readUInt16BE(2 * glyph)
  }

  /** Both tables, with the outlines of these glyphs only. */
  only(glyphs: ReadonlySet<number>): [tag: string, bytes: Buffer][] {
    const loca = Buffer.alloc(this.#loca.length)
    const kept: Buffer[] = []
    let end = 0
    for (let glyph = 0; glyph <= this.count; glyph++) {
      if (this.#isLong) loca.writeUInt32BE(end, 4 * glyph)
      else loca.writeUInt16BE(end / 2, 2 * glyph)
      if (glyph === this.count || !glyphs.has(glyph)) continue
      const outline = this.of(glyph)
      kept.push(outline)
      end += outline.length
    }
    return [
      ['glyf', Buffer.concat(kept)],
      ['loca', loca],
    ]
  }
}

/** Bits of a part of a composite glyph. */
const WORDS = 0x1
const SCALE = 0x8
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80

/** Adds the glyph for missing characters, and the parts of composite glyphs. */
function withParts(outlines: Outlines, glyphs: ReadonlySet<number>): Set<number> {
  const all = new Set<number>()
  const left = [0, ...glyphs]
  for (let glyph = left.pop(); glyph !== undefined; glyph = left.pop()) {
    if (all.has(glyph) || glyph >= outlines.count) continue
    all.add(glyph)
    left.push(...partsOf(outlines.of(glyph)))
  }
  return all
}

function partsOf(outline: Buffer): number[] {
  // The number of contours is negative for a composite glyph.
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  let flags = MORE
  for (let at = 10; flags & MORE; ) {
    flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    at += 4 + (flags & WORDS ? 4 : 2) + bytesOfTransform(flags)
  }
  return parts
}

function bytesOfTransform(flags: number): number {
  if (flags & SCALE) return 2
  if (flags & TWO_SCALES) return 4
  return flags & MATRIX ? 8 : 0
}

const HEADER = 44
const ENTRY = 20

/** Packs tables as the recommendation WOFF 1.0 says. */
function woffOf(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = sortedBy(tables, ([tag]) => tag)
  const head = Buffer.alloc(HEADER + ENTRY * sorted.length)
  const parts: Buffer[] = [head]
  let end = head.length
  let unpacked = 12 + 16 * sorted.length
  for (const [index, [tag, bytes]] of sorted.entries()) {
    const packed = zlibSync(bytes, { level: 9 })
    const stored = packed.length < bytes.length ? packed : bytes
    const at = HEADER + ENTRY * index
    head.write(tag, at, 'latin1')
    const fields = [end, stored.length, bytes.length, sumOf(bytes)]
    for (const [field, value] of fields.entries()) head.writeUInt32BE(value, at + 4 + 4 * field)
    const padded = padToWords(stored)
    parts.push(padded)
    end += padded.length
    unpacked += wholeWords(bytes.length)
  }
  head.write('wOFF', 0, 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt32BE(end, 8)
  head.writeUInt16BE(sorted.length, 12)
  head.writeUInt32BE(unpacked, 16)
  head.writeUInt16BE(1, 20)
  return Buffer.concat(parts)
}

const wholeWords = (length: number): number => (length + 3) & ~3
const padToWords = (bytes: Uint8Array): Buffer => Buffer.concat([bytes], wholeWords(bytes.length))

/** The sum of all 32-bit words. */
function sumOf(bytes: Uint8Array): number {
  const padded = padToWords(bytes)
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) {
    sum = (sum + padded.readUInt32BE(at)) >>> 0
  }
  return sum
}

function bufferOf(bytes: Uint8Array | undefined): Buffer {
  if (bytes === undefined) throw new RangeError('The font has no outlines.')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
