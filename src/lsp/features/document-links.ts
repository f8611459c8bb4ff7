/** Links imports to their files, and the header of a script to its readme. */
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentLink } from 'vscode-languageserver'
import { fileOf } from '#platform/file-names'
import { realPathOf } from '../../files/path-containment.ts'
import { findHeaderComment } from '../../project/script/header/header-comment.ts'
import type { PlacedText } from '../session/placed-text.ts'
import type { Feature } from './feature.ts'

export const documentLinks: Feature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  answers: {
    onDocumentLinks: async (session, { textDocument: { uri } }, signal) => {
      const text = session.text(uri)
      const file = fileOf(uri)
      if (text === undefined || file === undefined) return undefined
      const { names } = (await session.names(uri, signal)) ?? {}
      // Without names, only imports of its own folder are links.
      const links = await importLinks(text, file, names?.root ?? dirname(file))
      const header = findHeaderComment(text.text)
      if (header !== undefined && names?.readme !== undefined) {
        const range = text.rangeAt(header.comment.start, header.yamlStart)
        links.unshift({
          range,
          target: pathToFileURL(names.readme).href,
          tooltip: 'Open the readme',
        })
      }
      return links
    },
  },
}

/** Links of one document. */
const MOST_LINKS = 200

async function importLinks(text: PlacedText, file: string, root: string): Promise<DocumentLink[]> {
  const { resolveImport } = await import('../../project/script/bundle/resolve-import.ts')
  const links: DocumentLink[] = []
  const written = /\b(?:from|import)\s{0,20}\(?\s{0,20}(['"])(\.{1,2}\/[^'"\n]{1,1000})\1/g
  for (const match of text.text.matchAll(written)) {
    const specifier = match[2] as string
    const { file: target } = await resolveImport(
      realPathOf(root),
      dirname(realPathOf(file)),
      specifier,
    )
    if (target === undefined) continue
    const end = match.index + match[0].length - 1
    const range = text.rangeAt(end - specifier.length, end)
    links.push({ range, target: pathToFileURL(target).href })
    if (links.length === MOST_LINKS) break
  }
  return links
}
