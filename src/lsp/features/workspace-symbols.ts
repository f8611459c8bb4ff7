/** Finds nodes and groups in all scripts of the workspace, by id or label. */
import { join } from 'node:path'
import type { SymbolInformation } from 'vscode-languageserver'
import { nameIn } from '../../project/query/architecture.ts'
import { NamesInTexts } from '../name-at.ts'
import { symbolKindOf } from './document-outline.ts'
import type { Feature } from './feature.ts'

/** Nobody reads more; an editor asks again after each letter. */
const MOST = 500

export const workspaceSymbols: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  answers: {
    onWorkspaceSymbol: async (session, { query }, signal) => {
      const wanted = query.toLowerCase()
      const texts = new NamesInTexts(session)
      const found = new Map<string, SymbolInformation>()
      for (const folder of session.workspace()) {
        for (const { names } of await session.threads.ask('others', folder, signal)) {
          for (const node of names?.nodes ?? []) {
            const { id, label, at } = node
            if (
              names === undefined ||
              found.size === MOST ||
              !`${id} ${label}`.toLowerCase().includes(wanted)
            )
              continue
            const text = await texts.textOf(join(names.root, at.path))
            if (text === undefined) continue
            const location = { uri: text.uri, range: text.rangeOf(at) }
            const name = nameIn(names, id || label || '(no name)')
            const symbol = {
              name,
              kind: symbolKindOf(node),
              location,
              containerName: label ?? names.path,
            }
            found.set(JSON.stringify([name, location]), symbol)
          }
        }
      }
      return [...found.values()]
    },
  },
}
