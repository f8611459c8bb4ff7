/** Adds one value to the JSON settings of another program, and changes nothing else in the file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ParseError } from 'jsonc-parser/lib/esm/main.js'
import { usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { assertInside } from '../../files/path-containment.ts'
import { positionAt } from '../../files/position.ts'
import { findRepository } from '../../files/root.ts'
import { readFileWithin } from '../../limits/files.ts'
import { lineEndOf } from '../../text/line-ends.ts'
import type { InitFile } from './init-file.ts'

export interface JsonAddition {
  /** Path of the file, below the folder. */
  readonly path: string
  /** Allows comments and trailing commas. */
  readonly lenient: boolean
  /** Keys of the object that gets the value, or of the list. */
  readonly below: readonly string[]
  /** Key of the value, kept if it exists; undefined adds it to a list that does not have it. */
  readonly key?: string
  readonly value: unknown
}

export interface MergedJson extends Pick<InitFile, 'action'> {
  /** Undefined if the file does not change. */
  readonly text?: string
}

/**
 * Writes nothing: several files are written once all can be.
 * @throws usage error for a file that the other program cannot read
 */
export async function mergeJson(folder: string, addition: JsonAddition): Promise<MergedJson> {
  const { path } = addition
  const file = join(folder, path)
  assertInside(findRepository(folder) ?? folder, file, path)
  const isThere = existsSync(file)
  const decoded = isThere
    ? decodeText(await readFileWithin('config', file, path))
    : { text: '{}', byteOrderMark: false }
  if (decoded.text === undefined) throw invalidConfig(path, decoded.message)

  const { text } = decoded
  const parser = await jsonc()
  const tree = parseSettings(text, addition, parser)
  assertFits(text, tree, addition, parser)
  if (hasValue(tree, addition, parser)) return { action: 'kept' }

  const mark = decoded.byteOrderMark ? '\uFEFF' : ''
  const merged = withValue(text, tree, addition, parser)
  return isThere
    ? { action: 'merged', text: `${mark}${merged}` }
    : { action: 'written', text: `${merged}\n` }
}

type Parser = Awaited<ReturnType<typeof jsonc>>
/** Undefined for a file without a value. */
type Tree = ReturnType<Parser['parseTree']>

function parseSettings(text: string, { path, lenient }: JsonAddition, parser: Parser): Tree {
  const errors: ParseError[] = []
  const tree = parser.parseTree(text, errors, {
    disallowComments: !lenient,
    allowTrailingComma: lenient,
    allowEmptyContent: false,
  })
  const [error] = errors
  if (!error) return tree
  const message = parseErrorText(parser.printParseErrorCode(error.error))
  throw invalidConfig(locationOf(path, text, error.offset), message)
}

/** Each key on the way has an object, and the last one a list if the value goes to a list. */
function assertFits(
  text: string,
  tree: Tree,
  { path, below, key }: JsonAddition,
  parser: Parser,
): void {
  for (let depth = 0; depth <= below.length; depth++) {
    const keys = below.slice(0, depth)
    const node = tree && parser.findNodeAtLocation(tree, keys)
    const isList = key === undefined && depth === below.length
    if (!node || node.type === (isList ? 'array' : 'object')) continue
    const message = `${keys.at(-1) ?? 'it'} is not ${isList ? 'a list' : 'an object'}`
    throw invalidConfig(locationOf(path, text, node.offset), message)
  }
}

function hasValue(tree: Tree, { below, key, value }: JsonAddition, parser: Parser): boolean {
  const node = tree && parser.findNodeAtLocation(tree, keysOf({ below, key }))
  if (node === undefined) return false
  return key !== undefined || parser.getNodeValue(node).includes(value)
}

function withValue(text: string, tree: Tree, addition: JsonAddition, parser: Parser): string {
  const { key, value } = addition
  const keys = keysOf(addition)
  const isNewList = key === undefined && !(tree && parser.findNodeAtLocation(tree, keys))
  const isInsertion = key === undefined && !isNewList
  const edits = parser.modify(
    text,
    isInsertion ? [...keys, -1] : keys,
    isNewList ? [value] : value,
    {
      formattingOptions: {
        insertSpaces: !/^\t/m.test(text),
        tabSize: indentOf(text),
        eol: lineEndOf(text),
      },
      isArrayInsertion: isInsertion,
    },
  )
  return parser.applyEdits(text, edits)
}

/** Those of the list, or of the value in an object. */
const keysOf = ({ below, key }: Pick<JsonAddition, 'below' | 'key'>): string[] =>
  key === undefined ? [...below] : [...below, key]

/** Imports this path, because the main entry of the package cannot be bundled. */
const jsonc = () => import('jsonc-parser/lib/esm/main.js')

const indentOf = (text: string): number => /^ +/m.exec(text)?.[0].length ?? 2

function locationOf(path: string, text: string, offset: number): string {
  const { line, column } = positionAt(text, offset)
  return `${path}:${line}:${column}`
}

/** `CommaExpected` becomes `comma expected`. */
const parseErrorText = (code: string): string =>
  code.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase()

export const invalidConfig = (where: string, why: string) =>
  usageError(`${where} is not a valid configuration: ${why.replace(/\.$/, '')}.`, {
    hint: 'Fix the file, then run it again; nothing was written.',
  })
