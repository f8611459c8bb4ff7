/** Where in a script something was thrown, from the interpreter's stack trace. */
import type { InstrumentedScript } from './instrument.ts'
import type { ParsedScript } from './parse.ts'
import { LineIndex } from './position.ts'
import { SCRIPT_NAME, type Thrown } from './run.ts'

const FRAME = new RegExp(String.raw`\(?\b${SCRIPT_NAME}:(\d+):(\d+)\)?$`, 'm')

/**
 * The offset in the script of the first frame that is in it.
 *
 * @param prefix how many characters the running program has before the instrumented script, all on line 1
 */
export async function thrownAt(
  { stack }: Thrown,
  { language }: ParsedScript,
  instrumented: InstrumentedScript,
  prefix: number,
): Promise<number | undefined> {
  const frame = FRAME.exec(stack ?? '')
  if (frame === null) return undefined
  const line = Number(frame[1])
  const stripped = language === 'ts' ? await strippedWithMap(instrumented.code) : undefined
  if (stripped !== undefined && 'error' in stripped) return undefined
  const code = stripped?.code ?? instrumented.code
  const column = utf16Column(code, line, Number(frame[2]) - (line === 1 ? prefix : 0))
  if (stripped?.map === undefined) return found(instrumented, line, column)
  const { originalPositionFor, TraceMap } = await import('@jridgewell/trace-mapping')
  const before = originalPositionFor(new TraceMap(stripped.map as never), { line, column: column - 1 })
  return before.line === null ? undefined : found(instrumented, before.line, before.column + 1)
}

function found({ code, original }: InstrumentedScript, line: number, column: number): number | undefined {
  const offset = original(new LineIndex(code).offset(line, column))
  return offset >= 0 ? offset : undefined
}

/** The interpreter counts characters, not UTF-16 units. */
function utf16Column(code: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) start = code.indexOf('\n', start) + 1
  const end = code.indexOf('\n', start)
  const text = code.slice(start, end === -1 ? undefined : end)
  return 1 + [...text].slice(0, Math.max(column - 1, 0)).join('').length
}

async function strippedWithMap(code: string) {
  return (await import('./strip-types.ts')).stripTypes(code, { sourcemap: true })
}
