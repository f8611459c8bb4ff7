/** The client of `topo lsp`. */
import { LanguageClient } from 'vscode-languageclient/node'
import type { StartTopo } from './find-topo.ts'

/** The server itself knows which files are scripts of a project, and which files they import. */
const documentSelector = ['javascript', 'typescript'].map((language) => ({
  scheme: 'file',
  language,
}))

/** @param checked called with the URI of a document after each of its checks */
export function languageClient(
  { command, args, env, shell, cwd }: StartTopo,
  checked: (uri: string) => void,
): LanguageClient {
  const server = {
    command,
    args: [...args, 'lsp'],
    options: { env: { ...process.env, ...env }, shell, cwd },
  }
  return new LanguageClient('topo', 'topo', server, {
    documentSelector,
    // The server then shows callers above each node.
    initializationOptions: { commands: true },
    middleware: {
      handleDiagnostics(uri, diagnostics, next) {
        next(uri, diagnostics)
        checked(uri.toString())
      },
    },
  })
}
