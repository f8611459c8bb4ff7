/** Prompts a person; without a terminal, a prompt is an error that names the flag to use. */
import { usageError } from '../../errors.ts'
import type { Terminal } from './terminal.ts'

/** stderr, because stdout is for the result. */
const context = { output: process.stderr }

/**
 * Asks yes or no; `--yes` answers yes.
 * @throws KnownError `TOPO_NEEDS_CONFIRMATION` (exit 2) if topo cannot prompt.
 */
export async function confirm(
  terminal: Terminal,
  question: string,
  yes: boolean,
): Promise<boolean> {
  if (yes) return true
  if (!terminal.interactive) {
    throw usageError(`${question} This needs a confirmation.`, {
      code: 'TOPO_NEEDS_CONFIRMATION',
      hint: 'Add --yes to confirm without a prompt.',
    })
  }
  const { default: prompt } = await import('@inquirer/confirm')
  return terminal.activity.pausedFor(() => prompt({ message: question, default: false }, context))
}

/** Asks for a line of text. `instead` names the flag to use if topo cannot prompt. */
export async function promptText(
  terminal: Terminal,
  question: string,
  instead: string,
): Promise<string> {
  requireInteractive(terminal, question, instead)
  const { default: prompt } = await import('@inquirer/input')
  return (await terminal.activity.pausedFor(() => prompt({ message: question }, context))).trim()
}

/** Asks for a line that is hidden while it is typed. */
export async function promptSecret(
  terminal: Terminal,
  question: string,
  instead: string,
): Promise<string> {
  requireInteractive(terminal, question, instead)
  const { default: prompt } = await import('@inquirer/password')
  return (
    await terminal.activity.pausedFor(() => prompt({ message: question, mask: '*' }, context))
  ).trim()
}

/** @throws usage error if topo cannot prompt. */
export function requireInteractive(terminal: Terminal, question: string, instead: string): void {
  if (terminal.interactive) return
  throw usageError(`${question} is missing, and topo cannot prompt for it.`, {
    hint: `Give ${instead}.`,
  })
}
