/** Edits of the language server's protocol as changes of a text. */
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import type { PlacedText } from '../../lsp/session/placed-text.ts'

/** Replaces the text between two offsets. */
export interface TextReplacement {
  readonly from: number
  readonly to: number
  readonly insert: string
}

export const changesOf = (edit: WorkspaceEdit | undefined, text: PlacedText): TextReplacement[] =>
  (edit?.changes?.[text.uri] ?? []).map((one) => changeOf(one, text))

export function changeOf({ range, newText }: TextEdit, text: PlacedText): TextReplacement {
  return { from: text.offsetAt(range.start), to: text.offsetAt(range.end), insert: newText }
}
