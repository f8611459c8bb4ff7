/** Turns every error into a message, a JSON document and an exit code. */
import { ExitCode, KnownError, refusedError, usageError } from '../../errors.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminal, forTerminalLines } from '../../text/safe/for-terminal.ts'
import { systemReason } from '../../text/system-reason.ts'
import { issuesUrl } from './repository.ts'
import { redact, type Terminal } from './terminal.ts'

/** Converts any thrown value to a known error; an unknown one is a bug in topo. */
export function toKnownError(error: unknown): KnownError {
  if (error instanceof KnownError) return error
  if (isInterruption(error)) {
    return new KnownError('Interrupted.', {
      code: 'TOPO_INTERRUPTED',
      exitCode: ExitCode.interrupted,
      cause: error,
    })
  }
  return removedFolder(error) ?? fileError(error) ?? bug(error)
}

/**
 * Removes sentences of the hint that name the command that failed: it would only fail again. One with a flag that was
 * not given is another command.
 *
 * @param names of the command, as typed: `script list`, and its aliases
 */
export function withoutOwnCommand(
  error: KnownError,
  names: readonly string[],
  argv: readonly string[],
): KnownError {
  const isOwn = (quoted: string) => {
    const words = quoted.split(' ')
    const flags = words.filter((word) => word.startsWith('-'))
    const name = words.filter((word) => !word.startsWith('-')).join(' ')
    return names.includes(name) && flags.every((flag) => argv.includes(flag))
  }
  const sentences = error.hint?.split(/(?<=[.!?]) +/) ?? []
  const kept = sentences.filter(
    (sentence) =>
      ![...sentence.matchAll(/"topo ([^"]+)"/g)].some(([, quoted = '']) => isOwn(quoted)),
  )
  return kept.length === sentences.length ? error : error.withHint(kept.join(' ') || undefined)
}

function bug(error: unknown): KnownError {
  return new KnownError(
    `topo has a bug: ${firstLine(String(error instanceof Error ? error.message : error))}`,
    {
      code: 'TOPO_BUG',
      exitCode: ExitCode.bug,
      cause: error,
      hint: `Please report it at ${issuesUrl}; run the command again with --debug to see where it happened.`,
    },
  )
}

/** `process.cwd()` throws if the folder was removed after the shell entered it. */
function removedFolder(error: unknown): KnownError | undefined {
  if ((error as NodeJS.ErrnoException | undefined)?.syscall !== 'uv_cwd') return undefined
  return usageError('The current folder does not exist any more.', {
    code: 'TOPO_NO_FOLDER',
    hint: 'Change to another folder.',
    cause: error,
  })
}

/** A person can fix what a file system reports by these. ENOENT is not one: who reads a file says what is missing. */
const FIXABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EBUSY',
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
])

function fileError(error: unknown): KnownError | undefined {
  if (!(error instanceof Error && 'code' in error && FIXABLE.has(String(error.code))))
    return undefined
  const path = 'path' in error ? error.path : 'a file'
  return refusedError(`Cannot read or write ${path}: ${systemReason(error)}.`, {
    code: 'TOPO_FILE',
    cause: error,
    hint: 'Check the path and its permissions.',
  })
}

/** A failure as JSON: all of stdout with `--json`. A batch that ended early adds its items. */
export function failureDocument(error: KnownError) {
  return {
    error: {
      code: error.code,
      message: error.message,
      hint: error.hint ?? null,
      status: error.status ?? null,
      requestId: error.requestId ?? null,
      retryable: error.retryable,
      exitCode: error.exitCode,
      details: error.details ?? null,
    },
    ...error.partial,
  }
}

let inLines = false

/** Switches JSON lines on or off: stdout gets a JSON line for each event, and a failure is one of them. */
export function reportErrorsAsLines(lines: boolean): void {
  inLines = lines
}

/**
 * Reports the error on the right stream and returns the exit code.
 * @param stream stdout consists of JSON lines; the error is one of them
 */
export function reportFailure(
  thrown: unknown,
  terminal: Terminal,
  debug: boolean,
  stream: boolean,
): number {
  const error = toKnownError(thrown)
  const { out, err, json } = terminal
  const asLine = stream || inLines
  // The items were printed as lines before.
  if (asLine) out.line(jsonText({ type: 'error', error: failureDocument(error).error }, 0))
  else if (json) out.line(jsonText(failureDocument(error)))
  if (!json) {
    const message = `${forTerminal(error.message)} ${err.style('dim', `[${error.code}]`)}`
    err.line(message, `${err.style(['red', 'bold'], 'error')} `)
    if (error.hint !== undefined)
      err.line(forTerminal(error.hint), `${err.style('cyan', 'hint')}  `)
    if (error.requestId !== undefined)
      err.line(err.style('dim', `request ${forTerminal(error.requestId)}`))
  }
  if (debug) err.line(forTerminalLines(traces(error)))
  return error.exitCode
}

function traces(error: Error): string {
  const lines: string[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    lines.push(at.stack ?? String(at))
  return lines.join('\ncaused by ')
}

/** Ctrl-C at a prompt. */
function isInterruption(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortError')
}

function firstLine(text: string): string {
  // Redact before cutting: a part of a secret is not recognised.
  return redact(text).split('\n', 1)[0] ?? ''
}
