/** Finds the imports and exports of a module. */
import {
  addChildren,
  childrenOf,
  type Node,
  type Program,
} from '../../../topology/parse/syntax-tree.ts'
import type { TextRange } from './default-export.ts'

/** An import or export statement, and the file that it names. */
interface ModuleStatement extends TextRange {
  readonly specifier: string | undefined
}

export interface ModuleParts {
  readonly imports: ModuleStatement[]
  readonly exports: ModuleStatement[]
  /** `import()`; `source` is the range of the path. */
  readonly dynamicImports: (TextRange & { readonly source: TextRange })[]
  readonly importMetas: TextRange[]
}

/** In the order of the text. Exports of a namespace are not of the module. */
export function modulePartsOf(program: Program): ModuleParts {
  const parts: ModuleParts = { imports: [], exports: [], dynamicImports: [], importMetas: [] }
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    addPart(node, parts)
    if (node.type === 'TSModuleBlock') waiting.push(...node.body.flatMap(childrenOf))
    else addChildren(node, waiting)
  }
  for (const list of Object.values<TextRange[]>({ ...parts })) {
    list.sort((a, b) => a.start - b.start)
  }
  return parts
}

function addPart(node: Node, parts: ModuleParts): void {
  const { start, end } = node
  switch (node.type) {
    case 'ImportDeclaration':
      parts.imports.push({ start, end, specifier: specifierOf(node.source) })
      break
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      parts.exports.push({ start, end, specifier: specifierOf(node.source) })
      break
    case 'ExportDefaultDeclaration':
      parts.exports.push({ start, end, specifier: undefined })
      break
    case 'ImportExpression':
      parts.dynamicImports.push({ start, end, source: node.source })
      break
    case 'MetaProperty':
      if (node.meta.name === 'import') parts.importMetas.push({ start, end })
  }
}

function specifierOf(source: Node | null | undefined): string | undefined {
  return source?.type === 'Literal' ? String(source.value) : undefined
}
