/** `topo init --mcp`: adds `topo mcp` to the configuration of assistants' clients. Never writes a key. */
import { join } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import type { InitFile } from './init-file.ts'
import { mergeJson } from './merge-json.ts'
import type { StartCommand } from './start-command.ts'

interface Client {
  /** In the project's folder. */
  readonly path: string
  /** Key of the object that contains the servers. */
  readonly servers: string
  /** A field that this client needs. */
  readonly type?: string
  /** Allows comments and trailing commas. */
  readonly lenient: boolean
}

const clients: readonly Client[] = [
  { path: '.mcp.json', servers: 'mcpServers', lenient: false },
  { path: '.vscode/mcp.json', servers: 'servers', type: 'stdio', lenient: true },
  { path: '.cursor/mcp.json', servers: 'mcpServers', lenient: true },
]

/**
 * Adds topo to existing files and changes nothing else; an existing entry for topo is kept.
 * @throws usage error for a file that the client cannot read; then none is written.
 */
export async function configureAssistants(
  folder: string,
  { command, args }: StartCommand,
): Promise<InitFile[]> {
  const planned = await Promise.all(
    clients.map(async ({ path, servers, type, lenient }) => {
      const value = { ...(type && { type }), command, args: [...args, 'mcp'] }
      return {
        path,
        ...(await mergeJson(folder, { path, lenient, below: [servers], key: 'topo', value })),
      }
    }),
  )
  for (const { path, text } of planned)
    if (text !== undefined) await writeAtomic(join(folder, path), text)
  return planned.map(({ path, action }) => ({ path, written: action !== 'kept', action }))
}
