/** The syntax tree that both parsers make: ESTree, with the nodes of TypeScript that topo reads. Walks it. */
import type * as estree from 'estree'

declare module 'estree' {
  interface BaseNodeWithoutComments {
    start: number
    end: number
  }
  interface ExpressionMap {
    ParenthesizedExpression: Wrapper<'ParenthesizedExpression'>
    TSAsExpression: Wrapper<'TSAsExpression'>
    TSNonNullExpression: Wrapper<'TSNonNullExpression'>
    TSSatisfiesExpression: Wrapper<'TSSatisfiesExpression'>
  }
  interface NodeMap {
    TSEnumDeclaration: TSEnumDeclaration
    TSEnumMember: TSEnumMember
    TSModuleBlock: TSModuleBlock
    TSModuleDeclaration: TSModuleDeclaration
  }
  interface ProgramBodyMap {
    TSEnumDeclaration: TSEnumDeclaration
    TSModuleDeclaration: TSModuleDeclaration
    TSModuleStatement: TSModuleStatement
  }
  interface NewExpression {
    typeParameters?: estree.BaseNode | undefined
  }
  interface ExportNamedDeclaration {
    exportKind?: 'type' | 'value' | undefined
  }
}

interface Wrapper<Type extends string> extends estree.BaseNode {
  type: Type
  expression: estree.Expression
}

export interface TSEnumDeclaration extends estree.BaseNode {
  type: 'TSEnumDeclaration'
  id: estree.Identifier
  members: TSEnumMember[]
}

export interface TSEnumMember extends estree.BaseNode {
  type: 'TSEnumMember'
  id: estree.Identifier | estree.Literal
  initializer?: estree.Expression
}

/** Imports and exports in the way of CommonJS. */
interface TSModuleStatement extends estree.BaseNode {
  type: 'TSExportAssignment' | 'TSImportEqualsDeclaration' | 'TSNamespaceExportDeclaration'
}

interface TSModuleBlock extends estree.BaseNode {
  type: 'TSModuleBlock'
  body: Node[]
}

export interface TSModuleDeclaration extends estree.BaseNode {
  type: 'TSModuleDeclaration'
  kind: 'global' | 'module' | 'namespace'
  declare?: boolean
  id: estree.Identifier | estree.Literal
  /** `B` of `namespace A.B {}`; nothing for `declare module 'a'`. */
  body?: TSModuleBlock | TSModuleDeclaration
}

export type Node = estree.Node
export type Program = estree.Program
export type CodeComment = Pick<estree.Comment, 'type' | 'value' | 'start' | 'end'>

/** Adds the children of a node to a list. Reuses one list, because a tree has thousands of nodes. */
export function addChildren(node: Node, children: Node[]): void {
  for (const key in node) {
    const value = node[key as keyof Node] as unknown
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item)
    } else if (isNode(value)) children.push(value)
  }
}

/** The children of a node. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  addChildren(node, children)
  return children
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
