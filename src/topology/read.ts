/** Reads a topology: script text → parse → read its calls, or run it → assemble. */
import { letOthersRun } from '#platform/let-others-run'
import { KnownError } from '../errors.ts'
import { assemble } from './assemble.ts'
import { LineIndex, START } from './model/position.ts'
import { internalProblem, type Problem, problem } from './model/problem.ts'
import type { Topology } from './model/topology.ts'
import { type ParsedSource, rememberSource } from './parse/option-locations.ts'
import { otherLanguage } from './parse/other-language.ts'
import { parse } from './parse/parse.ts'
import { spanFinder } from './parse/places.ts'
import { readRecords } from './records.ts'
import type { ScriptRun } from './run-script.ts'
import { DEFAULT_LIMITS, MOST_CHARACTERS, type SandboxLimits } from './sandbox/limits.ts'
import { readStraightLine } from './straight-line/read-straight-line.ts'

export interface ReadOptions {
  readonly limits?: Partial<SandboxLimits> | undefined
}

/** Either a topology, or at least one problem. */
export type ReadResult =
  | { readonly topology: Topology; readonly problems: readonly [] }
  | { readonly topology?: undefined; readonly problems: readonly Problem[] }

/**
 * Reads or runs a script, and returns its topology. Never throws because of the script.
 *
 * A failed script has no partial topology: rules would report elements that are missing only because the
 * script stopped.
 *
 * @throws usage error `TOPO_PACKAGE_MISSING` if esbuild was not installed for this machine.
 */
export async function readTopology(source: string, options: ReadOptions = {}): Promise<ReadResult> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  try {
    const result = await read(text, options)
    const [first] = result.problems
    const other =
      first?.rule === 'syntax' || first?.rule === 'runtime' ? otherLanguage(text) : undefined
    return other === undefined ? result : { problems: [other] }
  } catch (error) {
    if (error instanceof KnownError) throw error
    return { problems: [internalProblem('reading it', error)] }
  }
}

let hasRead = false

/**
 * True after the first script of this thread: WebAssembly may be compiled since, for it or for its
 * picture.
 */
export const hasReadScript = (): boolean => hasRead

async function read(text: string, options: ReadOptions): Promise<ReadResult> {
  hasRead = true
  if (text.length > MOST_CHARACTERS) return { problems: [tooLong(text)] }
  const parsed = await parse(text)
  // Yield, so that other work runs.
  await letOthersRun()
  if ('problems' in parsed) return { problems: parsed.problems }
  const source = { script: parsed.script, text, lines: new LineIndex(text) }
  const recorded = await recordCalls(source, options)
  if ('problems' in recorded) return recorded
  const topology = assemble(recorded.records, spanFinder(source.lines, recorded.places))
  rememberSource(topology, source)
  return { topology, problems: [] }
}

/**
 * The calls of the builders, or why the script failed. A limit counts what only the sandbox spends.
 */
async function recordCalls(source: ParsedSource, { limits }: ReadOptions): Promise<ScriptRun> {
  const straight = limits === undefined ? readStraightLine(source.script) : undefined
  if (straight !== undefined) {
    return { records: readRecords(straight.records), places: straight.places }
  }
  // Most scripts do not need the interpreter, which takes milliseconds to load.
  const { runScript } = await import('./run-script.ts')
  return runScript(source, { ...DEFAULT_LIMITS, ...limits })
}

function tooLong({ length }: string): Problem {
  const most = MOST_CHARACTERS.toLocaleString('en')
  const message = `The script has ${length.toLocaleString('en')} characters; the maximum is ${most}`
  return problem(
    'syntax',
    START,
    message,
    'Split the diagram, or create repeated elements in a loop.',
  )
}
