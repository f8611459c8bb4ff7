/** The one door to the native parser: a text that could end the process with it is not let through. */
import { createRequire } from 'node:module'
import type { ParseResult } from 'oxc-parser'
import { type ParserHazard, parserHazard } from './parser-guard/limits.ts'

export interface ParseOptions {
  readonly lang: 'js' | 'ts'
  readonly sourceType: 'script' | 'module'
  /** What the text is the inside of; offsets in the result count from its beginning. */
  readonly around?: readonly [before: string, after: string]
  readonly showSemanticErrors?: boolean
}

export type ParsedText =
  | { readonly result: ParseResult; readonly refused?: undefined }
  | { readonly result?: undefined; readonly refused: ParserHazard }

/** Of the text that was last asked for: most are parsed in several ways, one after the other. */
let known: { readonly text: string; readonly refused: ParserHazard | undefined } | undefined

/** Loaded when it is needed, for most scripts are read without it. */
let oxc: typeof import('oxc-parser') | undefined

export function parseText(text: string, options: ParseOptions): ParsedText {
  if (known?.text !== text) known = { text, refused: parserHazard(text) }
  if (known.refused !== undefined) return { refused: known.refused }
  const { around: [before, after] = ['', ''], ...rest } = options
  oxc ??= createRequire(import.meta.url)('oxc-parser') as typeof import('oxc-parser')
  return { result: oxc.parseSync(`script.${options.lang}`, before + text + after, rest) }
}
