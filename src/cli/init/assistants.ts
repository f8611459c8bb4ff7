/** `topo init --mcp`: adds `topo mcp` to the configuration of assistants' clients. Never writes a key. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ParseError } from 'jsonc-parser/lib/esm/main.js'
import { usageError } from '../../errors.ts'
import { readFileWithin } from '../../limits/files.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import { decodeText } from '../../project/files/decode.ts'
import { positionAt } from '../../project/files/position.ts'
import type { InitFile } from './init-file.ts'
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
 * @throws usage error `TOPO_CLIENT_CONFIG` for a file that the client cannot read; then none is written.
 */
export async function configureAssistants(
  folder: string,
  { command, args }: StartCommand,
): Promise<InitFile[]> {
  const planned = await Promise.all(
    clients.map(async (client) => {
      const entry = { ...(client.type && { type: client.type }), command, args: [...args, 'mcp'] }
      return { client, ...(await mergeEntry(folder, client, entry)) }
    }),
  )
  for (const { client, text } of planned) {
    if (text !== undefined) await writeAtomic(join(folder, client.path), text)
  }
  return planned.map(({ client, action }) => ({ path: client.path, written: action !== 'kept', action }))
}

/** Returns no text if the file does not change. */
async function mergeEntry(folder: string, { path, servers, lenient }: Client, entry: object) {
  const file = join(folder, path)
  if (!existsSync(file)) {
    const text = `${JSON.stringify({ [servers]: { topo: entry } }, null, 2)}\n`
    return { action: 'written' as const, text }
  }
  const decoded = decodeText(await readFileWithin('config', file, path))
  if (decoded.text === undefined) throw invalidConfig(path, decoded.message)
  const { text } = decoded
  const { applyEdits, findNodeAtLocation, modify, parseTree, printParseErrorCode } = await jsonc()
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, {
    disallowComments: !lenient,
    allowTrailingComma: lenient,
    allowEmptyContent: false,
  })
  const [error] = errors
  if (error)
    throw invalidConfig(
      locationOf(path, text, error.offset),
      parseErrorText(printParseErrorCode(error.error)),
    )
  for (const at of [[], [servers]]) {
    const node = tree && findNodeAtLocation(tree, at)
    if (node && node.type !== 'object') {
      throw invalidConfig(locationOf(path, text, node.offset), `${at[0] ?? 'it'} is not an object`)
    }
  }
  if (tree && findNodeAtLocation(tree, [servers, 'topo'])) return { action: 'kept' as const }
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: indentOf(text), eol: endOf(text) }
  const edits = modify(text, [servers, 'topo'], entry, { formattingOptions })
  return {
    action: 'merged' as const,
    text: (decoded.byteOrderMark ? '\uFEFF' : '') + applyEdits(text, edits),
  }
}

/** Imports this path, because the main entry of the package cannot be bundled. */
const jsonc = () => import('jsonc-parser/lib/esm/main.js')

const indentOf = (text: string): number => /^ +/m.exec(text)?.[0].length ?? 2
const endOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

function locationOf(path: string, text: string, offset: number): string {
  const { line, column } = positionAt(text, offset)
  return `${path}:${line}:${column}`
}

/** `CommaExpected` becomes `comma expected`. */
const parseErrorText = (code: string): string => code.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase()

const invalidConfig = (where: string, why: string) =>
  usageError(`${where} is not a valid configuration: ${why.replace(/\.$/, '')}.`, {
    code: 'TOPO_CLIENT_CONFIG',
    hint: 'Fix the file, then run it again; nothing was written.',
  })
