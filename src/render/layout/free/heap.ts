/** A priority queue of numbers, lowest price first: a binary heap. */
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
    let hole = this.#size++
    while (hole > 0) {
      const up = (hole - 1) >> 1
      if ((prices[up] as number) <= price) break
      prices[hole] = prices[up] as number
      states[hole] = states[up] as number
      hole = up
    }
    prices[hole] = price
    states[hole] = state
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
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= size) break
      if (child + 1 < size && (prices[child + 1] as number) < (prices[child] as number)) child++
      if ((prices[child] as number) >= price) break
      prices[hole] = prices[child] as number
      states[hole] = states[child] as number
      hole = child
    }
    prices[hole] = price
    states[hole] = state
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
