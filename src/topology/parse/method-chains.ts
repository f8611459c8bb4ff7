/** Finds what a method is called on, in the text of a script. */
import type { ParsedScript } from './parse.ts'
import { childrenOf, type Node } from './syntax-tree.ts'

/** A method of what another one returned: `label` of `connect('a', 'b').label()`. */
interface ChainedMethod {
  readonly name: string
  readonly before: string
}

/** @param offset of the name of the method in the script */
export function chainedMethodAt(
  { program, shift }: ParsedScript,
  offset: number,
): ChainedMethod | undefined {
  let node: Node | undefined = program
  while (node !== undefined) {
    const name = methodName(node)
    const before = methodBefore(node)
    const isHere = node.type === 'MemberExpression' && node.property.start - shift === offset
    if (isHere) return name && before ? { name, before } : undefined
    node = childrenOf(node).find(
      ({ start, end }) => start - shift <= offset && offset < end - shift,
    )
  }
  return undefined
}

const MAKERS = [
  'connect',
  'create(?:Group|Process|Cloud|Database|Client|Actor|Host|VM|Node|DataCenter)',
  'add(?:Process|Group|Cloud|Host|VM)',
]
const makerPattern = new RegExp(`^(?:${MAKERS.join('|')})$`)

/** The last method before this member, in a chain, that makes something with options. */
export function methodBefore(member: Node): string | undefined {
  let node: Node = member
  while (node.type === 'MemberExpression' && node.object.type === 'CallExpression') {
    node = node.object.callee
    const name = methodName(node)
    if (name !== undefined && makerPattern.test(name)) return name
  }
  return undefined
}

const methodName = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed
    ? node.property.name
    : undefined
