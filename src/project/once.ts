/** Computes a value when it is first asked for. */

/** @returns the value, always the same; after an error the next call tries again */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
