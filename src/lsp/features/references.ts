/** Lists where a node is named in all scripts of the project, and marks those places in the document of the cursor. */
import { type DocumentHighlight, DocumentHighlightKind, type Location } from 'vscode-languageserver'
import { nameIn } from '../../project/script/metadata.ts'
import type { NameUse } from '../../query/name-uses.ts'
import { type NameAt, nameAt } from '../session/name-at.ts'
import { locationsOf, NamesInTexts, placesNamed } from '../session/names-in-texts.ts'
import type { EditorSession } from '../session/session.ts'
import type { Feature } from './feature.ts'

const USES = ['connection', 'step'] as const

export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  answers: {
    onReferences: async (session, { textDocument: { uri }, position, context }, signal) => {
      const name = await nameAt(session, uri, position, signal)
      const roles = context.includeDeclaration ? (['node', ...USES] as const) : USES
      if (name === undefined) return undefined
      const texts = new NamesInTexts(session)
      return [
        ...(await placesNamed(texts, name, roles)),
        ...(await placesInOthers(session, name, { texts, roles, signal })),
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
        ...(await marked(USES, DocumentHighlightKind.Read)),
      ]
    },
  },
}

interface PlaceSearch {
  readonly texts: NamesInTexts
  /** The roles that a place may have. */
  readonly roles: readonly NameUse['role'][]
  readonly signal: AbortSignal
}

/** The same thing in other diagrams: the same id, in the same namespace. */
async function placesInOthers(
  session: EditorSession,
  { id, scripts }: NameAt,
  { texts, roles, signal }: PlaceSearch,
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
