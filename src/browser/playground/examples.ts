/** Examples, which the page loads when somebody asks for one. */

export interface Example {
  /** The name of its file, in addresses. */
  readonly name: string
  readonly title: string
  readonly text: string
}

let loading: Promise<readonly Example[]> | undefined

/** Empty where they cannot be loaded; the next call tries again. */
export async function examples(): Promise<readonly Example[]> {
  loading ??= loadExamples()
  try {
    return await loading
  } catch {
    loading = undefined
    return []
  }
}

async function loadExamples(): Promise<readonly Example[]> {
  const answer = await fetch('playground/examples.json')
  if (!answer.ok) throw new Error(`examples.json: ${answer.status}`)
  return answer.json()
}
