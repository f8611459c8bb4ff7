/** Shows above each node how many call it, and opens the preview: for clients that have these commands. */
import { join } from 'node:path'
import type { CodeLens } from 'vscode-languageserver'
import { locationsOf, NamesInTexts } from '../named.ts'
import { fileOf } from '../session.ts'
import { answer } from './answer.ts'
import type { Feature } from './feature.ts'

/** Commands of the client, as topo's extension for VS Code registers them. */
const SHOW_CALLERS = 'topo.showCallers'
const SHOW_PREVIEW = 'topo.preview'

export const codeLenses: Feature = {
  capabilities: ({ commands }) => ({ ...(commands && { codeLensProvider: {} }) }),
  listen({ connection, session }) {
    connection.onCodeLens(({ textDocument: { uri } }, token) =>
      answer(token, async (signal) => {
        const found = await session.names(uri, signal)
        const text = session.text(uri)
        if (found === undefined || text === undefined) return undefined
        const { root, nodes, edges } = found.names
        const texts = new NamesInTexts(session)
        const lenses: CodeLens[] = []
        for (const { id, at } of nodes) {
          if (join(root, at.path) !== fileOf(uri)) continue
          const range = text.rangeOf(at)
          const callers = edges.filter(({ ends }) => ends[1] === id)
          const title = `${callers.length} ${callers.length === 1 ? 'caller' : 'callers'}`
          const places = await locationsOf(texts, { id, scripts: [{ ...found }] }, ['connection'])
          const args = [uri, range.start, places]
          lenses.push({ range, command: { title, command: SHOW_CALLERS, arguments: args } })
          lenses.push({ range, command: { title: 'show in preview', command: SHOW_PREVIEW } })
        }
        return lenses
      }),
    )
  },
}
