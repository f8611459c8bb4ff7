/**
 * Adds a step meter to WebAssembly code, so that a script stops at the same step on every machine. It also stops
 * native loops that the interpreter's interrupt handler does not reach
 * (`[].indexOf.call({ length: 2 ** 53 }, 1)`).
 *
 * Steps stand for time, as far as that is cheap: a step is what the interpreter needs for a simple instruction.
 *
 * - An iteration of a loop costs one step. It costs more if a native loop calls functions.
 * - A call of a large function costs steps, because much of what the interpreter does has no loop: it makes objects
 *   and promises, runs jobs and allocates memory.
 * - 64 bytes of a bulk copy or fill cost one step.
 *
 * Without steps left, the code traps.
 *
 * Reads the binary format of WebAssembly 2.0 without its vector instructions
 * (https://webassembly.github.io/spec/core/binary/).
 */

/** Name of the exported global (i32) with the remaining steps; below zero after a trap. */
export const STEPS_LEFT = 'stepsLeft'

/**
 * Measured with two hundred kinds of endless scripts. With these numbers none takes clearly longer than
 * `while (true) {}`, and smaller functions need no further steps. At most 63 each, see `charged`.
 */
const STEPS = { iteration: 1, iterationWithCalls: 3, largeFunction: 8 }
/** Instructions of a function that is large: one in seventeen. */
const LARGE = 400
const BYTES_PER_STEP_AS_POWER_OF_TWO = 6

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 }
const GLOBAL = 3
const I32 = 0x7f
const END = 0x0b
/** The largest signed i32: no limit before a script starts. */
const MOST = [0xff, 0xff, 0xff, 0xff, 0x07]

/** @throws Error for code with unknown instructions. */
export function meter(code: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(code)
  const countIn = (id: number) => {
    const section = sections.find((one) => one.id === id)
    return section === undefined ? 0 : new Reader(code, section.start).unsigned()
  }
  const imported = importsOf(code, sections)
  const left = leb(imported.globals + countIn(SECTION.global))
  const charge = leb(imported.functions + countIn(SECTION.function))

  const spend = [0x6b, 0x24, ...left, 0x23, ...left, 0x41, 0, 0x48, 0x04, 0x40, 0x00, END]
  const charged = (steps: number) => [0x23, ...left, 0x41, steps, ...spend]
  const chargeBytes = [0x20, 0, 0x41, BYTES_PER_STEP_AS_POWER_OF_TWO, 0x76]
  const chargeBody = [0, 0x23, ...left, ...chargeBytes, ...spend, 0x20, 0, END]
  const name = [...new TextEncoder().encode(STEPS_LEFT)]
  const additions = new Map<number, readonly number[]>([
    [SECTION.type, [0x60, 1, I32, 1, I32]],
    [SECTION.function, leb(countIn(SECTION.type))],
    [SECTION.global, [I32, 1, 0x41, ...MOST, END]],
    [SECTION.export, [...leb(name.length), ...name, GLOBAL, ...left]],
    [SECTION.code, [...leb(chargeBody.length), ...chargeBody]],
  ])

  const parts: Part[] = [code.subarray(0, HEAD)]
  for (const { id, start, end } of sections) {
    const addition = additions.get(id)
    const reader = new Reader(code, start)
    const content =
      addition === undefined
        ? [code.subarray(start, end)]
        : [
            leb(reader.unsigned() + 1),
            ...(id === SECTION.code
              ? meteredBodies(reader, end, charged, [0x10, ...charge])
              : [code.subarray(reader.at, end)]),
            addition,
          ]
    parts.push([id], leb(lengthOf(content)), ...content)
  }
  return joined(parts)
}

/** The magic number and the version. */
const HEAD = 8

interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
}

function sectionsOf(code: Uint8Array): Section[] {
  const sections: Section[] = []
  const reader = new Reader(code, HEAD)
  while (reader.at < code.length) {
    const id = reader.byte()
    const length = reader.unsigned()
    sections.push({ id, start: reader.at, end: reader.at + length })
    reader.at += length
  }
  return sections
}

function importsOf(
  code: Uint8Array,
  sections: readonly Section[],
): { functions: number; globals: number } {
  const counts = [0, 0, 0, 0]
  const section = sections.find(({ id }) => id === SECTION.import)
  const reader = new Reader(code, section?.start ?? 0)
  for (let left = section === undefined ? 0 : reader.unsigned(); left > 0; left--) {
    reader.skipName()
    reader.skipName()
    const kind = reader.byte()
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind === 0) reader.unsigned()
    else if (kind === GLOBAL) reader.at += 2
    else {
      if (kind === 1) reader.byte()
      const isBounded = reader.byte() & 1
      reader.unsigned()
      if (isBounded) reader.unsigned()
    }
  }
  return { functions: counts[0] ?? 0, globals: counts[GLOBAL] ?? 0 }
}

/**
 * @param charged returns code that charges so many steps: for the start of a function or an iteration
 * @param charge is inserted before each bulk copy and fill
 */
function meteredBodies(
  reader: Reader,
  sectionEnd: number,
  charged: (steps: number) => readonly number[],
  charge: readonly number[],
): Part[] {
  const bodies: Part[] = []
  while (reader.at < sectionEnd) {
    const length = reader.unsigned()
    const end = reader.at + length
    const parts: Part[] = []
    let copied = reader.at
    for (const { at, steps } of chargesIn(reader, end)) {
      parts.push(reader.code.subarray(copied, at), steps === 'bytes' ? charge : charged(steps))
      copied = at
    }
    parts.push(reader.code.subarray(copied, end))
    bodies.push(leb(lengthOf(parts)), ...parts)
  }
  return bodies
}

/** Where a function is charged, and how much: `bytes` for a bulk copy or fill. */
interface Charge {
  readonly at: number
  steps: number | 'bytes'
}

/** A loop that is open. One with a table of branches is the loop of an interpreter: an iteration runs a small part of it. */
interface OpenLoop {
  readonly charge: Charge
  hasCalls: boolean
  hasTable: boolean
}

function chargesIn(reader: Reader, end: number): Charge[] {
  reader.skipLocals()
  const entry: Charge = { at: reader.at, steps: STEPS.largeFunction }
  const charges: Charge[] = []
  /** The blocks around the instruction, with the innermost loop at each. */
  const blocks: (OpenLoop | undefined)[] = []
  let count = 0
  while (reader.at < end) {
    const start = reader.at
    const instruction = reader.instruction()
    const loop = blocks.at(-1)
    count++
    if (instruction === LOOP) {
      const charge: Charge = { at: reader.at, steps: STEPS.iteration }
      charges.push(charge)
      blocks.push({ charge, hasCalls: false, hasTable: false })
    } else if (instruction === BLOCK || instruction === IF) blocks.push(loop)
    else if (instruction === END) blocks.pop()
    else if (instruction === COPY || instruction === FILL)
      charges.push({ at: start, steps: 'bytes' })
    else if (loop !== undefined) note(loop, instruction)
  }
  return count > LARGE ? [entry, ...charges] : charges
}

function note(loop: OpenLoop, instruction: number): void {
  if (instruction === BR_TABLE) loop.hasTable = true
  if (instruction === CALL || instruction === CALL_INDIRECT) loop.hasCalls = true
  const isNative = loop.hasCalls && !loop.hasTable
  loop.charge.steps = isNative ? STEPS.iterationWithCalls : STEPS.iteration
}

const BLOCK = 0x02
const LOOP = 0x03
const IF = 0x04
const CALL = 0x10
const CALL_INDIRECT = 0x11
/** Instructions after this prefix have their own numbers, which start at 0x100 in this file. */
const PREFIX = 0xfc
const COPY = 0x100 + 10
const FILL = 0x100 + 11

const BR_TABLE = 0x0e
const SELECT_WITH_TYPES = 0x1c
const F32_CONST = 0x43
const F64_CONST = 0x44
/** unreachable, nop, else, end, return, drop, select, ref.is_null */
const ALONE = new Set([0x00, 0x01, 0x05, END, 0x0f, 0x1a, 0x1b, 0xd1])
/** block, loop, if; br, br_if, call; memory.size, memory.grow; i32.const, i64.const; ref.null, ref.func */
const WITH_ONE = new Set([BLOCK, LOOP, IF, 0x0c, 0x0d, CALL, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2])

/** How many numbers follow an instruction. */
function immediatesOf(code: number): number {
  if ((code >= 0x45 && code <= 0xc4) || ALONE.has(code)) return 0
  if ((code >= 0x28 && code <= 0x3e) || code === CALL_INDIRECT) return 2
  if ((code >= 0x20 && code <= 0x26) || WITH_ONE.has(code)) return 1
  throw new Error(`unknown WebAssembly instruction 0x${code.toString(16)}`)
}

class Reader {
  readonly code: Uint8Array
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
    for (let left = count; left > 0; left--) while (this.byte() >= 0x80);
  }
}

type Part = Uint8Array | readonly number[]

const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function leb(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
