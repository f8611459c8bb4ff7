/** The extension: starts `topo lsp` of the workspace, and shows the picture of a script beside it. */
import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode'
import {
  type LanguageClient,
  type Location,
  type Position,
  State,
} from 'vscode-languageclient/node'
import { packageOf, released } from '../../../src/cli/init/release.ts'
import manifest from '../package.json' with { type: 'json' }
import { findTopo, type StartTopo } from './find-topo.ts'
import { languageClient } from './language-client.ts'
import { PreviewPanels } from './preview-panel.ts'
import { compareWithHead, exportPicture, validateProject } from './run-topo.ts'

let client: LanguageClient | undefined
const previews = new PreviewPanels(() => client)

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    previews,
    commands.registerCommand('topo.preview', () => (client ? previews.show() : sayMissing())),
    commands.registerCommand('topo.export', withTopo(exportPicture)),
    commands.registerCommand('topo.compare', withTopo(compareWithHead)),
    commands.registerCommand('topo.validateProject', withTopo(validateProject)),
    commands.registerCommand('topo.showCallers', showCallers),
    commands.registerCommand('topo.restart', restart),
    commands.registerCommand('topo.showOutput', () => client?.outputChannel.show()),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('topo.path')) await restart()
    }),
  )
  await restart()
}

export async function deactivate(): Promise<void> {
  const running = client
  client = undefined
  if (running?.state === State.Running) await running.stop()
}

const withTopo = (run: (topo: StartTopo) => Promise<void>) => () => {
  const topo = findTopo()
  return topo === undefined ? sayMissing() : run(topo)
}

async function restart(): Promise<void> {
  await deactivate()
  const topo = findTopo()
  if (topo === undefined) return sayMissing()
  client = languageClient(topo, (uri) => void previews.refresh(uri))
  await client.start()
}

/** Runs the command of a lens, whose arguments are values of the protocol. */
async function showCallers(uri: string, position: Position, places: Location[]): Promise<void> {
  const { protocol2CodeConverter: convert } = client ?? {}
  if (convert === undefined) return
  const locations = places.map((place) => convert.asLocation(place))
  const at = convert.asPosition(position)
  await commands.executeCommand('editor.action.showReferences', Uri.parse(uri), at, locations)
}

async function sayMissing(): Promise<void> {
  const install = 'Install with npm'
  const source = released
    ? ''
    : ' It is not released yet: "npm pack" in a clone of topo creates the file to install.'
  const chosen = await window.showWarningMessage(
    `topo is neither installed in this workspace nor found in PATH. Install it, or set topo.path.${source}`,
    install,
  )
  if (chosen !== install) return
  const terminal = window.createTerminal('topo')
  terminal.show()
  // Before the release, people first correct the path of the packed file.
  terminal.sendText(`npm install --save-dev ${packageOf(manifest.version)}`, released)
}
