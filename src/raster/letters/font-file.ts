/** Reads from a font file which characters it has, without loading the outlines. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import * as hb from 'harfbuzzjs'
import { readStartSync } from '../../limits/files.ts'

/** Limits the memory for fonts. The fonts for Chinese, Japanese and Korean have 20 MB. */
const MAX_FONT = 64 * 1024 * 1024
const MAX_CMAP = 4 * 1024 * 1024

export interface FontFile {
  readonly path: string
  /** Glyphs are pictures in colour, as in most fonts of emoji. */
  readonly isColor: boolean
  readonly has: (codePoint: number) => boolean
  /** Parses the file at the first call. */
  readonly font: () => hb.Font
}

/** Undefined for a file that is not a font that topo can draw. A font of topo's package is packed (`.br`). */
export function readFontFile(path: string): FontFile | undefined {
  let file: number | undefined
  try {
    const stats = statSync(path)
    const { size } = stats
    if (!stats.isFile() || size > MAX_FONT) return undefined
    if (path.endsWith('.br')) {
      const bytes = brotliDecompressSync(readStartSync(path, size), { maxOutputLength: MAX_FONT })
      return fontOf(
        path,
        (offset, length) => bytes.subarray(offset, offset + length),
        () => bytes,
      )
    }
    file = openSync(path, 'r')
    const open = file
    return fontOf(
      path,
      (offset, length) => readAt(open, offset, length),
      () => readStartSync(path, size),
    )
  } catch {
    // A damaged file is skipped, as any program does.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

type ReadBytes = (offset: number, length: number) => Buffer

/** @throws RangeError if a table is damaged */
function fontOf(path: string, read: ReadBytes, all: () => Buffer): FontFile | undefined {
  const tables = readTables(read)
  const cmap = tables.get('cmap')
  const isColor = tables.has('CBDT') || tables.has('sbix')
  const hasOutlines = tables.has('glyf') || tables.has('CFF ') || tables.has('CFF2')
  if (!cmap || cmap.length > MAX_CMAP || !(isColor || hasOutlines)) return undefined
  const ranges = rangesOf(read(cmap.offset, cmap.length))
  let font: hb.Font | undefined
  return {
    path,
    isColor,
    has: (codePoint) => contains(ranges, codePoint),
    font: () => {
      font ??= new hb.Font(new hb.Face(new hb.Blob(all()), 0))
      return font
    },
  }
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const read = readSync(file, bytes, 0, length, offset)
  return bytes.subarray(0, read)
}

/** The tables of a font, or of the first font of a collection. */
function readTables(read: ReadBytes): Map<string, { offset: number; length: number }> {
  let head = read(0, 16)
  let start = 0
  if (head.toString('latin1', 0, 4) === 'ttcf') {
    start = head.readUInt32BE(12)
    head = read(start, 12)
  }
  const count = head.readUInt16BE(4)
  const directory = read(start + 12, 16 * count)
  const tables = new Map<string, { offset: number; length: number }>()
  for (let at = 0; at + 16 <= directory.length; at += 16) {
    tables.set(directory.toString('latin1', at, at + 4), {
      offset: directory.readUInt32BE(at + 8),
      length: directory.readUInt32BE(at + 12),
    })
  }
  return tables
}

type Range = readonly [first: number, last: number]

/** Ranges of code points in ascending order, from the largest Unicode table. @throws RangeError if the table is damaged */
function rangesOf(cmap: Buffer): Range[] {
  const count = cmap.readUInt16BE(2)
  let best: { format: number; at: number } | undefined
  for (let i = 0; i < count; i++) {
    const platform = cmap.readUInt16BE(4 + 8 * i)
    const encoding = cmap.readUInt16BE(6 + 8 * i)
    const at = cmap.readUInt32BE(8 + 8 * i)
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    const format = cmap.readUInt16BE(at)
    if (isUnicode && (format === 12 || (format === 4 && best?.format !== 12))) best = { format, at }
  }
  if (!best) return []
  return best.format === 12 ? ranges12(cmap, best.at) : ranges4(cmap, best.at)
}

function ranges12(cmap: Buffer, at: number): Range[] {
  const count = Math.min(cmap.readUInt32BE(at + 12), (cmap.length - at - 16) / 12)
  const ranges: Range[] = []
  for (let i = 0; i < count; i++) {
    const group = at + 16 + 12 * i
    ranges.push([cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)])
  }
  return ranges
}

function ranges4(cmap: Buffer, at: number): Range[] {
  const segments = cmap.readUInt16BE(at + 6) / 2
  const ranges: Range[] = []
  for (let i = 0; i < segments; i++) {
    const last = cmap.readUInt16BE(at + 14 + 2 * i)
    const first = cmap.readUInt16BE(at + 16 + 2 * segments + 2 * i)
    // The last segment is an end mark.
    if (first <= last && first !== 0xffff) ranges.push([first, last])
  }
  return ranges
}

function contains(ranges: readonly Range[], codePoint: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle] as Range
    if (codePoint < first) high = middle - 1
    else if (codePoint > last) low = middle + 1
    else return true
  }
  return false
}
