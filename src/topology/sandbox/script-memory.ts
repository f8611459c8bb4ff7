/** The memory of an instance, which ends the script that has used it up. */

const PAGE = 64 * 1024
export const INITIAL_BYTES = 256 * PAGE
/** Bytes for the interpreter itself, beside the script's values. */
const OVERHEAD = 32 * 1024 * 1024
/** The allocator asks for a fifth more than it has; if that is refused, for less, and then for less again. */
const ATTEMPTS = 3
/** Bytes for reading the result of a script that has used up its memory. */
const RESERVE = 16 * 1024 * 1024

const pagesFor = (bytes: number): number => Math.ceil(bytes / PAGE)

/**
 * Refuses to grow beyond the limit of scripts, and remembers it. A script could go on after that, and each of its
 * allocations would cost the host a thousand times as much as the script.
 */
export class ScriptMemory extends WebAssembly.Memory {
  readonly #most: number
  #isReading = false
  #refusals = 0
  #isExhausted = false
  #isRefusedByMachine = false
  #onRefusal: () => void = () => {}

  /** @param capacity bytes for the script's values */
  constructor(capacity: number) {
    const most = pagesFor(Math.max(INITIAL_BYTES, capacity + OVERHEAD))
    super({ initial: INITIAL_BYTES / PAGE, maximum: most + pagesFor(RESERVE) })
    this.#most = most
  }

  /** Bytes that it can hold without the reserve. */
  get capacity(): number {
    return this.#most * PAGE
  }

  /** True if the script needed more than its limit. */
  get isExhausted(): boolean {
    return this.#isExhausted
  }

  /** True if the machine had less memory than the limit allows, which says nothing about the script. */
  get isRefusedByMachine(): boolean {
    return this.#isRefusedByMachine
  }

  /**
   * For a script that starts, also after another one.
   * @param onRefusal ends it
   */
  startScript(onRefusal: () => void): void {
    this.#onRefusal = onRefusal
    this.#isReading = false
    this.#refusals = 0
  }

  /** From now on the host reads the result, and may use the reserve. */
  useReserve(): void {
    this.#isReading = true
  }

  override grow(pages: number): number {
    const limit = this.#most + (this.#isReading ? pagesFor(RESERVE) : 0)
    if (pagesFor(this.buffer.byteLength) + pages > limit) return this.#refuse()
    try {
      const before = super.grow(pages)
      this.#refusals = 0
      return before
    } catch (error) {
      this.#isRefusedByMachine = true
      this.#onRefusal()
      throw error
    }
  }

  #refuse(): never {
    this.#refusals++
    if (this.#refusals >= ATTEMPTS) {
      this.#isExhausted = true
      this.#onRefusal()
    }
    throw new RangeError('The script has used up its memory')
  }
}
