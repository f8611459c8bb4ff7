/** A priority queue of numbers: lowest price first. */
export class Heap {
  #prices = new Float64Array(1024)
  #states = new Int32Array(1024)
  #size = 0

  clear(): void {
    this.#size = 0
  }

  push(price: number, state: number): void {
    if (this.#size === this.#states.length) this.#grow()
    const prices = this.#prices
    const states = this.#states
    let at = this.#size++
    while (at > 0) {
      const up = (at - 1) >> 1
      if ((prices[up] as number) <= price) break
      prices[at] = prices[up] as number
      states[at] = states[up] as number
      at = up
    }
    prices[at] = price
    states[at] = state
  }

  /** -1 if it is empty. */
  pop(): number {
    if (this.#size === 0) return -1
    const prices = this.#prices
    const states = this.#states
    const first = states[0] as number
    const size = --this.#size
    const price = prices[size] as number
    const state = states[size] as number
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && (prices[child + 1] as number) < (prices[child] as number)) child++
      if ((prices[child] as number) >= price) break
      prices[at] = prices[child] as number
      states[at] = states[child] as number
      at = child
    }
    prices[at] = price
    states[at] = state
    return first
  }

  #grow(): void {
    const prices = this.#prices
    const states = this.#states
    this.#prices = new Float64Array(2 * prices.length)
    this.#states = new Int32Array(2 * states.length)
    this.#prices.set(prices)
    this.#states.set(states)
  }
}
