/** Finds the texts with which a script was checked. */
import { fileOf, join } from '#platform/file-names'
import type { OpenCheck } from '../checks/check-open-script.ts'
import type { PlacedText } from './placed-text.ts'
import type { EditorSession } from './session.ts'

/** @returns a function that finds the text of a file by its absolute path */
export function textsOfCheck(
  session: EditorSession,
  uri: string,
  { root, texts }: OpenCheck,
): (file: string) => PlacedText | undefined {
  const others = new Map<string, string>()
  for (const [path, text] of texts) others.set(join(root, path), text)
  return (file) => {
    if (fileOf(uri) === file) return session.text(uri)
    const text = others.get(file)
    return text === undefined ? undefined : session.textWith(session.uriOf(file), text)
  }
}
