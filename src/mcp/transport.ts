/** Reads and writes MCP messages, one per line; answers invalid lines by JSON-RPC 2.0 (section 5.1). */
import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { limits, overLimit } from '../limits/limits.ts'
import { tryParseJson } from '../text/parse-json.ts'

const requests = [
  InitializeRequestSchema,
  PingRequestSchema,
  ListToolsRequestSchema,
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ReadResourceRequestSchema,
  ListPromptsRequestSchema,
  GetPromptRequestSchema,
]
const requestOf = new Map<unknown, (typeof requests)[number]>(
  requests.map((schema) => [schema.shape.method.value, schema]),
)

/** Replaces the SDK's transport, which does not answer a message it cannot read, so that the client waits forever. */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Readable
  readonly #output: Writable
  /** Chunks of the current line. */
  #pieces: Buffer[] = []
  #length = 0

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read)
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#read)
    this.#input.pause()
    this.#pieces = []
    this.onclose?.()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#write(message))
      await new Promise<void>((resolve) => this.#output.once('drain', resolve))
  }

  #read = (chunk: Buffer): void => {
    let from = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.subarray(from, end))
      from = end + 1
      if (this.#isTooLong) {
        this.#refuse(ErrorCode.InvalidRequest, overLimit('message', 'The line').message)
      } else {
        const line = Buffer.concat(this.#pieces).toString('utf8')
        if (line.trim() !== '') this.#take(line)
      }
      this.#pieces = []
      this.#length = 0
    }
    this.#keep(chunk.subarray(from))
  }

  /** Keeps only the length of a line that is too long. */
  #keep(piece: Buffer): void {
    this.#length += piece.length
    if (this.#isTooLong) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  get #isTooLong(): boolean {
    return this.#length > limits.message.most
  }

  #take(line: string): void {
    const value = tryParseJson(line)
    const message = JSONRPCMessageSchema.safeParse(value)
    if (value === undefined) {
      this.#refuse(ErrorCode.ParseError, 'The line is not JSON.')
    } else if (!message.success) {
      this.#takeNone(value)
    } else if ('method' in message.data && 'id' in message.data) {
      const { method, id } = message.data
      const issue = requestOf.get(method)?.safeParse(message.data).error?.issues[0]
      if (issue)
        this.#refuse(ErrorCode.InvalidParams, `${issue.path.join('.')}: ${issue.message}.`, id)
      else this.onmessage?.(message.data)
    } else {
      this.onmessage?.(message.data)
    }
  }

  #takeNone(value: unknown): void {
    const { id, method, result, error } = (value ?? {}) as Record<string, unknown>
    if (method === undefined && (result !== undefined || error !== undefined)) {
      // Not answered: two peers could answer each other's responses forever.
      this.onerror?.(new Error('Ignored a response of the client: it is not JSON-RPC 2.0.'))
    } else {
      const known = typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null
      this.#refuse(
        ErrorCode.InvalidRequest,
        'The line is not a single JSON-RPC 2.0 message.',
        known,
      )
    }
  }

  #refuse(code: ErrorCode, message: string, id: string | number | null = null): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } })
  }

  /** @returns false if the buffer is full; then wait for `drain`. */
  #write(message: object): boolean {
    return this.#output.write(`${JSON.stringify(message)}\n`)
  }
}
