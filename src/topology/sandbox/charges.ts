/** Finds where a function of WebAssembly code is charged for steps, and how many. */
import {
  BLOCK,
  BR_TABLE,
  CALL,
  CALL_INDIRECT,
  COPY,
  FILL,
  IF,
  LOOP,
  WASM_END,
  type WasmReader,
} from './wasm-reader.ts'

/**
 * Measured with two hundred kinds of endless scripts. With these numbers none takes clearly longer than
 * `while (true) {}`, and smaller functions need no further steps. At most 63 each, see `charged` in `meter.ts`.
 */
const STEPS = { iteration: 1, iterationWithCalls: 3, largeFunction: 8 }
/** Instructions of a function that is large: one in seventeen. */
const LARGE = 400

/** Where a function is charged, and how much: `bytes` for a bulk copy or fill. */
export interface Charge {
  readonly at: number
  steps: number | 'bytes'
}

/** A loop that is open. One with a table of branches is the loop of an interpreter: an iteration runs a small part of it. */
interface OpenLoop {
  readonly charge: Charge
  hasCalls: boolean
  hasTable: boolean
}

/** Reads the body of a function, which ends at `end`. */
export function chargesIn(reader: WasmReader, end: number): Charge[] {
  reader.skipLocals()
  const entry: Charge = { at: reader.at, steps: STEPS.largeFunction }
  const body = new FunctionBody()
  let count = 0
  while (reader.at < end) {
    const start = reader.at
    const instruction = reader.instruction()
    body.add(instruction, start, reader.at)
    count++
  }
  return count > LARGE ? [entry, ...body.charges] : body.charges
}

class FunctionBody {
  readonly charges: Charge[] = []
  /** The blocks around the instruction, with the innermost loop at each. */
  readonly #blocks: (OpenLoop | undefined)[] = []

  /** Adds the instruction between two positions. */
  add(instruction: number, start: number, end: number): void {
    switch (instruction) {
      case LOOP:
        this.#openLoop(end)
        return
      case BLOCK:
      case IF:
        this.#blocks.push(this.#blocks.at(-1))
        return
      case WASM_END:
        this.#blocks.pop()
        return
      case COPY:
      case FILL:
        this.charges.push({ at: start, steps: 'bytes' })
        return
      default:
        note(this.#blocks.at(-1), instruction)
    }
  }

  #openLoop(start: number): void {
    const charge: Charge = { at: start, steps: STEPS.iteration }
    this.charges.push(charge)
    this.#blocks.push({ charge, hasCalls: false, hasTable: false })
  }
}

/** Charges an iteration of the innermost loop by what the loop contains. */
function note(loop: OpenLoop | undefined, instruction: number): void {
  if (loop === undefined) return
  if (instruction === BR_TABLE) loop.hasTable = true
  if (instruction === CALL || instruction === CALL_INDIRECT) loop.hasCalls = true
  const isNative = loop.hasCalls && !loop.hasTable
  loop.charge.steps = isNative ? STEPS.iterationWithCalls : STEPS.iteration
}
