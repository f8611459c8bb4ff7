/** Lists, counts and sums by key, values that are made when they are first needed, and pairs that belong together. */

interface Entries<K, T> {
  get(key: K): T | undefined
  set(key: K, value: T): unknown
}

/** The value of a key; the first call makes it. No value may be undefined. */
export function valueFor<K, T>(entries: Entries<K, T>, key: K, make: () => T): T {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}

/** @returns the value, always the same; after an error the next call tries again */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

export function addTo<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  valueFor(lists, key, (): T[] => []).push(one)
}

/** In the order in which each key was first met. */
export function groupedBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>()
  for (const one of all) addTo(lists, keyOf(one), one)
  return lists
}

/** The last one with each key, in the order in which each key was first met. */
export function keyedBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T> {
  const byKey = new Map<K, T>()
  for (const one of all) byKey.set(keyOf(one), one)
  return byKey
}

/** How often each value occurs, in the order in which each was first met. */
export function countsOf<T>(all: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

export function sumOf<T>(all: Iterable<T>, amountOf: (one: T) => number): number {
  let sum = 0
  for (const one of all) sum += amountOf(one)
  return sum
}

/** By UTF-16 code units, so that the order is the same on every machine. */
export function compareTexts(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

export const sortedBy = <T>(all: Iterable<T>, textOf: (one: T) => string): T[] =>
  [...all].sort((a, b) => compareTexts(textOf(a), textOf(b)))

interface Match<One> {
  readonly old: One
  readonly now: One
  readonly score: number
}

/**
 * Only matches that are the best of both sides.
 * @param margin by which they must be better than the second best
 */
export function unambiguous<One>(matches: readonly Match<One>[], margin: number): Match<One>[] {
  const best = new Map<One, readonly [first: number, second: number]>()
  for (const { old, now, score } of matches) {
    for (const one of [old, now]) {
      const [first, second] = best.get(one) ?? [0, 0]
      best.set(one, score > first ? [score, first] : [first, Math.max(second, score)])
    }
  }
  const isBest = (one: One, score: number) => {
    const [first, second] = best.get(one) ?? [0, 0]
    return score === first && first - second >= margin
  }
  return matches.filter(({ old, now, score }) => isBest(old, score) && isBest(now, score))
}

/**
 * One value for each of many objects, which is dropped with its object. Clones and JSON do not have
 * it.
 *
 * V8 keeps the values of a `WeakMap` in each small collection, even if their objects are gone. So
 * the syntax trees of a thousand scripts got old before they were dropped.
 */
export class HiddenValue<Owner extends object, Value> {
  readonly #key = Symbol('hidden value')

  get(owner: Owner): Value | undefined {
    return (owner as { readonly [key: symbol]: Value | undefined })[this.#key]
  }

  /** Does nothing if the object takes no more properties. */
  set(owner: Owner, value: Value): void {
    if (!Object.isExtensible(owner)) return
    Object.defineProperty(owner, this.#key, { value, configurable: true })
  }
}
