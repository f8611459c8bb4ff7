/** Shows above each node how many call it, and opens the preview: for clients that have these commands. */
import { join } from 'node:path'
import type { CodeLens } from 'vscode-languageserver'
import { fileOf } from '#platform/file-names'
import { addTo, countsOf } from '../../grouped.ts'
import type { NameUse } from '../../query/name-uses.ts'
import { locationsOf, NamesInTexts } from '../session/names-in-texts.ts'
import type { Feature } from './feature.ts'

/** Commands of the client, as topo's extension for VS Code registers them. */
const SHOW_CALLERS = 'topo.showCallers'
const SHOW_PREVIEW = 'topo.preview'

export const codeLenses: Feature = {
  capabilities: ({ commands }) => ({ ...(commands && { codeLensProvider: {} }) }),
  answers: {
    onCodeLens: async (session, { textDocument: { uri } }, signal) => {
      const found = await session.names(uri, signal)
      const text = session.text(uri)
      if (found === undefined || text === undefined) return undefined
      const { root, nodes, edges, uses } = found.names
      const texts = new NamesInTexts(session)
      // By id of the called node: how many connections, and where they are written.
      const counts = countsOf(edges.map(({ ends }) => ends[1]))
      const calls = new Map<string, NameUse[]>()
      for (const use of uses) if (use.role === 'connection') addTo(calls, use.id, use)
      const lenses: CodeLens[] = []
      for (const { id, at } of nodes) {
        if (join(root, at.path) !== fileOf(uri)) continue
        const range = text.rangeOf(at)
        const count = counts.get(id) ?? 0
        const title = `${count} ${count === 1 ? 'caller' : 'callers'}`
        const places = await locationsOf(texts, root, calls.get(id) ?? [])
        const args = [uri, range.start, places]
        lenses.push({ range, command: { title, command: SHOW_CALLERS, arguments: args } })
        lenses.push({ range, command: { title: 'show in preview', command: SHOW_PREVIEW } })
      }
      return lenses
    },
  },
}
