/** `topo lsp` as a process, with a client. */
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node'
import { connect, type EditorOptions } from '../../lsp/client.ts'
import { folder, heard, start } from '../topo.ts'

export async function editorProcess({ cwd = folder(), ...options }: EditorOptions = {}) {
  const child = start(['lsp', '--stdio'], { cwd })
  const exit = new Promise<number | null>((done) => child.on('close', done))
  const stderr = heard(child.stderr)
  const kill = (connection: ProtocolConnection) => {
    connection.dispose()
    child.kill('SIGKILL')
    return exit
  }
  const client = await connect(child.stdout, child.stdin, kill, { cwd, ...options })
  return {
    ...client,
    child,
    exit,
    stderr,
    async stop() {
      await client.connection.sendRequest('shutdown')
      void client.connection.sendNotification('exit')
      return exit
    },
  }
}
