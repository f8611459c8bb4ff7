/** Lists where a node is named in all scripts of the project, and marks those places in the document of the cursor. */
import { type DocumentHighlight, DocumentHighlightKind, type Location } from 'vscode-languageserver'
import { nameIn } from '../../project/query/architecture.ts'
import type { NameUse } from '../../project/rename/name-uses.ts'
import { locationsOf, type NameAt, NamesInTexts, nameAt, placesNamed } from '../name-at.ts'
import type { EditorSession } from '../session.ts'
import type { Feature } from './feature.ts'

const uses = ['connection', 'step'] as const

export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  answers: {
    onReferences: async (session, { textDocument: { uri }, position, context }, signal) => {
      const name = await nameAt(session, uri, position, signal)
      const roles = context.includeDeclaration ? (['node', ...uses] as const) : uses
      if (name === undefined) return undefined
      const texts = new NamesInTexts(session)
      return [
        ...(await placesNamed(texts, name, roles)),
        ...(await placesInOthers(session, texts, name, roles, signal)),
      ]
    },
    onDocumentHighlight: async (session, { textDocument: { uri }, position }, signal) => {
      const name = await nameAt(session, uri, position, signal)
      if (name === undefined) return undefined
      const texts = new NamesInTexts(session)
      const marked = async (
        roles: Parameters<typeof placesNamed>[2],
        kind: DocumentHighlightKind,
      ) =>
        (await placesNamed(texts, name, roles)).flatMap((at): DocumentHighlight[] =>
          at.uri === uri ? [{ range: at.range, kind }] : [],
        )
      return [
        ...(await marked(['node'], DocumentHighlightKind.Write)),
        ...(await marked(uses, DocumentHighlightKind.Read)),
      ]
    },
  },
}

/** The same thing in other diagrams: the same id, in the same namespace. */
async function placesInOthers(
  session: EditorSession,
  texts: NamesInTexts,
  { id, scripts }: NameAt,
  roles: readonly NameUse['role'][],
  signal: AbortSignal,
): Promise<Location[]> {
  const [first] = scripts
  const script = first && session.script(first.uri)
  if (first === undefined || script === undefined) return []
  const full = nameIn(first.names, id)
  const own = new Set(scripts.map(({ names }) => names.path))
  const found: Location[] = []
  for (const { names } of await session.threads.ask('others', { ...script, id }, signal)) {
    if (names === undefined || own.has(names.path)) continue
    const uses = names.uses.filter(
      (use) => roles.includes(use.role) && nameIn(names, use.id) === full,
    )
    found.push(...(await locationsOf(texts, names.root, uses)))
  }
  return found
}
