/** Output of `topo api`: the response unchanged in a pipe, formatted on a terminal. */

import { readReplies } from '../../api/client/pages.ts'
import { errorFromReply, type Reply } from '../../api/transport/reply.ts'
import type { Exchange } from '../../api/transport/transport.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import type { Channel } from '../../cli/io/channel.ts'
import type { Terminal } from '../../cli/io/terminal.ts'
import type { Service } from '../../cli/service/service.ts'
import { limits, responseTooLarge } from '../../limits/limits.ts'
import { escapeJson, jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminalLines } from '../../text/safe/for-terminal.ts'
import { joined } from '../../text/words.ts'

/** @throws KnownError for an error status, after printing the body. */
export async function apiResult(
  { transport }: Service,
  request: Exchange,
  include: boolean,
  { out, json }: Terminal,
): Promise<CommandResult> {
  const reply = await transport.exchange(request)
  const text = () => joined('\n', include && headOf(reply), formatBody(reply.text, out))
  if (reply.status < 200 || reply.status > 299) {
    if (!json && text() !== '') out.line(text())
    throw errorFromReply(reply)
  }
  const body = parseBody(reply.text)
  const { status, headers } = reply
  return {
    data: include ? { status, headers: Object.fromEntries(headers), body } : asObject(body),
    text,
  }
}

export interface Paging {
  /** One array of all items. */
  slurp: boolean
  /** Prints each page when it arrives, instead of one document at the end. */
  stream: boolean
}

export async function allPages(
  { transport, baseUrl }: Service,
  request: Exchange,
  { slurp, stream }: Paging,
  { out }: Terminal,
): Promise<CommandResult | undefined> {
  const items: unknown[] = []
  for await (const { reply, found, items: fresh } of readReplies(transport, request, baseUrl)) {
    if (stream) out.line(formatBody(reply.text, out))
    else for (const item of found ? fresh : [parseBody(reply.text)]) items.push(item)
    if (items.length > limits.list.most) throw responseTooLarge('list', `The list ${request.path}`)
  }
  if (stream) return undefined
  const data = slurp ? items : { items, totalCount: items.length }
  return { data, text: () => formatBody(jsonText(data, 0), out) }
}

const headOf = ({ status, headers }: Reply): string =>
  [
    `HTTP ${status}`,
    ...[...headers].map(([name, value]) => forTerminalLines(`${name}: ${value}`)),
    '',
  ].join('\n')

function formatBody(text: string, out: Channel): string {
  const value = parseBody(text)
  if (!out.isTerminal)
    return (typeof value === 'string' ? text : escapeJson(text)).replace(/\n$/, '')
  return forTerminalLines(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** Parses JSON; returns other text unchanged. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const asObject = (body: unknown): object =>
  typeof body === 'object' && body !== null ? body : { body: body === '' ? null : body }
