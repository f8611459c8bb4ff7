/** Calls Babel's parser, which reads TypeScript and explains syntax errors, within limits. */
import type { ParseError, ParserOptions, ParserPlugin } from '@babel/parser'
import { MOST_CHARACTERS } from '../sandbox/limits.ts'
import { longName } from './long-name.ts'
import { nestedTooDeeply, type ParserHazard, tooDeep } from './nesting.ts'
import type { CodeComment, Program } from './syntax-tree.ts'

export interface ParseOptions {
  readonly lang: 'js' | 'ts'
  readonly sourceType: 'script' | 'module'
  /** Text before and after; offsets in the result include the text before. */
  readonly around?: readonly [before: string, after: string]
}

export interface SyntaxFailure {
  readonly message: string
  readonly start: number
  readonly end: number
}

export interface ParseResult {
  readonly program: Program
  readonly comments: readonly CodeComment[]
  /** By their place, one for each place. With an error, the tree may be incomplete. */
  readonly errors: readonly SyntaxFailure[]
}

export type ParsedText =
  | { readonly result: ParseResult; readonly refused?: undefined }
  | { readonly result?: undefined; readonly refused: ParserHazard }

/** The result for the last text: most texts are parsed in several ways in a row. */
let known: { readonly text: string; readonly refused: ParserHazard | undefined } | undefined

export async function parseText(text: string, options: ParseOptions): Promise<ParsedText> {
  if (known?.text !== text) known = { text, refused: parserHazard(text) }
  if (known.refused !== undefined) return { refused: known.refused }
  const [before, after] = options.around ?? ['', '']
  // Loaded on demand: most scripts do not need it.
  const { default: babel } = await import('@babel/parser')
  try {
    const result = parsed(babel.parse, before + text + after, options)
    const long = longName(text, () => result.program)
    return long === undefined ? { result } : { refused: { ...long, at: long.at - before.length } }
  } catch (error) {
    // `nesting.ts` estimates the depth, and can be wrong.
    if (error instanceof RangeError) return { refused: nestedTooDeeply(0) }
    throw error
  }
}

/** A text that would take too much stack or memory. */
export function parserHazard(text: string): ParserHazard | undefined {
  if (text.length > MOST_CHARACTERS) return TOO_LONG
  const deep = tooDeep(text)
  return deep === undefined ? undefined : nestedTooDeeply(deep)
}

const TOO_LONG: ParserHazard = {
  at: 0,
  message: `The code is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters`,
  fix: 'Split it into several files, or create repeated elements in a loop.',
}

/** A longer text has only its first error reported: each takes a kilobyte, and a line can have one every few characters. */
const MOST_RECOVERED = 100_000

const PLUGINS: ParserPlugin[] = [
  ['estree', { classFeatures: true }],
  'decorators',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
]

type Parse = typeof import('@babel/parser').parse

/** @throws RangeError if the text is nested too deeply */
function parsed(parse: Parse, code: string, { lang, sourceType }: ParseOptions): ParseResult {
  const options: ParserOptions = {
    sourceType,
    plugins: lang === 'ts' ? [...PLUGINS, 'typescript'] : PLUGINS,
    attachComment: false,
    createParenthesizedExpressions: true,
    errorRecovery: code.length <= MOST_RECOVERED,
    // `inspect-syntax.ts` reports imports in blocks. A script may return at its top level.
    allowImportExportEverywhere: sourceType === 'module',
    allowReturnOutsideFunction: sourceType === 'module',
    allowUndeclaredExports: true,
  }
  try {
    const { program, comments, errors } = parse(code, options)
    const failures = (errors ?? []).map((error) => failureOf(error, code))
    failures.sort((a, b) => a.start - b.start)
    return {
      program: program as unknown as Program,
      comments: (comments ?? []).map(commentOf),
      errors: failures.filter(({ start }, index) => start !== failures[index - 1]?.start),
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return {
      program: EMPTY,
      comments: [],
      errors: [failureOf(error as SyntaxError & FatalError, code)],
    }
  }
}

const EMPTY: Program = { type: 'Program', sourceType: 'script', body: [], start: 0, end: 0 }

type FatalError = Pick<ParseError, 'reasonCode' | 'message'> & { readonly pos?: number }

function commentOf(comment: {
  type: 'CommentBlock' | 'CommentLine'
  value: string
  start?: number | undefined
  end?: number | undefined
}): CodeComment {
  const { type, value, start = 0, end = 0 } = comment
  return { type: type === 'CommentLine' ? 'Line' : 'Block', value, start, end }
}

/** Marks the word of an error, or one character. */
function failureOf(
  { reasonCode, message, pos: start = 0 }: FatalError,
  code: string,
): SyntaxFailure {
  const word = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(code.slice(start, start + 200))?.[0]
  const end = start + (word?.length ?? 1)
  return { message: messageOf(reasonCode, message, word), start, end }
}

/** Babel's message without its position and its advice to developers of tools. */
function messageOf(reasonCode: string, message: string, word: string | undefined): string {
  switch (reasonCode) {
    case 'ImportOutsideModule':
    case 'UnexpectedImportExport':
      return `Cannot use ${word ?? 'import'} statement outside a module`
    case 'MissingPlugin':
    case 'MissingOneOfPlugins':
      return 'Unexpected token'
    default:
      return message.replace(/ \(\d+:\d+\)$/, '').replace(/\.$/, '')
  }
}
