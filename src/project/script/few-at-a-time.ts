/** Acts on many items, a few at a time: what each needs meanwhile is in memory for a few only. */

/** @returns the results, in the order of the items */
export async function fewAtATime<Item, Result>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const waiting = items.entries()
  const actOnNext = async () => {
    for (const [index, item] of waiting) results[index] = await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, actOnNext))
  return results
}
