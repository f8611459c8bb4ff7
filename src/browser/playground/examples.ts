/** Examples, which the page loads when somebody asks for one. */
import { pageFile } from './page-file.ts'

export interface Example {
  /** The name of its file, in addresses. */
  readonly name: string
  readonly title: string
  readonly text: string
}

/** @throws NotLoaded */
export async function examples(): Promise<readonly Example[]> {
  const file = await pageFile('examples.json')
  return JSON.parse(await file.text())
}
