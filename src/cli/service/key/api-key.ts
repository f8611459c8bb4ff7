/** Checks API keys before they are sent or stored, and reads the file of TOPO_API_KEY_FILE. */
import { KnownError, usageError } from '../../../errors.ts'
import { readFileWithinSync } from '../../../limits/files.ts'
import { systemReason } from '../../../text/system-reason.ts'
import { registerSecret } from '../../io/terminal.ts'
import { keyProblem } from './key-problem.ts'

/**
 * Returns the key, and redacts it from all output.
 * @param source where it comes from, for the message
 * @throws usage error `TOPO_KEY_INVALID` for a value that cannot be a key; the message does not repeat it.
 */
export function validateKey(value: string, source: string): string {
  const problem = keyProblem(value)
  if (problem === undefined) {
    registerSecret(value)
    return value
  }
  // The output contains other words, such as `null`, for another reason.
  for (const word of value.split(/[\s"'=:,]+/)) if (/^ca_|\d/.test(word)) registerSecret(word)
  throw usageError(`The value from ${source} is not an API key: it ${problem.what}.`, {
    code: 'TOPO_KEY_INVALID',
    hint: problem.hint,
  })
}

/** @throws usage error `TOPO_KEY_INVALID` for a file that cannot be read or does not contain a key. */
export function readKeyFile(file: string): string {
  try {
    return validateKey(readFileWithinSync('key', file).toString('utf8').trim(), 'TOPO_API_KEY_FILE')
  } catch (cause) {
    if (cause instanceof KnownError) throw cause
    throw unreadable(file, cause)
  }
}

function unreadable(file: string, cause: unknown): KnownError {
  const isKey = file.startsWith('ca_')
  if (isKey) registerSecret(file)
  const message = isKey
    ? 'TOPO_API_KEY_FILE contains a key instead of the path of a file.'
    : `Cannot read ${file}, which TOPO_API_KEY_FILE names: ${systemReason(cause)}.`
  return usageError(message, {
    code: 'TOPO_KEY_INVALID',
    hint: isKey ? 'Set TOPO_API_KEY instead.' : 'Correct the path, or unset the variable.',
    cause: isKey ? undefined : cause,
  })
}
