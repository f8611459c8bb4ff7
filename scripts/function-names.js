// esbuild gives each function its name by a call, whenever the function is made. Stack traces in reports of bugs need the names of
// the functions of a module. Each call of a function makes those inside of it, so these get none.
import MagicString from 'magic-string'
import { parse } from 'meriyah'

/** The exported name of the function that gives names, in the chunk of esbuild's own functions. */
export function namingOf(runtimeCode) {
  const [, declared] = /(\w+)=\(\w+,\w+\)=>\w+\(\w+,"name",/.exec(runtimeCode) ?? []
  const [, exported] = new RegExp(`\\b${declared} as (\\w+)`).exec(runtimeCode) ?? []
  if (exported === undefined) throw new Error('The build names no functions')
  return exported
}

/**
 * @param code a bundled module
 * @param runtime the file name of the chunk of esbuild's own functions
 * @param naming the exported name of the function that gives names
 * @returns the module, in which only functions and classes outside of other functions get names
 */
export function withoutInnerNames(code, { runtime, naming }) {
  const tree = parse(code, { module: true, next: true, ranges: true })
  const declaration = tree.body.find(
    (one) => one.type === 'ImportDeclaration' && one.source.value.endsWith(runtime),
  )
  const name = declaration?.specifiers.find(({ imported }) => imported?.name === naming)?.local.name
  if (name === undefined) return code
  const text = new MagicString(code)
  for (const { arguments: parts, start, end } of innerCalls(tree, name)) {
    const [named] = parts
    text.overwrite(start, named.start, '(')
    text.overwrite(named.end, end, ')')
  }
  return text.toString()
}

/**
 * Calls of the imported function in other functions; not recursive, because bundled code nests
 * deeply.
 */
function innerCalls(tree, name) {
  const calls = []
  const module = { outer: undefined, isReused: false }
  const waiting = [{ node: tree, parent: undefined, scope: module }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, scope } = next
    if (scope !== module && callsNaming(node, name)) calls.push({ node, scope })
    scope.isReused ||= isReuse(next, name)
    waiting.push(...childrenOf(next))
  }
  return calls.filter(({ scope }) => !isReusedIn(scope)).map(({ node }) => node)
}

/**
 * The child nodes, each with the innermost function around it. The value of a field is made for
 * each object.
 */
function childrenOf({ node, scope }) {
  const isRepeated =
    /Function/.test(node.type) || (node.type === 'PropertyDefinition' && !node.static)
  const inside = isRepeated ? { outer: scope, isReused: false } : scope
  return (
    Object.values(node)
      .flat()
      .filter((child) => typeof child?.type === 'string')
      // The name of a function is declared outside of it.
      .map((child) => ({ node: child, parent: node, scope: child === node.id ? scope : inside }))
  )
}

/** True for the name in any other role: short names are used again for other things. */
const isReuse = ({ node, parent }, name) =>
  node.type === 'Identifier' &&
  node.name === name &&
  !isKey(node, parent) &&
  !/^(?:Im|Ex)portSpecifier$/.test(parent.type) &&
  !callsNaming(parent, name)

/** `n` of `a.n`, `{ n: 1 }` and `class { n() {} }`. */
const isKey = (node, parent) =>
  !parent.computed && !parent.shorthand && (parent.property === node || parent.key === node)

const callsNaming = ({ type, callee, arguments: parts }, name) =>
  type === 'CallExpression' &&
  callee.name === name &&
  parts.length === 2 &&
  typeof parts[1].value === 'string'

/** True if one of the functions around a call may give the name to something else. */
function isReusedIn(scope) {
  for (let at = scope; at !== undefined; at = at.outer) if (at.isReused) return true
  return false
}
