/** Turns errors into tool results: code, message and a hint for the assistant. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { DryRunStop } from '../api/transport/transport.ts'
import { failureDocument, toKnownError } from '../cli/io/failure.ts'
import { type KnownError, usageError } from '../errors.ts'
import { forAssistant, forAssistantThroughout } from '../text/safe/for-assistant.ts'
import { asData } from './untrusted-text.ts'

const LOGIN =
  'Tell the person to run "topo login" in a terminal; then call the tool again. Tools and paths of local scripts need no key.'

/** Hints for assistants; they replace the hints for people at a terminal. */
const hints: Partial<Record<string, string>> = {
  TOPO_CONFLICT:
    'Read the diagram with get_diagram, apply your change to that version, and call again; give its updatedAt, if it has one, as expectedUpdatedAt.',
  TOPO_SLUG_TAKEN: 'Choose another slug, or change the existing diagram with update_diagram.',
  TOPO_NOT_FOUND:
    'list_diagrams lists the diagrams of this account, search_gallery lists public diagrams.',
  TOPO_REJECTED: 'Fix the script and call the tool again; validate_diagram lists the findings.',
  TOPO_QUOTA_EXCEEDED:
    'get_quota shows the remaining quota and its window. Tell the person; a retry does not help.',
  TOPO_NO_SERVICE:
    'Tell the person to run "topo login" in a terminal, set TOPO_BASE_URL, or use "topo mcp --local". Tools that need no service still work.',
  TOPO_NOT_LOGGED_IN: LOGIN,
  TOPO_UNAUTHORIZED: LOGIN,
  TOPO_RATE_LIMITED: 'Wait, then call again. Ask for less: each call takes requests.',
  TOPO_BUDGET_USED:
    'The server may send no more requests. Tell the person, who can start it again, with a larger TOPO_BUDGET.',
  TOPO_FIELDS_KEPT: 'The service may not be able to change this. diff_diagram shows what differs.',
  TOPO_READ_ONLY:
    'To allow it, the person starts the server with "topo mcp --allow-writes" or TOPO_MCP_WRITES=1.',
  TOPO_TIMEOUT: 'Call again; if it fails again, tell the person that the service does not answer.',
}

export function readOnly(name: string): KnownError {
  return usageError(`${name} changes diagrams on the service, but this server is read-only.`, {
    code: 'TOPO_READ_ONLY',
  })
}

/** A guess is worth more than advice. */
const GUESS = /^Did you mean [^?]*\?/

/** True for commands and flags: an assistant may have neither a shell nor a key. */
const isForTerminal = (hint: string): boolean =>
  /["`](?:npx )?(?:topo|npm|git|docker) |(?:^|[\s"`(])--?[a-z]/.test(hint)

/** A command that a person repeats is a tool for an assistant. */
const ofTool = (hint: string): string =>
  hint
    .replace(/\bRun the (?:same )?command again\b/g, 'Call the tool again')
    .replace(/\brun the (?:same )?command again\b/g, 'call the tool again')

function addressed(given: string): string {
  const hint = ofTool(given)
  return isForTerminal(hint) ? `Tell the person, who can do it in a terminal: ${hint}` : hint
}

/** @param name of the tool that failed */
export function failureResult(thrown: unknown, name: string): CallToolResult {
  const error = toKnownError(thrown instanceof DryRunStop ? readOnly(name) : thrown)
  const known = hints[error.code]
  const given = error.hint === undefined ? undefined : addressed(error.hint)
  const own = known === undefined ? given : GUESS.exec(error.hint ?? '')?.[0]
  const said = [error.message, ...(own === undefined ? [] : [`hint: ${own}`])].join('\n')
  // The message may contain text from the service.
  const message = error.status === undefined ? forAssistant(said) : asData(said)
  const lines = [`${error.code}: ${message}`, ...(known === undefined ? [] : [`hint: ${known}`])]
  const hint = [own, known].filter((one) => one !== undefined).join(' ')
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    _meta: {
      'topo/error': forAssistantThroughout({ ...failureDocument(error).error, hint: hint || null }),
    },
  }
}
