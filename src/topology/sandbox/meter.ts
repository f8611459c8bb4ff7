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
 */
import { sumOf } from '../../grouped.ts'
import { chargesIn } from './charges.ts'
import { HEADER_BYTES, type Section, WASM_END, WasmReader, wasmSectionsOf } from './wasm-reader.ts'

/** Name of the exported global (i32) with the remaining steps; below zero after a trap. */
export const STEPS_LEFT = 'stepsLeft'

const BYTES_PER_STEP_AS_POWER_OF_TWO = 6

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 }
/** Kinds of imports. */
const FUNCTION = 0
const TABLE = 1
const GLOBAL = 3
const I32 = 0x7f
/** The largest signed i32: no limit before a script starts. */
const MOST = [0xff, 0xff, 0xff, 0xff, 0x07]

type Part = Uint8Array | readonly number[]

/** @throws Error for code with unknown instructions. */
export function meter(code: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = wasmSectionsOf(code)
  const meterCode = meterCodeFor(code, sections)
  const additions = additionsTo(code, sections, meterCode)
  const parts: Part[] = [code.subarray(0, HEADER_BYTES)]
  for (const section of sections) {
    const addition = additions.get(section.id)
    const content = addition
      ? extended(code, section, addition, meterCode)
      : [code.subarray(section.start, section.end)]
    parts.push([section.id], leb(lengthOf(content)), ...content)
  }
  return joined(parts)
}

/** The code of the meter. */
interface MeterCode {
  /** The number of the global, encoded. */
  readonly global: readonly number[]
  /** Returns code that charges so many steps: for the start of a function or an iteration. */
  readonly charged: (steps: number) => readonly number[]
  /** Calls the function that charges a bulk copy or fill; inserted before each. */
  readonly call: readonly number[]
  /** The body of that function. It takes and returns the number of bytes. */
  readonly body: readonly number[]
}

function meterCodeFor(code: Uint8Array, sections: readonly Section[]): MeterCode {
  const imported = countImports(code, sections)
  const global = leb(imported.globals + countIn(code, sections, SECTION.global))
  const charge = leb(imported.functions + countIn(code, sections, SECTION.function))

  // i32.sub, global.set, global.get, i32.const 0, i32.lt_s, if, unreachable, end
  const spend = [0x6b, 0x24, ...global, 0x23, ...global, 0x41, 0, 0x48, 0x04, 0x40, 0x00, WASM_END]
  // local.get 0, i32.const, i32.shr_u
  const stepsOfBytes = [0x20, 0, 0x41, BYTES_PER_STEP_AS_POWER_OF_TWO, 0x76]
  return {
    global,
    charged: (steps) => [0x23, ...global, 0x41, steps, ...spend],
    call: [0x10, ...charge],
    body: [0, 0x23, ...global, ...stepsOfBytes, ...spend, 0x20, 0, WASM_END],
  }
}

/** The entries that are added to the end of each section, by its number. */
function additionsTo(
  code: Uint8Array,
  sections: readonly Section[],
  { global, body }: MeterCode,
): Map<number, readonly number[]> {
  const name = [...new TextEncoder().encode(STEPS_LEFT)]
  return new Map<number, readonly number[]>([
    [SECTION.type, [0x60, 1, I32, 1, I32]],
    [SECTION.function, leb(countIn(code, sections, SECTION.type))],
    [SECTION.global, [I32, 1, 0x41, ...MOST, WASM_END]],
    [SECTION.export, [...leb(name.length), ...name, GLOBAL, ...global]],
    [SECTION.code, [...leb(body.length), ...body]],
  ])
}

/** A section with one more entry; the functions in it are metered. */
function extended(
  code: Uint8Array,
  { id, start, end }: Section,
  addition: readonly number[],
  meterCode: MeterCode,
): Part[] {
  const reader = new WasmReader(code, start)
  const count = leb(reader.unsigned() + 1)
  if (id === SECTION.code) return [count, ...meteredBodies(reader, end, meterCode), addition]
  return [count, code.subarray(reader.at, end), addition]
}

/** The number of entries in a section. */
function countIn(code: Uint8Array, sections: readonly Section[], id: number): number {
  const section = sections.find((candidate) => candidate.id === id)
  return section === undefined ? 0 : new WasmReader(code, section.start).unsigned()
}

function countImports(
  code: Uint8Array,
  sections: readonly Section[],
): { functions: number; globals: number } {
  const counts = { functions: 0, globals: 0 }
  const section = sections.find(({ id }) => id === SECTION.import)
  if (section === undefined) return counts

  const reader = new WasmReader(code, section.start)
  for (let remaining = reader.unsigned(); remaining > 0; remaining--) {
    const kind = skipImport(reader)
    if (kind === FUNCTION) counts.functions++
    if (kind === GLOBAL) counts.globals++
  }
  return counts
}

/** Returns the kind of the import. */
function skipImport(reader: WasmReader): number {
  reader.skipName()
  reader.skipName()
  const kind = reader.byte()
  if (kind === FUNCTION) reader.unsigned()
  else if (kind === GLOBAL) reader.at += 2
  else skipTableOrMemory(reader, kind)
  return kind
}

function skipTableOrMemory(reader: WasmReader, kind: number): void {
  if (kind === TABLE) reader.byte()
  const isBounded = reader.byte() & 1
  reader.unsigned()
  if (isBounded) reader.unsigned()
}

function meteredBodies(reader: WasmReader, sectionEnd: number, meterCode: MeterCode): Part[] {
  const bodies: Part[] = []
  while (reader.at < sectionEnd) {
    const length = reader.unsigned()
    const parts = meteredBody(reader, reader.at + length, meterCode)
    bodies.push(leb(lengthOf(parts)), ...parts)
  }
  return bodies
}

function meteredBody(reader: WasmReader, end: number, { charged, call }: MeterCode): Part[] {
  const parts: Part[] = []
  let copied = reader.at
  for (const { at, steps } of chargesIn(reader, end)) {
    parts.push(reader.code.subarray(copied, at), steps === 'bytes' ? call : charged(steps))
    copied = at
  }
  parts.push(reader.code.subarray(copied, end))
  return parts
}

const lengthOf = (parts: readonly Part[]): number => sumOf(parts, ({ length }) => length)

function joined(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Encodes an unsigned number as LEB128. */
function leb(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
