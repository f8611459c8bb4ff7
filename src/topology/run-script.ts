/** Runs a script in the sandbox: instrument → run → records, or the problem that ended it. */
import { stripTypes } from '#platform/strip-types'
import { forMessage } from '../text/safe/for-message.ts'
import { type LineIndex, type Span, START } from './model/position.ts'
import { type Problem, problem } from './model/problem.ts'
import { fixOfOption } from './option-fix.ts'
import { type InstrumentedScript, instrument } from './parse/instrument.ts'
import { chainedMethodAt } from './parse/method-chains.ts'
import type { ParsedSource } from './parse/option-locations.ts'
import { type ParsedScript, syntaxProblemsOf } from './parse/parse.ts'
import { type PlaceRange, spanFinder } from './parse/places.ts'
import { parseRecords, type TopologyRecord } from './records.ts'
import { MOST_CALLS, MOST_RECORDED, type SandboxLimits } from './sandbox/limits.ts'
import { type RunOutcome, run } from './sandbox/run.ts'

/** The calls of a script, or why it failed. */
export type ScriptRun =
  | { readonly records: readonly TopologyRecord[]; readonly places: readonly PlaceRange[] }
  | { readonly problems: readonly Problem[] }

/**
 * Runs a script in the sandbox. Never throws because of the script.
 *
 * @throws usage error `TOPO_PACKAGE_MISSING` if esbuild was not installed for this machine.
 */
export async function runScript(source: ParsedSource, limits: SandboxLimits): Promise<ScriptRun> {
  const { script, text, lines } = source
  const instrumented = instrument(script, text)
  const runnable =
    script.language === 'ts' ? await stripTypes(instrumented.code) : { code: instrumented.code }
  if ('error' in runnable) return { problems: [untranslatable(runnable.error)] }

  const outcome = await run(program(instrumented, runnable.code), limits)
  const { places } = instrumented
  if (outcome.end === 'done') return { records: parseRecords(outcome.records), places }
  const known = outcome.end === 'invalid' ? await syntaxProblemsOf(text) : []
  if (known.length > 0) return { problems: known }
  const spanOf = spanFinder(lines, places)
  return { problems: [await failure(outcome, { script, instrumented, lines, spanOf, limits })] }
}

/** The expression for `run`. Adds no line before the script, so that stack traces stay correct. */
function program({ names }: InstrumentedScript, code: string): string {
  const { position, temporary, nothing } = names
  return `(${nothing}) => { var ${position} = -1, ${temporary}; return [() => ${position}, ${code}] }`
}

/** A script that ran, and where its places are. */
interface FailedRun {
  readonly script: ParsedScript
  readonly instrumented: InstrumentedScript
  readonly lines: LineIndex
  readonly spanOf: (place: number) => Span
  readonly limits: SandboxLimits
}

async function failure(
  outcome: Exclude<RunOutcome, { end: 'done' }>,
  failed: FailedRun,
): Promise<Problem> {
  if (outcome.end === 'nested') {
    const { deepest } = await import('./stack.ts')
    return problem('syntax', failed.lines.wordAt(deepest(failed.script)), ...NESTED)
  }
  const at = failed.spanOf(outcome.place)
  switch (outcome.end) {
    case 'timeout':
      return timeoutProblem(outcome, failed)
    case 'full':
      return problem(
        'memory',
        at,
        `The diagram exceeds ${MOST_CALLS.toLocaleString('en')} calls of the builders or ${MOST_RECORDED / 1_000_000} million characters`,
        'Look for an endless loop, or split the diagram.',
      )
    case 'memory': {
      const most = Math.round(failed.limits.memory / 1024 / 1024)
      const fix = 'Look for an endless loop, or a list or text that keeps growing.'
      return problem('memory', at, `The script needs more than ${most} MB of memory`, fix)
    }
    case 'unsettled': {
      const message = 'The script waits for a promise that never resolves'
      return problem('unsettled', at, message, 'Remove the await, or resolve the promise.')
    }
    case 'threw':
    case 'invalid':
      return thrownProblem(outcome, failed)
  }
}

/** Points at the loop that did not end, if there is one. */
async function timeoutProblem(
  { place, isInBuiltIns }: Extract<RunOutcome, { end: 'timeout' }>,
  { script, instrumented, spanOf, limits }: FailedRun,
): Promise<Problem> {
  const steps = (limits.steps / 1_000_000).toLocaleString('en')
  const message = `The script did not finish within ${steps} million steps`
  const { endlessLoop } = await import('./stack.ts')
  const [last = -1] = instrumented.places[place] ?? []
  const start = endlessLoop(script, last, isInBuiltIns)
  const loop = instrumented.places.findIndex(([from]) => from === start)
  const where = spanOf(start === undefined ? place : loop)
  return isInBuiltIns
    ? problem('timeout', where, `${message}: few calls used them up`, LONG_VALUES)
    : problem('timeout', where, message, ENDLESS)
}

async function thrownProblem(
  { end, thrown, place }: Extract<RunOutcome, { thrown: unknown }>,
  { script, instrumented, lines, spanOf }: FailedRun,
): Promise<Problem> {
  const message = forMessage(thrown.message)
  const name = forMessage(thrown.name ?? '')
  const { thrownAt, undefinedName } = await import('./stack.ts')
  const notedOffset = instrumented.places[place]?.[0] ?? 0
  const offset =
    undefinedName(thrown, script, notedOffset) ??
    (await thrownAt(thrown, script, instrumented, programPrefix(instrumented)))
  const where = offset === undefined ? spanOf(place) : lines.wordAt(offset)
  if (end === 'invalid') return problem('syntax', where, message, 'Fix the syntax here.')
  const title = name === '' ? 'Uncaught' : name + (message && ':')
  const description = [title, message].join(' ')
  const { fixOfError, isNoFunction } = await import('./fix-of-error.ts')
  const called = isNoFunction(message) ? offset : undefined
  const optionFix = called === undefined ? undefined : fixOfChained(script, called)
  return problem('runtime', where, description, optionFix ?? fixOfError(name, message))
}

/** @param offset of the name of what was called */
function fixOfChained(script: ParsedScript, offset: number): string | undefined {
  const chained = chainedMethodAt(script, offset)
  return chained && fixOfOption(chained.name, chained.before)
}

function programPrefix(instrumented: InstrumentedScript): number {
  return program(instrumented, '\0').indexOf('\0')
}

const ENDLESS = 'Look for an endless or very long loop.'
const LONG_VALUES =
  'Look for texts or lists of millions of entries: built-in functions take a step or more for each entry.'

const NESTED = [
  'The code is nested too deeply to run',
  'Split it with variables, functions or loops.',
] as const

function untranslatable(message: string): Problem {
  return problem('syntax', START, message, 'Use only TypeScript syntax that can be stripped.')
}
