/** Questions to a person; where there is none, they are errors that name the flag. */
import { usageError } from '../../errors.ts'
import type { Terminal } from './terminal.ts'

/** Prompts go to stderr: stdout is for the result. */
const context = { output: process.stderr }

/**
 * Yes or no, answered beforehand by `--yes`.
 * @throws KnownError `TOPO_NEEDS_CONFIRMATION` (exit 2) where nobody can be asked.
 */
export async function confirm(terminal: Terminal, question: string, yes: boolean): Promise<boolean> {
  if (yes) return true
  if (!terminal.interactive) {
    throw usageError(`${question} This needs a confirmation.`, {
      code: 'TOPO_NEEDS_CONFIRMATION',
      hint: 'Add --yes to confirm where nobody can be asked.',
    })
  }
  const { default: prompt } = await import('@inquirer/confirm')
  return terminal.activity.pausedFor(() => prompt({ message: question, default: false }, context))
}

/** A line of text. `instead` names what to give where nobody can be asked. */
export async function ask(terminal: Terminal, question: string, instead: string): Promise<string> {
  requireSomebody(terminal, question, instead)
  const { default: prompt } = await import('@inquirer/input')
  return (await terminal.activity.pausedFor(() => prompt({ message: question }, context))).trim()
}

/** A line that is not shown while it is typed. */
export async function askSecret(terminal: Terminal, question: string, instead: string): Promise<string> {
  requireSomebody(terminal, question, instead)
  const { default: prompt } = await import('@inquirer/password')
  const typed = await terminal.activity.pausedFor(() => prompt({ message: question, mask: '*' }, context))
  return typed.trim()
}

/** @throws usage error `TOPO_MISSING_INPUT` where nobody can be asked. */
export function requireSomebody(terminal: Terminal, question: string, instead: string): void {
  if (terminal.interactive) return
  throw usageError(`${question} is missing, and there is no one to ask.`, {
    code: 'TOPO_MISSING_INPUT',
    hint: `Give ${instead}.`,
  })
}
