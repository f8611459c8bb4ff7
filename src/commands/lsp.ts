import { boolean, integer } from '@oclif/core/flags'
import { defineCommand } from '../cli/command/define.ts'
import { protocolOutput } from '../cli/io/process/protocol-output.ts'
import { untilInterrupted } from '../cli/io/process/signals.ts'
import { rulePage } from '../cli/io/repository.ts'

export default defineCommand({
  summary: 'Run a language server for editors on stdio.',
  description:
    'An editor starts and stops this server; "topo init --editor" writes its configuration. While you type, it runs the script and shows the findings of "topo validate", with fixes. It also completes, finds and renames ids of nodes. It needs neither service nor key, and sends nothing.',
  examples: ['topo lsp', 'topo lsp --stdio'],
  flags: {
    stdio: boolean({
      summary: 'Accepted because many editors add it; there is no other transport.',
    }),
    clientProcessId: integer({
      hidden: true,
      summary: 'Process of the editor, as VS Code passes it.',
    }),
  },
  run: async ({ terminal, config, environment }) => {
    const interrupted = untilInterrupted().then(() => 0)
    const { serveEditor } = await import('../lsp/server.ts')
    const serving = serveEditor({
      version: config.version,
      clock: terminal.clock,
      input: process.stdin,
      output: protocolOutput(),
      pageOf: rulePage,
      verdicts: environment.verdicts,
    })
    if (process.stdin.isTTY)
      terminal.note('Waiting for an editor on standard input; stop with Ctrl-C.')
    process.exitCode = await Promise.race([interrupted, serving.ended])
    await serving.close()
  },
})
