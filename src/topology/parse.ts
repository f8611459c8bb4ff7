/** A script's text → its syntax tree, or what is wrong with the text. */
import { parse as parseQuickly } from 'meriyah'
import type { ParseResult, Program } from 'oxc-parser'
import { parseText } from './native-parser.ts'
import { tooDeep } from './parser-guard/nesting.ts'
import { LineIndex } from './position.ts'
import { type Problem, problem } from './problem.ts'

/** The service runs a script as the body of an async function; so is it parsed. */
const BEFORE = 'async () => {\n'
const AFTER = '\n}'
const PLAIN = { ranges: { start: true, end: true }, preserveParens: true, lexical: true }

/** A script that is well-formed. */
export interface ParsedScript {
  readonly language: 'js' | 'ts'
  /** The script inside the async function that it is the body of. */
  readonly wrapped: string
  /** How far positions in `wrapped` and `program` are ahead of those in the script. */
  readonly shift: number
  /** Of `wrapped`. */
  readonly program: Program
}

export type Parsed = { script: ParsedScript } | { problems: Problem[] }

/**
 * Parses as JavaScript and, where that fails, as TypeScript: types are legal in a `.js` file as well.
 * `import` and `export` are errors here; bundling comes before.
 *
 * Not all that is wrong with a script is found: the interpreter refuses the rest, for the reason that
 * `syntaxProblemsOf` knows.
 */
export function parse(text: string): Parsed {
  const script = plainScript(text)
  return script === undefined ? parseNatively(text) : { script }
}

/** All that is wrong with a text before it is run; nothing where the parser has nothing to say. */
export function syntaxProblemsOf(text: string): readonly Problem[] {
  const parsed = parseNatively(text)
  return 'problems' in parsed ? parsed.problems : []
}

function parseNatively(text: string): Parsed {
  const lines = new LineIndex(text)
  try {
    const js = attempt(text, 'js', lines)
    if (!('problems' in js)) return js
    // The same error in both languages, which TypeScript words and places less well.
    if (js.problems[0]?.message.includes('outside a module')) return js
    const ts = attempt(text, 'ts', lines)
    return 'problems' in ts && furthest(js.problems) >= furthest(ts.problems) ? js : ts
  } catch (error) {
    // The tree is handed over as JSON: a deep one may be too much for the host's stack.
    if (error instanceof RangeError) return { problems: [nestedTooDeep(lines, 0)] }
    throw error
  }
}

/**
 * For most scripts: a parser in JavaScript has a tree in a third of the time that the native one takes to hand one
 * over. It reads no types, finds not every error, and says little about those that it finds.
 */
function plainScript(text: string): ParsedScript | undefined {
  // What is too deep is so on every stack, be it that of a thread, and for both parsers.
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

function attempt(text: string, language: 'js' | 'ts', lines: LineIndex): Parsed {
  const { result, refused } = parseText(text, {
    lang: language,
    sourceType: 'script',
    around: [BEFORE, AFTER],
    showSemanticErrors: true,
  })
  if (refused !== undefined) {
    const at = lines.span(refused.at, refused.at + 1)
    return { problems: [problem('syntax', at, refused.message, refused.fix)] }
  }
  if (result.errors.length > 0) return { problems: syntaxProblems(result, lines) }
  const wrapped = BEFORE + text + AFTER
  const program = result.program
  const early = closingBrace(program, wrapped.length)
  if (early !== undefined) {
    const at = lines.span(early - BEFORE.length, early - BEFORE.length + 1)
    return {
      problems: [
        problem('syntax', at, 'Unexpected token', 'Remove this brace; nothing is open that it closes.'),
      ],
    }
  }
  return { script: { language, wrapped, shift: BEFORE.length, program } }
}

function syntaxProblems({ errors }: ParseResult, lines: LineIndex): Problem[] {
  return errors.slice(0, 10).map(({ message, labels, helpMessage }) => {
    // Where one bracket is missing, the first label is the place that opened it.
    const label = labels.find(({ message: text }) => text === null || !/opened/i.test(text)) ?? labels[0]
    const at = lines.span((label?.start ?? 0) - BEFORE.length, (label?.end ?? 0) - BEFORE.length)
    return problem('syntax', at, message, helpMessage ? sentence(helpMessage) : adviceFor(message))
  })
}

/** Where the wrapper was closed by the script itself, so what follows would run outside of it. */
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

function nestedTooDeep(lines: LineIndex, offset: number): Problem {
  const fix = 'Split it up with variables, functions or loops.'
  return problem('syntax', lines.span(offset, offset + 1), 'The code is nested too deeply to be read', fix)
}

function adviceFor(message: string): string {
  return /\b(import|export)\b/.test(message)
    ? 'The service takes no imports or exports; let topo bundle the file, or write the code in the script itself.'
    : 'Correct the syntax here.'
}

function sentence(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(flat) ? flat : `${flat}.`
}
