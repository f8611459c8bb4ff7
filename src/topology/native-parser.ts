/** Calls the native parser, and rejects text that could crash the process. */
import type { ParseResult } from 'oxc-parser'
import { loadNativePackage } from '../native-package.ts'
import { longName } from './long-name.ts'
import { nestedTooDeeply, type ParserHazard, parserHazard } from './parser-guard/limits.ts'

export interface ParseOptions {
  readonly lang: 'js' | 'ts'
  readonly sourceType: 'script' | 'module'
  /** Text before and after; offsets in the result include the text before. */
  readonly around?: readonly [before: string, after: string]
  readonly showSemanticErrors?: boolean
}

export type ParsedText =
  | { readonly result: ParseResult; readonly refused?: undefined }
  | { readonly result?: undefined; readonly refused: ParserHazard }

/** The result for the last text: most texts are parsed in several ways in a row. */
let known: { readonly text: string; readonly refused: ParserHazard | undefined } | undefined

export async function parseText(text: string, options: ParseOptions): Promise<ParsedText> {
  if (known?.text !== text) known = { text, refused: parserHazard(text) }
  if (known.refused !== undefined) return { refused: known.refused }
  const { around: [before, after] = ['', ''], ...rest } = options
  // Loaded on demand: most scripts do not need it. It is an ESM package, which some versions of Node cannot require.
  const { parseSync } = await loadNativePackage(
    'oxc-parser',
    'parse this script',
    () => import('oxc-parser'),
  )
  try {
    const result = parseSync(`script.${options.lang}`, before + text + after, rest)
    const long = longName(text, () => result.program)
    return long === undefined ? { result } : { refused: { ...long, at: long.at - before.length } }
  } catch (error) {
    // The parser as WebAssembly uses the stack of this thread, which may be smaller than the guard assumes.
    if (isStackOverflow(error)) return { refused: nestedTooDeeply(0) }
    throw error
  }
}

/** Where an error is: not its opening bracket, or the first declaration of a name that is declared twice. */
export function rangeOf({ labels }: ParseResult['errors'][number]): { start: number; end: number } {
  const isContext = ({ message }: (typeof labels)[number]) =>
    message !== null && /^opened|already been declared|^first/i.test(message)
  return labels.find((label) => !isContext(label)) ?? labels[0] ?? { start: 0, end: 0 }
}

const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof WebAssembly.RuntimeError
