/** Where every error becomes a message, a JSON document and an exit code. */
import { ExitCode, KnownError } from '../../errors.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { redact, type Terminal } from './terminal.ts'

/** Failure as JSON: the whole of stdout under `--json`. */
export interface FailureDocument {
  error: {
    code: string
    message: string
    hint: string | null
    status: number | null
    requestId: string | null
    retryable: boolean
    exitCode: number
    details: unknown
  }
}

/** Any thrown value as a known error; what is not known is a bug of topo. */
export function toKnownError(error: unknown): KnownError {
  if (error instanceof KnownError) return error
  if (isInterruption(error)) {
    return new KnownError('Interrupted.', {
      code: 'TOPO_INTERRUPTED',
      exitCode: ExitCode.interrupted,
      cause: error,
    })
  }
  return fileError(error) ?? bug(error)
}

function bug(error: unknown): KnownError {
  return new KnownError(
    `topo has a bug: ${firstLine(String(error instanceof Error ? error.message : error))}`,
    {
      code: 'TOPO_BUG',
      exitCode: ExitCode.bug,
      cause: error,
      hint: 'Please report it; run the command again with --debug to see where it happened.',
    },
  )
}

/** Operating system errors that a person can do something about. */
function fileError(error: unknown): KnownError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const path = 'path' in error ? String(error.path) : 'a file'
  const why = {
    EACCES: `${path} may not be accessed`,
    EPERM: `${path} may not be changed`,
    EROFS: `${path} is on a read-only file system`,
    ENOSPC: 'the disk is full',
    EISDIR: `${path} is a folder`,
    ENOTDIR: `a part of ${path} is not a folder`,
  }[String(error.code)]
  if (why === undefined) return undefined
  return new KnownError(`It could not be read or written: ${why}.`, {
    code: 'TOPO_FILE',
    exitCode: ExitCode.refused,
    cause: error,
    hint: 'Check the path and its permissions.',
  })
}

export function failureDocument(error: KnownError): FailureDocument {
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
  }
}

let inLines = false

/** From now on stdout holds a line of JSON for each thing that happens, and a failure is one of them; or no more. */
export function reportErrorsAsLines(lines: boolean): void {
  inLines = lines
}

/**
 * Reports the error on the right stream and returns the exit code.
 * @param stream stdout holds a line of JSON each; the error is one of them.
 */
export function reportFailure(thrown: unknown, terminal: Terminal, debug: boolean, stream: boolean): number {
  const error = toKnownError(thrown)
  const { out, err, json } = terminal
  const asLine = stream || inLines
  if (asLine) out.line(jsonText({ type: 'error', ...failureDocument(error) }, 0))
  else if (json) out.line(jsonText(failureDocument(error)))
  if (!json) {
    err.line(
      `${err.style(['red', 'bold'], 'error')} ${forTerminal(error.message)} ${err.style('dim', `[${error.code}]`)}`,
    )
    if (error.hint !== undefined) err.line(`${err.style('cyan', 'hint')}  ${forTerminal(error.hint)}`)
    if (error.requestId !== undefined) err.line(err.style('dim', `request ${forTerminal(error.requestId)}`))
  }
  if (debug) err.line(forTerminalLines(traces(error)))
  return error.exitCode
}

function traces(error: Error): string {
  const lines: string[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) lines.push(at.stack ?? String(at))
  return lines.join('\ncaused by ')
}

/** Ctrl-C at a prompt. */
function isInterruption(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortError')
}

function firstLine(text: string): string {
  // Cut after it was cleaned: a part of a secret is not recognised.
  return redact(text).split('\n', 1)[0] ?? ''
}
