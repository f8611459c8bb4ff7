/** Shows the parameters of a builder's method while its arguments are typed. */
import type { SignatureHelp, TextDocumentPositionParams } from 'vscode-languageserver'
import { cursorContext } from '../session/cursor-context.ts'
import type { ScriptSession } from '../session/script-session.ts'
import { optionsOf } from './completion.ts'
import type { Feature } from './feature.ts'

export const signatureHelp: Feature = {
  capabilities: () => ({ signatureHelpProvider: { triggerCharacters: ['(', ','] } }),
  answers: { onSignatureHelp: signatureAt },
}

async function signatureAt(
  session: ScriptSession,
  { textDocument: { uri }, position }: TextDocumentPositionParams,
): Promise<SignatureHelp | undefined> {
  const text = session.text(uri)
  // TypeScript's own server shows them, with the types of topo.
  if (text === undefined || session.settings.typescript) return undefined
  const context = cursorContext(text.text, text.offsetAt(position))
  if (context === undefined || context.kind === 'statement') return undefined
  const { method, argument } = context
  const parameters = parametersOf(method)
  if (parameters === undefined) return undefined
  const signature = {
    label: `${method}(${parameters.join(', ')})`,
    parameters: parameters.map((label) => ({ label })),
  }
  return {
    signatures: [signature],
    activeSignature: 0,
    activeParameter: Math.min(argument, parameters.length - 1),
  }
}

/** Parameters before the options, and after them. The first that matches. */
const PARAMETERS = [
  [/^connect$/, ['from', 'to'], []],
  [/^scenario$/, ['id', 'title', 'description?'], []],
  [/^createGroup$/, ['id'], ['position?']],
  [/^create[A-Z]/, [], ['position?']],
  [/^add[A-Z]/, [], []],
  [/^(?:from|to|flashError)$/, ['id'], []],
  [/^show(?:Message|Error)$/, ['text'], []],
  [/^parallel$/, ['[[from, to], …]'], []],
  [/^layer$/, ['name'], []],
] as const

function parametersOf(method: string): readonly string[] | undefined {
  const known = PARAMETERS.find(([methods]) => methods.test(method))
  if (known === undefined) return undefined
  const options = optionsOf(method)
  const optionsText = options ? [`{ ${options.join(', ')} }`] : []
  return [...known[1], ...optionsText, ...known[2]]
}
