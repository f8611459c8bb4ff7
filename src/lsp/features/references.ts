/** Lists where a node is named, and marks those places in the document of the cursor. */
import { type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver'
import { NamesInTexts, nameAt, placesNamed } from '../named.ts'
import type { Feature } from './feature.ts'

const uses = ['connection', 'step'] as const

export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  answers: {
    onReferences: async (session, { textDocument: { uri }, position, context }, signal) => {
      const name = await nameAt(session, uri, position, signal)
      const roles = context.includeDeclaration ? (['node', ...uses] as const) : uses
      return name && placesNamed(new NamesInTexts(session), name, roles)
    },
    onDocumentHighlight: async (session, { textDocument: { uri }, position }, signal) => {
      // Editors ask where the cursor rests.
      session.cursorAt(uri, position)
      const name = await nameAt(session, uri, position, signal)
      if (name === undefined) return undefined
      const texts = new NamesInTexts(session)
      const marked = async (roles: Parameters<typeof placesNamed>[2], kind: DocumentHighlightKind) =>
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
