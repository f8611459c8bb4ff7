/** A client of the official SDK with the built binary as its server; records stdout. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, onTestFinished } from 'vitest'
import { bin, folder } from '../topo.ts'

export interface AssistantOptions {
  cwd?: string
  env?: Record<string, string>
  /** What a person answers who is asked; without one the client cannot ask. */
  person?: (question: string) => 'yes' | 'no' | 'away'
}

export interface Assistant {
  readonly client: Client
  readonly pid: number
  readonly stderr: () => string
  /** Output of the server that is not protocol. */
  readonly trouble: string[]
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>
}

export async function assistant(args: string[] = [], options: AssistantOptions = {}): Promise<Assistant> {
  const started = await begin(args, { ...options, cwd: options.cwd ?? folder() })
  onTestFinished(() => started.client.close())
  return started
}

/** A client shared by tests that do not depend on earlier calls. */
export function sharedAssistant(args: string[], options: () => AssistantOptions): () => Promise<Assistant> {
  const cwd = mkdtempSync(join(tmpdir(), 'topo assistant '))
  let started: Promise<Assistant> | undefined
  afterAll(async () => {
    await (await started)?.client.close()
    rmSync(cwd, { recursive: true, force: true })
  })
  return () => {
    started ??= begin(args, { cwd, ...options() })
    return started
  }
}

async function begin(
  args: string[],
  { cwd, env = {}, person }: AssistantOptions & { cwd: string },
): Promise<Assistant> {
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
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    cwd,
    env: { HOME: cwd, TOPO_CONFIG_HOME: join(cwd, '.config', 'topo'), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const trouble: string[] = []
  client.onerror = ({ message }) => trouble.push(message)
  await client.connect(transport)
  return {
    ...{ client, trouble, pid: transport.pid ?? 0 },
    stderr: () => stderr,
    call: async (name, given = {}) => (await client.callTool({ name, arguments: given })) as CallToolResult,
  }
}

/** The text of a result. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

/** The error code of a result; undefined on success. */
export const codeOf = ({ isError, _meta }: CallToolResult): string | undefined =>
  isError ? (_meta?.['topo/error'] as { code: string } | undefined)?.code : undefined
