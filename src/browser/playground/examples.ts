/** Examples, which the page loads when somebody asks for one. */

export interface Example {
  /** The name of its file, in addresses. */
  readonly name: string
  readonly title: string
  readonly text: string
}

let loading: Promise<readonly Example[]> | undefined

/** Empty where they cannot be loaded. */
export function examples(): Promise<readonly Example[]> {
  loading ??= fetch('playground/examples.json')
    .then((answer) => (answer.ok ? (answer.json() as Promise<readonly Example[]>) : []))
    .catch(() => {
      loading = undefined
      return []
    })
  return loading
}
