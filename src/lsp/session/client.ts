/** Reads the capabilities of the client, and the settings of its user. */
import type { InitializeParams } from 'vscode-languageserver-protocol'
import { isRecord } from '../../text/parse-json.ts'
import { chooseEncoding, type PositionEncoding } from './position-encoding.ts'

/** Settings below `topo`, from the options of `initialize` or from the configuration of the client. */
export interface Settings {
  /** Path of a baseline, relative to the root of the project: hides recorded findings. */
  readonly baseline: string | undefined
  /** TypeScript's own server completes options and their values beside topo. */
  readonly typescript: boolean
  /** A hover shows a picture. */
  readonly pictures: boolean
}

export interface EditorClient {
  readonly encoding: PositionEncoding
  /** It shows the places that a diagnostic names. */
  readonly related: boolean
  readonly tags: boolean
  readonly progress: boolean
  readonly configuration: boolean
  readonly registersConfiguration: boolean
  readonly folders: boolean
  readonly registersFiles: boolean
  readonly snippets: boolean
  readonly documentChanges: boolean
  readonly annotations: boolean
  readonly literalActions: boolean
  readonly hierarchicalSymbols: boolean
  readonly prepares: boolean
  /** It has the commands of topo's extension for VS Code, which says so in its options. */
  readonly commands: boolean
}

export function clientOf({ capabilities, initializationOptions }: InitializeParams): EditorClient {
  const { general, textDocument, window, workspace } = capabilities
  return {
    encoding: chooseEncoding(general?.positionEncodings),
    related: textDocument?.publishDiagnostics?.relatedInformation === true,
    tags: (textDocument?.publishDiagnostics?.tagSupport?.valueSet.length ?? 0) > 0,
    progress: window?.workDoneProgress === true,
    configuration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    folders: workspace?.workspaceFolders === true,
    registersFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    literalActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    prepares: textDocument?.rename?.prepareSupport === true,
    commands: initializationOptions?.commands === true,
  }
}

/** Editors with TypeScript's server built in, which also show pictures in Markdown. */
const FAMILY = /visual studio code|vscod|code(?:-server| - oss)|cursor|windsurf|positron|theia/i

/** @param given what the user wrote, which may be anything */
export function settingsOf(given: unknown, clientName: string | undefined): Settings {
  const settings = isRecord(given) ? given : {}
  const isFamily = FAMILY.test(clientName ?? '')
  const flag = (name: string, fallback: boolean) =>
    typeof settings[name] === 'boolean' ? (settings[name] as boolean) : fallback
  return {
    baseline:
      typeof settings.baseline === 'string' && settings.baseline !== ''
        ? settings.baseline
        : undefined,
    typescript: flag('typescript', isFamily),
    pictures: flag('pictures', isFamily),
  }
}
