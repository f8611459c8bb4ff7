/** Adds one value to the JSON settings of another program, and changes nothing else in the file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ParseError } from 'jsonc-parser/lib/esm/main.js'
import { usageError } from '../../errors.ts'
import { readFileWithin } from '../../limits/files.ts'
import { decodeText } from '../../project/files/decode.ts'
import { assertInside } from '../../project/files/path-containment.ts'
import { positionAt } from '../../project/files/position.ts'
import { findRepository } from '../../project/files/root.ts'
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
 * @throws usage error `TOPO_CLIENT_CONFIG` for a file that the other program cannot read
 */
export async function mergeJson(folder: string, addition: JsonAddition): Promise<MergedJson> {
  const { path, lenient, below, key, value } = addition
  const file = join(folder, path)
  assertInside(findRepository(folder) ?? folder, file, path)
  const decoded = existsSync(file)
    ? decodeText(await readFileWithin('config', file, path))
    : { text: '{}' }
  if (decoded.text === undefined) throw invalidConfig(path, decoded.message)
  const { text } = decoded
  const { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, printParseErrorCode } =
    await jsonc()
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, {
    disallowComments: !lenient,
    allowTrailingComma: lenient,
    allowEmptyContent: false,
  })
  const [error] = errors
  if (error)
    throw invalidConfig(
      locationOf(path, text, error.offset),
      parseErrorText(printParseErrorCode(error.error)),
    )
  const isList = key === undefined
  for (let depth = 0; depth <= below.length; depth++) {
    const at = below.slice(0, depth)
    const node = tree && findNodeAtLocation(tree, at)
    const type = isList && depth === below.length ? 'array' : 'object'
    if (node && node.type !== type) {
      const what = type === 'array' ? 'a list' : 'an object'
      throw invalidConfig(
        locationOf(path, text, node.offset),
        `${at.at(-1) ?? 'it'} is not ${what}`,
      )
    }
  }
  const target = tree && findNodeAtLocation(tree, isList ? [...below] : [...below, key])
  const isKept = isList
    ? target !== undefined && getNodeValue(target).includes(value)
    : target !== undefined
  if (isKept) return { action: 'kept' }
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize: indentOf(text),
    eol: lineEndOf(text),
  }
  const isInsertion = isList && target !== undefined
  const at = isInsertion ? [...below, -1] : isList ? [...below] : [...below, key]
  const edits = modify(text, at, isList && !isInsertion ? [value] : value, {
    formattingOptions,
    isArrayInsertion: isInsertion,
  })
  const mark = 'byteOrderMark' in decoded && decoded.byteOrderMark ? '\uFEFF' : ''
  const isNew = text === '{}' && !existsSync(file)
  return {
    action: isNew ? 'written' : 'merged',
    text: `${mark}${applyEdits(text, edits)}${isNew ? '\n' : ''}`,
  }
}

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
    code: 'TOPO_CLIENT_CONFIG',
    hint: 'Fix the file, then run it again; nothing was written.',
  })
