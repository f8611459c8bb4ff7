import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boolean } from '@oclif/core/flags'
import { defineCommand } from '../cli/command/define.ts'
import { protocolOutput } from '../cli/io/process/protocol-output.ts'
import { untilInterrupted } from '../cli/io/process/signals.ts'
import { readCredentials } from '../cli/service/headers.ts'
import type { ServiceChoice } from '../cli/service/settings.ts'
import { serveAssistant } from '../mcp/server.ts'

export default defineCommand({
  summary: 'Run an MCP server for AI assistants on stdio.',
  description:
    'The client of an assistant starts and stops this server; "topo init --mcp" writes its configuration. The tools read, validate and compare diagrams; --allow-writes adds create, update and delete. Guide and validation need neither service nor key.',
  examples: ['topo mcp', 'topo mcp --allow-writes --local', 'topo mcp --profile staging'],
  flags: {
    'allow-writes': boolean({
      summary: 'Allow tools that create, update and delete diagrams; TOPO_MCP_WRITES=1 does too.',
    }),
  },
  run: async ({ flags, terminal, environment, config, connect }) => {
    const allowWrites = flags['allow-writes'] || environment.mcpWrites
    const open = async (choice: ServiceChoice) => {
      const credentials = await readCredentials(choice)
      const service = await connect(choice.address, credentials, choice, !allowWrites)
      terminal.activity.end()
      return service
    }
    const guide = () => readFile(join(config.root, 'templates', 'script-guide.md'), 'utf8')
    const interrupted = untilInterrupted()
    const serving = await serveAssistant({
      allowWrites,
      version: config.version,
      clock: terminal.clock,
      input: process.stdin,
      output: protocolOutput(),
      open: async () => {
        const { openSession } = await import('../mcp/session.ts')
        return openSession({ cwd: process.cwd(), flags, environment, open, guide })
      },
      onTrouble: (message) => terminal.note(message),
    })
    if (process.stdin.isTTY)
      terminal.note("Waiting for an assistant's client on standard input; stop with Ctrl-C.")
    await Promise.race([interrupted, serving.ended])
    await serving.close()
  },
})
