/** A client of the official SDK with the built topo as its server, in a warm host or in its own process; records stdout. */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import type { LiveRun } from '../host/pool.ts'
import { bin, folder, heard, startLive } from '../topo.ts'

export interface AssistantOptions {
  cwd?: string
  env?: Record<string, string>
  /** What a person answers who is asked; without one the client cannot ask. */
  person?: (question: string) => 'yes' | 'no' | 'away'
  /** The server is a process of its own: it is killed, or started with flags of Node. */
  ownProcess?: boolean
}

export interface Assistant {
  readonly client: Client
  readonly stderr: () => string
  /** Output of the server that is not protocol. */
  readonly trouble: string[]
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>
}

export async function assistant(
  args: string[] = [],
  options: AssistantOptions = {},
): Promise<Assistant> {
  const { cwd = folder(), env = {}, person, ownProcess = false } = options
  const client = new Client(
    { name: 'story', version: '1' },
    { capabilities: person ? { elicitation: { form: {} } } : {} },
  )
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      const answer = person(params.message)
      if (answer === 'away') return { action: 'cancel' }
      return { action: 'accept', content: { agreed: answer === 'yes' } }
    })
  }
  const transport = ownProcess
    ? new StdioClientTransport({
        command: process.execPath,
        args: [bin, 'mcp', ...args],
        cwd,
        env: { HOME: cwd, TOPO_CONFIG_HOME: join(cwd, '.config', 'topo'), ...env },
        stderr: 'pipe',
      })
    : new WarmTransport(await startLive(['mcp', ...args], { cwd, env }))
  const stderr = transport.stderr ? heard(transport.stderr as NodeJS.ReadableStream) : () => ''
  onTestFinished(() => client.close())
  const trouble: string[] = []
  client.onerror = ({ message }) => trouble.push(message)
  await client.connect(transport)
  return {
    client,
    trouble,
    stderr,
    call: async (name, given = {}) =>
      (await client.callTool({ name, arguments: given })) as CallToolResult,
  }
}

/** Lines of JSON to and from a warm host, read and written by the SDK. */
class WarmTransport implements Transport {
  readonly stderr: LiveRun['stderr']
  readonly #run: LiveRun
  readonly #read = new ReadBuffer()
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  onmessage?: Transport['onmessage']

  constructor(run: LiveRun) {
    this.#run = run
    this.stderr = run.stderr
  }

  async start() {
    this.#run.stdout.on('data', (chunk: Buffer) => {
      this.#read.append(chunk)
      for (;;) {
        try {
          const message = this.#read.readMessage()
          if (message === null) return
          this.onmessage?.(message)
        } catch (error) {
          this.onerror?.(error as Error)
        }
      }
    })
    void this.#run.ended.then(() => this.onclose?.())
  }

  async send(message: Parameters<Transport['send']>[0]) {
    this.#run.send(serializeMessage(message))
  }

  async close() {
    this.#run.send()
    await this.#run.ended
  }
}

/** The text of a result. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

/** The error code of a result; undefined on success. */
export const codeOf = ({ isError, _meta }: CallToolResult): string | undefined =>
  isError ? (_meta?.['topo/error'] as { code: string } | undefined)?.code : undefined
