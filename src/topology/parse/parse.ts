/** Parses a script: returns its syntax tree or its syntax errors. */
import { parse as parseQuickly } from 'meriyah'
import { LineIndex } from '../model/position.ts'
import { type Problem, problem } from '../model/problem.ts'
import { type ParserHazard, tooDeep } from './nesting.ts'
import { type ParseResult, parseText } from './parse-text.ts'
import type { Node, Program } from './syntax-tree.ts'

/** The service runs a script as the body of an async function, so topo parses it as one. */
const BEFORE = 'async () => {\n'
const AFTER = '\n}'
const PLAIN = { ranges: { start: true, end: true }, preserveParens: true, lexical: true }

const EXTRA_BRACE = 'Remove this brace; it has no opening brace.'

/** A script without syntax errors. */
export interface ParsedScript {
  readonly language: 'js' | 'ts'
  /** The script inside the wrapper function. */
  readonly wrapped: string
  /** Offset in `wrapped` and `program` minus offset in the script. */
  readonly shift: number
  /** The syntax tree of `wrapped`. */
  readonly program: Program
}

export type Parsed =
  | { script: ParsedScript }
  /** `refused` if the text was not parsed. */
  | { problems: Problem[]; refused?: true }

/**
 * Parses as JavaScript and, if that fails, as TypeScript: `.js` files may contain types too.
 * `import` and `export` are errors, because scripts are bundled before.
 *
 * Does not find all errors: the interpreter rejects the rest, and `syntaxProblemsOf` explains them.
 */
export async function parse(text: string): Promise<Parsed> {
  const script = plainScript(text)
  return script === undefined ? await parseFully(text) : { script }
}

/** All syntax errors that Babel reports. */
export async function syntaxProblemsOf(text: string): Promise<readonly Problem[]> {
  const parsed = await parseFully(text)
  return 'problems' in parsed ? parsed.problems : []
}

async function parseFully(text: string): Promise<Parsed> {
  const lines = new LineIndex(text)
  const js = await attempt(text, 'js', lines)
  if (!('problems' in js)) return js
  // The error is the same in both languages, but its JavaScript message and position are better.
  if (js.problems[0]?.message.includes('outside a module')) return js
  const ts = await attempt(text, 'ts', lines)
  if ('refused' in ts) return ts
  return 'problems' in ts && furthest(js.problems) >= furthest(ts.problems) ? js : ts
}

/**
 * The fast path for most scripts: meriyah takes a third of the time of Babel. It reads no types, misses some errors and
 * explains others badly.
 */
function plainScript(text: string): ParsedScript | undefined {
  // One depth limit for both parsers and for every thread, so that results are equal.
  if (tooDeep(text) !== undefined) return undefined
  const wrapped = BEFORE + text + AFTER
  try {
    const program = parseQuickly(wrapped, PLAIN) as unknown as Program
    const isWhole = closingBrace(program, wrapped.length) === undefined
    return isWhole ? { language: 'js', wrapped, shift: BEFORE.length, program } : undefined
  } catch {
    return undefined
  }
}

/** The syntax tree of a valid module without types and without `return` at its top level; undefined for any other text. */
export function plainModule(text: string): Program | undefined {
  if (tooDeep(text) !== undefined) return undefined
  try {
    return parseQuickly(text, { ...PLAIN, sourceType: 'module' }) as unknown as Program
  } catch {
    return undefined
  }
}

/** Offset of the `return` with a value that ends a script; undefined if it ends otherwise, or has syntax errors. */
export async function lastReturn(text: string): Promise<number | undefined> {
  const parsed = await parse(text)
  if ('problems' in parsed) return undefined
  const last = statementsOf(parsed.script).at(-1)
  const isReturn = last?.type === 'ReturnStatement' && last.argument !== null
  return isReturn ? last.start - parsed.script.shift : undefined
}

/** The statements of the script, inside the wrapper function. */
export function statementsOf({ program }: ParsedScript): readonly Node[] {
  const [wrapper] = program.body
  const script = wrapper?.type === 'ExpressionStatement' ? wrapper.expression : undefined
  return script?.type === 'ArrowFunctionExpression' && script.body?.type === 'BlockStatement'
    ? script.body.body
    : []
}

async function attempt(text: string, language: 'js' | 'ts', lines: LineIndex): Promise<Parsed> {
  const { result, refused } = await parseText(text, {
    lang: language,
    sourceType: 'script',
    around: [BEFORE, AFTER],
  })
  if (refused !== undefined) return { problems: [hazardProblem(refused, lines)], refused: true }
  if (result.errors.length > 0) return { problems: syntaxProblems(result, lines) }
  const wrapped = BEFORE + text + AFTER
  const { program } = result
  const early = closingBrace(program, wrapped.length)
  if (early !== undefined) {
    const brace = { at: early - BEFORE.length, message: 'Unexpected token', fix: EXTRA_BRACE }
    return { problems: [hazardProblem(brace, lines)] }
  }
  return { script: { language, wrapped, shift: BEFORE.length, program } }
}

function syntaxProblems({ errors }: ParseResult, lines: LineIndex): Problem[] {
  return errors.slice(0, 10).map(({ message, start, end }) => {
    const at = lines.span(start - BEFORE.length, end - BEFORE.length)
    return problem('syntax', at, message, adviceFor(message))
  })
}

/** The offset at which the script closes the wrapper function: later code would run outside of it. */
function closingBrace({ body }: Program, end: number): number | undefined {
  const [only] = body
  if (only?.type !== 'ExpressionStatement') return 0
  const expression =
    only.expression.type === 'SequenceExpression' ? only.expression.expressions[0] : only.expression
  if (expression?.type !== 'ArrowFunctionExpression') return 0
  return body.length === 1 && expression.body.end === end ? undefined : expression.body.end - 1
}

function furthest(problems: readonly Problem[]): number {
  const [first] = problems
  return first === undefined ? 0 : first.line * 1e6 + first.column
}

const hazardProblem = ({ at, message, fix }: ParserHazard, lines: LineIndex): Problem =>
  problem('syntax', lines.span(at, at + 1), message, fix)

function adviceFor(message: string): string {
  return /\b(import|export)\b/.test(message)
    ? 'The service supports no imports or exports. Save the script as a file, so that topo bundles it, or inline the code.'
    : 'Fix the syntax here.'
}
