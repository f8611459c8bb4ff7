/**
 * Reads WebAssembly code: its sections, and the instructions of a function.
 *
 * Knows the binary format of WebAssembly 2.0 without its vector instructions
 * (https://webassembly.github.io/spec/core/binary/).
 */

/** Numbers of the instructions, and of `end`, which also ends an expression. */
export const BLOCK = 0x02
export const LOOP = 0x03
export const IF = 0x04
export const WASM_END = 0x0b
export const BR_TABLE = 0x0e
export const CALL = 0x10
export const CALL_INDIRECT = 0x11
/** Instructions after this prefix have their own numbers, which start at 0x100 in this file. */
const PREFIX = 0xfc
export const COPY = 0x100 + 10
export const FILL = 0x100 + 11

const SELECT_WITH_TYPES = 0x1c
const F32_CONST = 0x43
const F64_CONST = 0x44
/** unreachable, nop, else, end, return, drop, select, ref.is_null */
const ALONE = new Set([0x00, 0x01, 0x05, WASM_END, 0x0f, 0x1a, 0x1b, 0xd1])
/** block, loop, if; br, br_if, call; memory.size, memory.grow; i32.const, i64.const; ref.null, ref.func */
const WITH_ONE = new Set([BLOCK, LOOP, IF, 0x0c, 0x0d, CALL, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2])

/** The length of the magic number and the version. */
export const HEADER_BYTES = 8

/** A section's number, and where its content starts and ends. */
export interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
}

export function wasmSectionsOf(code: Uint8Array): Section[] {
  const sections: Section[] = []
  const reader = new WasmReader(code, HEADER_BYTES)
  while (reader.at < code.length) {
    const id = reader.byte()
    const length = reader.unsigned()
    sections.push({ id, start: reader.at, end: reader.at + length })
    reader.at += length
  }
  return sections
}

/** How many numbers follow an instruction. */
function immediatesOf(code: number): number {
  if ((code >= 0x45 && code <= 0xc4) || ALONE.has(code)) return 0
  if ((code >= 0x28 && code <= 0x3e) || code === CALL_INDIRECT) return 2
  if ((code >= 0x20 && code <= 0x26) || WITH_ONE.has(code)) return 1
  throw new Error(`unknown WebAssembly instruction 0x${code.toString(16)}`)
}

export class WasmReader {
  readonly code: Uint8Array
  /** The position of the next byte. */
  at: number

  constructor(code: Uint8Array, at: number) {
    this.code = code
    this.at = at
  }

  byte(): number {
    return this.code[this.at++] ?? 0
  }

  unsigned(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  skipName(): void {
    const length = this.unsigned()
    this.at += length
  }

  skipLocals(): void {
    for (let groups = this.unsigned(); groups > 0; groups--) {
      this.unsigned()
      this.byte()
    }
  }

  /** Reads one instruction with its immediates. */
  instruction(): number {
    const code = this.byte()
    if (code === PREFIX) return this.#prefixed()
    if (code === F32_CONST) this.at += 4
    else if (code === F64_CONST) this.at += 8
    else if (code === BR_TABLE) this.#skip(this.unsigned() + 1)
    else if (code === SELECT_WITH_TYPES) this.#skip(this.unsigned())
    else this.#skip(immediatesOf(code))
    return code
  }

  #prefixed(): number {
    const number = this.unsigned()
    // Conversions that saturate; memory.init, data.drop, copy and fill; the same for tables, and their size.
    const immediates = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][number]
    if (immediates === undefined) throw new Error(`unknown WebAssembly instruction 0xfc ${number}`)
    this.#skip(immediates)
    return 0x100 + number
  }

  /** Skips LEB128 numbers; signed and unsigned ones end the same way. */
  #skip(count: number): void {
    for (let remaining = count; remaining > 0; remaining--) while (this.byte() >= 0x80);
  }
}
