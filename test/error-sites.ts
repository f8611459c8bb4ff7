/** Finds the error codes in the sources, and the exit codes that stand beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ParserOptions, parse } from '@babel/parser'

const OPTIONS: ParserOptions = {
  sourceType: 'module',
  plugins: [['estree', { classFeatures: true }], 'typescript'],
}

const src = resolve(import.meta.dirname, '../src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  // The table itself throws nothing.
  .filter((name) => name.endsWith('.ts') && !name.startsWith('cli/help/topics/error-codes'))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))

/** Error codes and environment variables: all names in quotes, or keys of a table, that begin with `TOPO_`. */
export const capitalNames: readonly string[] = [
  ...new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/'(TOPO_[A-Z0-9_]+)'|^ {2}(TOPO_[A-Z0-9_]+):/gm)].map(
        ([, name, key]) => name ?? key,
      ),
    ),
  ),
].sort() as string[]

export interface ErrorSite {
  readonly code: string
  readonly file: string
  /** Names of `ExitCode`; empty if no literal stands beside the code. */
  readonly exits: readonly string[]
}

/** Nodes of the syntax tree, as far as they are read. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Places that give a code to an error or to an outcome, as an option or as an argument of a helper. */
export function errorSites(): ErrorSite[] {
  return sources.flatMap(({ file, text }) => {
    const sites: ErrorSite[] = []
    if (!text.includes("'TOPO_")) return sites
    visit(parse(text, OPTIONS).program as unknown as SyntaxNode, [], (node, parents) => {
      if (node.type !== 'Literal' || !/^TOPO_[A-Z0-9_]+$/.test(String(node.value))) return
      const exits = exitsBeside(node, parents, text)
      if (exits !== undefined) sites.push({ code: String(node.value), file, exits })
    })
    return sites
  })
}

/** Undefined for a name that is only compared, or that is no code. */
function exitsBeside(
  node: SyntaxNode,
  parents: readonly SyntaxNode[],
  text: string,
): readonly string[] | undefined {
  const textOf = ({ start, end }: SyntaxNode) => text.slice(start, end)
  const call = parents.findLast(({ type }) => type === 'CallExpression')
  const property = parents.findLast(({ type }) => type === 'Property')
  if (property === undefined || property.start < (call?.start ?? 0))
    return call && isArgument(node, call)
      ? exitsOfHelper(textOf(call.callee as SyntaxNode), text)
      : undefined
  const value = property.value as SyntaxNode
  const isValue = value === node || value.consequent === node || value.alternate === node
  if (!isValue || !['code', 'error'].includes(textOf(property.key as SyntaxNode))) return undefined
  const object = parents.findLast(({ type }) => type === 'ObjectExpression') as SyntaxNode
  const exitCode = (object.properties as SyntaxNode[]).find(
    ({ type, key }) => type === 'Property' && textOf(key as SyntaxNode) === 'exitCode',
  )
  if (exitCode) return exitNames(textOf(exitCode.value as SyntaxNode))
  return call ? exitNames(`${textOf(call.callee as SyntaxNode)}(`) : []
}

const isArgument = (node: SyntaxNode, call: SyntaxNode): boolean =>
  (call.arguments as SyntaxNode[]).includes(node)

/** A function of the same file that makes the error and takes the code, such as `temporary('TOPO_DNS', …)`. */
function exitsOfHelper(name: string, text: string): readonly string[] | undefined {
  const start = text.search(new RegExp(`\\b(const|function) ${name}\\b`))
  return start < 0 ? undefined : exitNames(text.slice(start).split(/\n\n|\n {2}const /)[0] ?? '')
}

const exitNames = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\bExitCode\.(\w+)|\b(usage|refused)Error\(/g)].flatMap(
      ([, name, maker]) => name ?? maker ?? [],
    ),
  ),
]

function visit(
  node: SyntaxNode,
  parents: readonly SyntaxNode[],
  onNode: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
): void {
  onNode(node, parents)
  for (const child of Object.values(node).flat() as (SyntaxNode | null)[])
    if (typeof child?.type === 'string') visit(child, [...parents, node], onNode)
}
