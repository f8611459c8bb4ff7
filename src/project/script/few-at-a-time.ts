/** Acts on many items, a few at a time: what each needs meanwhile is in memory for a few only. */

/** @returns the results, in the order of the items; after the first failure, nothing more starts */
export async function fewAtATime<Item, Result>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const run = new Run(items, act)
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, () => run.work()))
  return run.results
}

class Run<Item, Result> {
  readonly results: Result[]
  readonly #items: readonly Item[]
  readonly #act: (item: Item) => Promise<Result>
  #next = 0

  constructor(items: readonly Item[], act: (item: Item) => Promise<Result>) {
    this.results = new Array<Result>(items.length)
    this.#items = items
    this.#act = act
  }

  /** Acts on one item after the other, until none is left. */
  async work(): Promise<void> {
    while (this.#next < this.#items.length) {
      const index = this.#next++
      try {
        this.results[index] = await this.#act(this.#items[index] as Item)
      } catch (error) {
        this.#next = this.#items.length
        throw error
      }
    }
  }
}
