/**
 * Finds a name that is too long. Bundlers write the name of a variable wherever it is used, also where the text has a
 * shorter one: `import { long as s }` makes gigabytes of a long name and many `s`.
 */
import type { ParserHazard } from './nesting.ts'
import { addChildren, type Node } from './syntax-tree.ts'

/** In characters. */
const MOST_NAME = 256
/** At least the characters of a name, or of an escape in one. Properties of Unicode would take 20 ms at each start to compile. */
const LONG_WORD = new RegExp(String.raw`[\w$\\{}\u0080-\uffff]{${MOST_NAME + 1}}`)

/** @param program of the text; called only if the text has a long word */
export function longName(text: string, program: () => Node): ParserHazard | undefined {
  if (!LONG_WORD.test(text)) return undefined
  const waiting: Node[] = [program()]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isLongName(node)) return { at: node.start, ...LONG }
    addChildren(node, waiting)
  }
  return undefined
}

function isLongName(node: Node): boolean {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') {
    return node.name.length > MOST_NAME
  }
  // In `import { 'a name' as s }`, a text is a name.
  const name = quotedName(node)
  return name?.type === 'Literal' && String(name.value).length > MOST_NAME
}

function quotedName(node: Node): Node | undefined {
  if (node.type === 'ImportSpecifier') return node.imported
  if (node.type === 'ExportSpecifier') return node.local
  return node.type === 'ExportAllDeclaration' ? (node.exported ?? undefined) : undefined
}

const LONG = {
  message: `This name is longer than ${MOST_NAME} characters`,
  fix: 'Shorten it.',
}
