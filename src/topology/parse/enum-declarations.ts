/** Finds the enums of a program, and what each is declared in. */
import {
  childrenOf,
  type Node,
  type TSEnumDeclaration,
  type TSModuleDeclaration,
} from './syntax-tree.ts'

/** An enum, and where it is declared. */
export interface Declared {
  readonly node: TSEnumDeclaration
  /** The statement: starts with `export`, if that is written. */
  readonly statement: Node
  readonly container: Container
}

/** The part of the program in which a declaration is visible. */
export interface Container {
  readonly node: Node
  /** Equal for the blocks of one namespace. */
  readonly path: string
  /** Names of namespaces that are declared directly in it. */
  readonly namespaces: ReadonlySet<string>
}

const CONTAINERS = new Set([
  'Program',
  'BlockStatement',
  'StaticBlock',
  'SwitchStatement',
  'TSModuleBlock',
])

/** In the order of the text. A mere declaration (`declare enum`) has no code. */
export function enumsOf(program: Node): Declared[] {
  const found: Declared[] = []
  const waiting: { node: Node; statement: Node; container: Container }[] = []
  const start = containerOf(program, '')
  waiting.push({ node: program, statement: program, container: start })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, statement } = next
    let { container } = next
    if ('declare' in node && node.declare === true) continue
    if (node.type === 'TSEnumDeclaration') found.push({ node, statement, container })
    if (CONTAINERS.has(node.type) && node !== program) {
      container = containerOf(node, pathOf(node, statement, container))
    }
    // The children of a namespace are in the block of it: its name is known only here.
    const isOuter = node.type === 'ExportNamedDeclaration' || node.type === 'TSModuleDeclaration'
    for (const child of childrenOf(node)) {
      waiting.push({ node: child, statement: isOuter ? node : child, container })
    }
  }
  return found.sort((a, b) => a.node.start - b.node.start)
}

function containerOf(node: Node, path: string): Container {
  const namespaces = new Set<string>()
  const statements = 'body' in node && Array.isArray(node.body) ? (node.body as Node[]) : []
  for (const statement of statements) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    if (declaration?.type !== 'TSModuleDeclaration' || declaration.declare) continue
    const [first] = namesOf(declaration)
    if (first !== undefined) namespaces.add(first)
  }
  return { node, path, namespaces }
}

function pathOf(node: Node, statement: Node, outer: Container): string {
  if (node.type !== 'TSModuleBlock' || statement.type !== 'TSModuleDeclaration') {
    return String(node.start)
  }
  return `${outer.path} ${namesOf(statement).join(' ')}`
}

/** `A` and `B` of `namespace A.B {}`. */
function namesOf(namespace: TSModuleDeclaration): string[] {
  const names: string[] = []
  let part: TSModuleDeclaration['body'] = namespace
  for (; part?.type === 'TSModuleDeclaration'; part = part.body) {
    if (part.id.type === 'Identifier') names.push(part.id.name)
  }
  return names
}
