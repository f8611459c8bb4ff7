/** Finds nodes and groups in all scripts of the workspace, by id or label. */
import { join } from 'node:path'
import type { SymbolInformation } from 'vscode-languageserver'
import { nameIn } from '../../project/script/metadata.ts'
import type { NamedNode, ScriptNames } from '../checks/script-names.ts'
import { NamesInTexts } from '../session/names-in-texts.ts'
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
      const symbols = new Map<string, SymbolInformation>()
      for (const folder of session.workspace()) {
        for (const { names } of await session.threads.ask('others', folder, signal)) {
          if (names !== undefined) await addMatches(symbols, wanted, names, texts)
        }
      }
      return [...symbols.values()]
    },
  },
}

async function addMatches(
  symbols: Map<string, SymbolInformation>,
  wanted: string,
  names: ScriptNames,
  texts: NamesInTexts,
): Promise<void> {
  for (const node of names.nodes) {
    if (symbols.size === MOST) return
    if (!contains(node, wanted)) continue
    const symbol = await symbolOf(node, names, texts)
    if (symbol) symbols.set(JSON.stringify([symbol.name, symbol.location]), symbol)
  }
}

function contains({ id, label }: NamedNode, wanted: string): boolean {
  return `${id} ${label}`.toLowerCase().includes(wanted)
}

/** Undefined for a node in a file that cannot be read. */
async function symbolOf(
  node: NamedNode,
  names: ScriptNames,
  texts: NamesInTexts,
): Promise<SymbolInformation | undefined> {
  const { id, label, at } = node
  const text = await texts.textOf(join(names.root, at.path))
  if (text === undefined) return undefined
  return {
    name: nameIn(names, id || label || '(no name)'),
    kind: symbolKindOf(node),
    location: { uri: text.uri, range: text.rangeOf(at) },
    containerName: label ?? names.path,
  }
}
