/** Lists groups with their nodes, connections and scenarios of a script. */
import { join } from 'node:path'
import {
  type DocumentSymbol,
  type Range,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver'
import { fileOf } from '#platform/file-names'
import type { Place } from '../../files/position.ts'
import { CONTAINER_KINDS } from '../../topology/index.ts'
import type { NamedNode, ScriptNames } from '../checks/script-names.ts'
import type { PlacedText } from '../session/placed-text.ts'
import type { Feature } from './feature.ts'

export const documentOutline: Feature = {
  capabilities: () => ({ documentSymbolProvider: true }),
  answers: {
    onDocumentSymbol: async (session, { textDocument: { uri } }, signal) => {
      const found = await session.names(uri, signal)
      const text = session.text(uri)
      if (found === undefined || text === undefined) return undefined
      const symbols = symbolsOf(found.names, text, fileOf(uri) ?? '')
      return session.client.hierarchicalSymbols ? symbols : flat(symbols, uri)
    },
  },
}

export const symbolKindOf = ({ kind }: Pick<NamedNode, 'kind'>) =>
  CONTAINER_KINDS.has(kind) ? SymbolKind.Namespace : SymbolKind.Object

/** Only what this file creates: other files have outlines too. */
function symbolsOf(names: ScriptNames, text: PlacedText, file: string): DocumentSymbol[] {
  const isHere = ({ path }: Place) => join(names.root, path) === file
  const symbol = (
    name: string,
    detail: string,
    kind: SymbolKind,
    { at }: { at: Place },
  ): DocumentSymbol => {
    const range = text.rangeOf(at)
    // The protocol allows no empty name.
    return { name: name || '(no name)', detail, kind, range, selectionRange: range, children: [] }
  }
  const nodes = names.nodes.map((node) => {
    return isHere(node.at)
      ? symbol(node.label || node.id, node.id, symbolKindOf(node), node)
      : undefined
  })
  const roots = nest(nodes, names)
  for (const edge of names.edges) {
    if (!isHere(edge.at)) continue
    roots.push(symbol(`${edge.from} → ${edge.to}`, edge.label ?? '', SymbolKind.Interface, edge))
  }
  for (const scenario of names.scenarios) {
    if (!isHere(scenario.at)) continue
    const own = symbol(scenario.title, 'scenario', SymbolKind.Event, scenario)
    if (isHere(scenario.last)) own.range = around(own.range, text.rangeOf(scenario.last))
    roots.push(own)
  }
  for (const root of roots) widen(root)
  return roots
}

/** Adds each node to its group. Returns those without one. */
function nest(
  symbols: readonly (DocumentSymbol | undefined)[],
  { nodes }: ScriptNames,
): DocumentSymbol[] {
  const roots: DocumentSymbol[] = []
  for (const [index, { parent }] of nodes.entries()) {
    const symbol = symbols[index]
    if (symbol === undefined) continue
    const group = parent === undefined ? undefined : symbols[parent]
    if (group) group.children?.push(symbol)
    else roots.push(symbol)
  }
  return roots
}

/** A parent has to enclose its children. */
function widen(symbol: DocumentSymbol): Range {
  for (const child of symbol.children ?? []) symbol.range = around(symbol.range, widen(child))
  return symbol.range
}

function around(one: Range, other: Range): Range {
  const isFirst = (a: Range['start'], b: Range['start']) =>
    a.line < b.line || (a.line === b.line && a.character < b.character)
  return {
    start: isFirst(one.start, other.start) ? one.start : other.start,
    end: isFirst(one.end, other.end) ? other.end : one.end,
  }
}

function flat(
  symbols: readonly DocumentSymbol[],
  uri: string,
  container?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    {
      name,
      kind,
      location: { uri, range },
      ...(container !== undefined && { containerName: container }),
    },
    ...flat(children, uri, name),
  ])
}
