/** Acts on many items, a few at a time: what each needs meanwhile is in memory for a few only. */

/** @returns the results, in the order of the items; after the first failure, nothing more starts */
export async function fewAtATime<Item, Result>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const waiting = items.entries()
  let hasFailed = false
  const actOnNext = async () => {
    for (const [index, item] of waiting) {
      if (hasFailed) return
      try {
        results[index] = await act(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, actOnNext))
  return results
}
