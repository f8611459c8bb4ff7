/** Finds what a method is called on, in the text of a script. */
import { ADDED, CREATED } from '../model/language.ts'
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
    const isHere = node.type === 'MemberExpression' && node.property.start - shift === offset
    if (isHere) return chainedMethod(node)
    node = childrenOf(node).find(
      ({ start, end }) => start - shift <= offset && offset < end - shift,
    )
  }
  return undefined
}

function chainedMethod(member: Node): ChainedMethod | undefined {
  const name = methodName(member)
  const before = methodBefore(member)
  return name && before ? { name, before } : undefined
}

const MAKERS = [
  'connect',
  `create(?:Process|${CREATED.join('|')})`,
  `add(?:Process|${ADDED.join('|')})`,
]
const makerPattern = new RegExp(`^(?:${MAKERS.join('|')})$`)

/** Methods between a method and the one that made what it is called on, at most. */
const MOST_LINKS = 50

/** The last method before this member, in a chain, that makes something with options. */
export function methodBefore(member: Node): string | undefined {
  let node: Node = member
  for (let links = 0; links < MOST_LINKS; links++) {
    if (node.type !== 'MemberExpression' || node.object.type !== 'CallExpression') return undefined
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
