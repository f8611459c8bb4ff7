/** A failure as a tool's result: code, message, and what an assistant can do about it. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { DryRunStop } from '../api/transport.ts'
import { failureDocument, toKnownError } from '../cli/io/failure.ts'
import { type KnownError, usageError } from '../errors.ts'
import { forAssistant, forAssistantThroughout } from '../text/for-assistant.ts'
import { asData } from './untrusted-text.ts'

/** Where a person at a terminal would do something else. */
const hints: Partial<Record<string, string>> = {
  TOPO_CONFLICT:
    'Read it with get_diagram, make your change to what is there now, and call again with its updatedAt as expectedUpdatedAt.',
  TOPO_SLUG_TAKEN: 'Choose another slug, or change the diagram that is there with update_diagram.',
  TOPO_NOT_FOUND: 'list_diagrams tells the diagrams of this account, search_gallery the public ones.',
  TOPO_REJECTED: 'Correct the script, and call the tool again; validate_diagram says more.',
  TOPO_QUOTA_EXCEEDED:
    'get_quota tells what is left, and per which time. Tell the person; trying again does not help.',
  TOPO_NO_SERVICE:
    'Tell the person: "topo login" in a terminal, TOPO_BASE_URL, or "topo mcp --local". Tools that ask no service work without.',
  TOPO_NOT_LOGGED_IN: 'Tell the person to run "topo login" in a terminal; then call the tool again.',
  TOPO_UNAUTHORIZED: 'Tell the person to run "topo login" in a terminal; then call the tool again.',
}

export function readOnly(name: string): KnownError {
  return usageError(`${name} changes what the service holds, and this server is read-only.`, {
    code: 'TOPO_READ_ONLY',
    hint: 'The person can allow it by starting the server as "topo mcp --allow-writes".',
  })
}

/** @param name of the tool that failed */
export function failureResult(thrown: unknown, name: string): CallToolResult {
  const error = toKnownError(thrown instanceof DryRunStop ? readOnly(name) : thrown)
  const known = hints[error.code]
  const hint = known ?? error.hint
  const said = [error.message, known === undefined && hint !== undefined ? `hint: ${hint}` : ''].filter(
    Boolean,
  )
  // What a service answers may end up in the message.
  const message = error.status === undefined ? forAssistant(said.join('\n')) : asData(said.join('\n'))
  const lines = [`${error.code}: ${message}`, ...(known === undefined ? [] : [`hint: ${known}`])]
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    _meta: { 'topo/error': forAssistantThroughout({ ...failureDocument(error).error, hint: hint ?? null }) },
  }
}
